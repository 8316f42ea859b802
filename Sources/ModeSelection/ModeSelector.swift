public import DisplayTypes

/// Chooses a screen's mode.
///
/// Pure: the same input gives the same plan.
///
/// The order of the candidates, each mode once:
///
/// 1. the choice that is tried out, then the run-time choice;
/// 2. while the EDID could not be read, or there is no mode: the mode that the last known display on this connector used, even if it
///    is not among the modes;
/// 3. the scene's wishes, unless the rule keeps apps from choosing, within the rule's limits;
/// 4. the rule's wishes in their order, within its limits;
/// 5. the mode that the display prefers, or the largest smaller one within the rule's limits; of guessed modes, none is preferred;
/// 6. the other progressive modes no larger than that, the largest first, then by nearness to 60 Hz; then larger ones; then
///    interlaced ones; then those outside the rule's limits;
/// 7. the fail-safe modes; and absurd timings where there is nothing else.
public enum ModeSelector {
  /// The modes to try, in order, and the wishes that gave none.
  public static func candidates(_ input: ModeSelectionInput) -> ModeSelectionPlan {
    var builder = ModePlanBuilder(input)
    return builder.build()
  }

  /// The mode that the display prefers, interlaced or not; the largest where it names none; nil where none can be shown.
  public static func preferredMode(of modes: [ScreenMode]) -> ScreenMode? {
    let list = ModeList(modes, isGuessed: false)
    return list.flagged ?? list.preferred
  }

  /// The modes that a wish means, the best first; empty where the display has none such.
  public static func modes(for wish: ModeWish, in modes: [ScreenMode]) -> [ScreenMode] {
    switch ModeWishResolver(list: ModeList(modes, isGuessed: false), isGuessed: false).resolve(wish, within: []) {
    case .modes(let found): found.map(\.mode)
    case .refused: []
    }
  }

  /// Names of modes that come near what was asked for, the nearest first, for a message about an unknown mode.
  ///
  /// Where `text` is no wish at all, the preferred mode and then the largest.
  public static func nearest(to text: String, in modes: [ScreenMode], limit: Int = 4) -> [String] {
    let wish: ModeWish? = try? ModeWish(text)
    return NearestModes.names(to: wish, in: ModeList(modes, isGuessed: false), limit: limit)
  }
}
