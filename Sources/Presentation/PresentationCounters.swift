/// What one screen has done since it was lit, for `status` and the tests.
public struct PresentationCounters: Hashable, Sendable {
  /// Frames that reached the screen.
  public var flips: UInt64 = 0
  /// Frames that changed the buffer on the screen.
  public var updates: UInt64 = 0
  /// Refreshes that a frame was late for.
  public var missed: UInt64 = 0
  /// Commits that the device was too busy for.
  public var busy: UInt64 = 0
  /// Modesets, of this daemon's life.
  public var modesets: UInt64 = 0
  /// Flips that did not end in time.
  public var stalls: UInt64 = 0

  /// Starts at zero.
  public init() {}

  /// Adds what another screen has done.
  public mutating func add(_ other: PresentationCounters) {
    flips &+= other.flips
    updates &+= other.updates
    missed &+= other.missed
    busy &+= other.busy
    modesets &+= other.modesets
    stalls &+= other.stalls
  }
}
