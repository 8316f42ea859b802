/// What a configured output can do.
public struct OutputCapabilities: Hashable, Sendable {
  /// Flips end at a vertical blank.
  ///
  /// Where not, they end at once and the presenter paces them by a timer.
  public var hasVBlank: Bool
  /// A small change is cheaper on the buffer that is shown than by a flip (the driver copies, and takes damage).
  public var updatesInPlace: Bool

  /// Says what an output can do.
  public init(hasVBlank: Bool, updatesInPlace: Bool) {
    self.hasVBlank = hasVBlank
    self.updatesInPlace = updatesInPlace
  }
}
