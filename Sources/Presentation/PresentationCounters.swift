public import DisplayTypes

/// The counters of one screen since it was turned on, for `status` and the tests.
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

  /// Adds the counters of another screen.
  public mutating func add(_ other: PresentationCounters) {
    flips &+= other.flips
    updates &+= other.updates
    missed &+= other.missed
    busy &+= other.busy
    modesets &+= other.modesets
    stalls &+= other.stalls
  }
}

/// The counters of one screen, and the age of its picture.
public struct ScreenFigures: Hashable, Sendable {
  /// The counters.
  public var counters: PresentationCounters
  /// Nanoseconds since its last frame; nil if there was none.
  public var lastFrameAge: UInt64?

  /// Makes figures from their parts.
  public init(counters: PresentationCounters, lastFrameAge: UInt64?) {
    self.counters = counters
    self.lastFrameAge = lastFrameAge
  }
}

/// Whether a screen's pixels get on, as the watchdog asks.
public struct ScreenProgress: Hashable, Sendable {
  /// Frames and modesets that have ended, in any way.
  public var steps: UInt64
  /// One is owed: something is to be drawn, is in flight, or is being configured.
  public var isWaiting: Bool

  /// Makes a set of counters from its parts.
  public init(steps: UInt64, isWaiting: Bool) {
    self.steps = steps
    self.isWaiting = isWaiting
  }
}

/// Decides between two looks whether pixels move, or are static as they should be.
///
/// Pure. A screen stands still that has waited at both looks and got nothing in between; a living event loop alone proves nothing.
public struct StallWatchdog: Hashable, Sendable {
  private var last: [ScreenID: ScreenProgress] = [:]

  /// Before the first probe.
  public init() {}

  /// Looks again; returns the screens that stand still.
  public mutating func check(_ vitals: [ScreenID: ScreenProgress]) -> Set<ScreenID> {
    defer { last = vitals }
    return Set(vitals.filter { $0.value.isWaiting && last[$0.key] == $0.value }.keys)
  }
}
