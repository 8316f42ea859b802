package import DisplayTypes

/// The counters of one screen since it was turned on, for `status` and the tests.
package struct PresentationCounters: Hashable, Sendable {
  package var flips: UInt64 = 0
  /// The number of frames that changed the buffer on the screen.
  package var updates: UInt64 = 0
  /// The number of commits that changed only the pointer.
  package var pointerMoves: UInt64 = 0
  /// The number of refreshes that frames missed.
  package var missed: UInt64 = 0
  /// The number of commits for which the device was too busy.
  package var busy: UInt64 = 0
  package var modesets: UInt64 = 0
  /// The number of flips that did not end in time.
  package var stalls: UInt64 = 0

  package init() {}

  package mutating func add(_ other: PresentationCounters) {
    flips &+= other.flips
    updates &+= other.updates
    pointerMoves &+= other.pointerMoves
    missed &+= other.missed
    busy &+= other.busy
    modesets &+= other.modesets
    stalls &+= other.stalls
  }
}

package struct ScreenFigures: Hashable, Sendable {
  package var counters: PresentationCounters
  /// The time since its last frame in nanoseconds; nil if there was none.
  package var lastFrameAge: UInt64?
}

/// The progress of a screen's pixels, for the watchdog.
package struct ScreenProgress: Hashable, Sendable {
  /// The number of frames and modesets that have ended in any way.
  package var steps: UInt64
  /// Whether a step is pending: a drawing, a flip in flight, or a configuration.
  package var isWaiting: Bool
}

/// Finds screens that were waiting at two checks without progress between them. A running event loop alone does not prove progress.
package struct StallWatchdog: Hashable, Sendable {
  private var last: [ScreenID: ScreenProgress] = [:]

  package init() {}

  package mutating func check(_ vitals: [ScreenID: ScreenProgress]) -> Set<ScreenID> {
    defer { last = vitals }
    return Set(vitals.filter { $0.value.isWaiting && last[$0.key] == $0.value }.keys)
  }
}

/// The last frame of a screen, for records.
struct LastPresentation {
  /// The time of the last frame; zero before the first.
  private(set) var time = MonotonicTime.zero
  private var isEstimated = true
  private(set) var sequence: UInt64 = 0

  mutating func presented(at time: MonotonicTime, isEstimated: Bool) {
    self.time = time
    self.isEstimated = isEstimated
    sequence += 1
  }

  func record(_ ending: FlipRecord.Ending, on screen: ScreenID) -> FlipRecord {
    FlipRecord(screen: screen, sequence: sequence, timestamp: time, isEstimated: isEstimated, ending: ending)
  }
}
