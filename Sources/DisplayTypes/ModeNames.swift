/// The short names of a screen's modes, each unique among them.
///
/// A name is `WIDTHxHEIGHT@REFRESH`, with `i` behind the height where interlaced and ` 4:3` (or another aspect) where two
/// modes differ in their picture aspect only or the pixels are not square. Modes that still share a name get ` #2`, ` #3` in
/// the order of the list.
public struct ModeNames: Sendable {
  private var names: [ScreenMode: String] = [:]

  /// Names the modes of one screen.
  public init(of modes: [ScreenMode]) {
    var aspects: [String: Set<PictureAspect?>] = [:]
    for mode in modes { aspects[Self.plainName(of: mode), default: []].insert(mode.pictureAspect) }
    var taken: [String: Int] = [:]
    for mode in modes where names[mode] == nil {
      var name = Self.plainName(of: mode)
      if let aspect = mode.pictureAspect, mode.pixelAspectRatio != 1 || (aspects[name]?.count ?? 0) > 1 {
        name += " \(aspect.rawValue)"
      }
      let count = (taken[name] ?? 0) + 1
      taken[name] = count
      names[mode] = count == 1 ? name : "\(name) #\(count)"
    }
  }

  /// The mode's name; the plain one where the mode is not in the list.
  public subscript(mode: ScreenMode) -> String {
    names[mode] ?? Self.plainName(of: mode)
  }

  /// `1920x1080@59.94`, `1920x1080i@60`: the name without what tells it from its neighbours.
  public static func plainName(of mode: ScreenMode) -> String {
    "\(mode.size.width)x\(mode.size.height)\(mode.isInterlaced ? "i" : "")@\(refreshText(millihertz: mode.refreshMillihertz))"
  }

  /// Hertz with at most two decimals and no trailing zeros: `60`, `59.94`, `23.98`.
  public static func refreshText(millihertz: Int) -> String {
    let hundredths = (min(max(0, millihertz), 1 << 53) + 5) / 10
    let whole = hundredths / 100
    let rest = hundredths % 100
    if rest == 0 { return "\(whole)" }
    if rest % 10 == 0 { return "\(whole).\(rest / 10)" }
    return rest < 10 ? "\(whole).0\(rest)" : "\(whole).\(rest)"
  }
}
