import DisplayTypes

/// The modes found so far: each once, the absurd ones left out with a complaint.
struct ModeList {
  private(set) var modes: [ScreenMode] = []
  private(set) var complaints: [String] = []
  private var positions: [ScreenMode: Int] = [:]

  /// Adds a mode that is not yet there; one that is becomes preferred if this one is.
  ///
  /// Tells whether it can be shown.
  @discardableResult
  mutating func add(_ mode: ScreenMode, from source: String) -> Bool {
    guard mode.isPlausible else {
      complaints.append("The mode \(ModeNames.plainName(of: mode)) of \(source) cannot be shown and was dropped.")
      return false
    }
    if let position = positions[mode] {
      if mode.isPreferred { modes[position].isPreferred = true }
    } else {
      positions[mode] = modes.count
      modes.append(mode)
    }
    return true
  }

  /// Whether a mode of this size and refresh is there, so that a vaguely stated one adds nothing.
  func contains(size: PixelSize, hertz: Int) -> Bool {
    modes.contains { $0.size == size && CTAMode.wholeHertz(of: $0) == hertz }
  }

  /// The kernel's order (drm_modes.c `drm_mode_compare`): preferred, then larger, then faster, then by clock.
  var sorted: [ScreenMode] {
    modes.enumerated().sorted { left, right in
      let (one, other) = (Self.rank(left.element), Self.rank(right.element))
      return one == other ? left.offset < right.offset : one.lexicographicallyPrecedes(other)
    }.map(\.element)
  }

  private static func rank(_ mode: ScreenMode) -> [Int] {
    [
      mode.isPreferred ? 0 : 1, -mode.size.width * mode.size.height, -CTAMode.wholeHertz(of: mode),
      -Int(mode.clockKilohertz),
    ]
  }
}
