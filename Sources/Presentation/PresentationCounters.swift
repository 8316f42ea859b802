package import DisplayTypes

/// The counters of one screen since it was turned on, for `status` and the tests.
package struct PresentationCounters: Hashable, Sendable {
  package var flips: UInt64 = 0
  /// Frames that changed the buffer on the screen.
  package var updates: UInt64 = 0
  /// Refreshes that a frame was late for.
  package var missed: UInt64 = 0
  /// Commits that the device was too busy for.
  package var busy: UInt64 = 0
  package var modesets: UInt64 = 0
  /// Flips that did not end in time.
  package var stalls: UInt64 = 0

  package init() {}

  package mutating func add(_ other: PresentationCounters) {
    flips &+= other.flips
    updates &+= other.updates
    missed &+= other.missed
    busy &+= other.busy
    modesets &+= other.modesets
    stalls &+= other.stalls
  }
}

package struct ScreenFigures: Hashable, Sendable {
  package var counters: PresentationCounters
  /// Nanoseconds since its last frame; nil if there was none.
  package var lastFrameAge: UInt64?
}

/// Whether a screen's pixels make progress, for the watchdog.
package struct ScreenProgress: Hashable, Sendable {
  /// Frames and modesets that have ended, in any way.
  package var steps: UInt64
  /// One is owed: something is to be drawn, is in flight, or is being configured.
  package var isWaiting: Bool
}

/// Finds screens that have waited at two checks without progress between them; a living event loop alone proves nothing.
package struct StallWatchdog: Hashable, Sendable {
  private var last: [ScreenID: ScreenProgress] = [:]

  package init() {}

  package mutating func check(_ vitals: [ScreenID: ScreenProgress]) -> Set<ScreenID> {
    defer { last = vitals }
    return Set(vitals.filter { $0.value.isWaiting && last[$0.key] == $0.value }.keys)
  }
}
