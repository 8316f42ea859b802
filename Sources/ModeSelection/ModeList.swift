import DisplayTypes

/// A screen's modes put in order for choosing: each once, with its name, the absurd and the interlaced told apart.
struct ModeList {
  /// Every different mode, in the order that it came.
  ///
  /// One that came twice is preferred if either was.
  let modes: [ScreenMode]
  let names: ModeNames
  /// Those that can be shown at all.
  let plausible: [ScreenMode]
  /// Those that may be chosen without being asked for by name: the progressive ones, or all where there is nothing but interlaced.
  let regular: [ScreenMode]
  /// Whether the display has interlaced modes only.
  let isInterlacedOnly: Bool
  /// The mode that the display itself names first; nil where it names none.
  let flagged: ScreenMode?
  /// The mode to measure others by: the flagged one if it is regular, else the best regular one no larger, else the largest.
  let preferred: ScreenMode?
  /// Why `preferred` is that mode.
  let preferredReason: String

  init(_ given: [ScreenMode], isGuessed: Bool) {
    modes = Self.unique(given)
    names = ModeNames(of: modes)
    plausible = modes.filter(\.isPlausible)
    let progressive = plausible.filter { !$0.isInterlaced }
    isInterlacedOnly = progressive.isEmpty && !plausible.isEmpty
    regular = isInterlacedOnly ? plausible : progressive
    // The kernel's guess marks 640x480 as preferred on DisplayPort: no display said so.
    let flaggedModes = isGuessed ? [] : plausible.filter(\.isPreferred)
    let interlacedOnly = isInterlacedOnly
    let regularFlagged = flaggedModes.first { interlacedOnly || !$0.isInterlaced }
    flagged = regularFlagged ?? flaggedModes.first
    if let regularFlagged {
      preferred = regularFlagged
      preferredReason = "the display prefers it"
    } else if let flagged = flaggedModes.first {
      preferred =
        Self.ordered(regular.filter { Self.fits($0, within: flagged.size) }, like: flagged).first
        ?? Self.ordered(regular, like: flagged).first
      preferredReason =
        "the display prefers \(names[flagged]), which is interlaced: the best progressive mode takes its place"
    } else {
      preferred = Self.ordered(regular, like: nil).first
      preferredReason =
        isGuessed
        ? "the EDID could not be read: the largest of the kernel's guessed modes"
        : "the display names no preferred mode: the largest takes its place"
    }
  }

  /// Whether a mode is no wider and no higher than `size`.
  static func fits(_ mode: ScreenMode, within size: PixelSize) -> Bool {
    mode.size.width <= size.width && mode.size.height <= size.height
  }

  /// The most pixels first, then the refresh nearest 60 Hz, then a picture shaped as in `model`, then as they came.
  static func ordered(_ modes: [ScreenMode], like model: ScreenMode?) -> [ScreenMode] {
    let shape = model?.pictureShape
    return sorted(modes) { mode in
      [
        Double(-mode.area), Double(mode.distanceFromSixty), Double(-mode.refreshMillihertz), mode.isPreferred ? 0 : 1,
        shape.map { (abs(mode.pictureShape - $0) * 1000).rounded() } ?? 0,
      ]
    }
  }

  /// Sorts by several numbers, the smallest first; what is equal in all of them stays in its order.
  static func sorted(_ modes: [ScreenMode], by keys: (ScreenMode) -> [Double]) -> [ScreenMode] {
    modes.enumerated().map { (index: $0.offset, mode: $0.element, keys: keys($0.element)) }
      .sorted { left, right in
        for (first, second) in zip(left.keys, right.keys) where first != second { return first < second }
        return left.index < right.index
      }
      .map(\.mode)
  }

  private static func unique(_ given: [ScreenMode]) -> [ScreenMode] {
    let preferred = Set(given.filter(\.isPreferred))
    var seen: Set<ScreenMode> = []
    var modes: [ScreenMode] = []
    for var mode in given where seen.insert(mode).inserted {
      mode.isPreferred = preferred.contains(mode)
      modes.append(mode)
    }
    return modes
  }
}
