internal import DisplayTypes
internal import Synchronization

/// Counts the pictures of a surface, or of all clips. Any thread may add to them; adding neither waits nor allocates.
package final class PictureCounts: Sendable {
  package struct Values: Hashable, Sendable {
    /// The pictures that a screen has shown.
    package var shown: UInt64 = 0
    /// The refreshes that showed the picture before once more, although the time of another one had come.
    package var repeated: UInt64 = 0
    /// The pictures that no screen has shown, because a newer one was due or their decoder was late.
    package var skipped: UInt64 = 0
    /// The shown pictures that missed the first refresh at which they were due.
    package var late: UInt64 = 0

    package init() {}
  }

  private let shown = Atomic<UInt64>(0)
  private let repeated = Atomic<UInt64>(0)
  private let skipped = Atomic<UInt64>(0)
  private let late = Atomic<UInt64>(0)
  /// The counts of all clips, to which these are added too; nil for no sum.
  private let sum: PictureCounts?

  package init(addingTo sum: PictureCounts? = nil) { self.sum = sum }

  package var values: Values {
    var values = Values()
    values.shown = shown.load(ordering: .relaxed)
    values.repeated = repeated.load(ordering: .relaxed)
    values.skipped = skipped.load(ordering: .relaxed)
    values.late = late.load(ordering: .relaxed)
    return values
  }

  func addShown() {
    shown.wrappingAdd(1, ordering: .relaxed)
    sum?.addShown()
  }

  /// Counts a late picture with the refreshes that it missed.
  func addLate(missing refreshes: UInt64) {
    late.wrappingAdd(1, ordering: .relaxed)
    repeated.wrappingAdd(refreshes, ordering: .relaxed)
    sum?.addLate(missing: refreshes)
  }

  /// Counts pictures that no screen shows.
  package func addSkipped(_ count: UInt64) {
    skipped.wrappingAdd(count, ordering: .relaxed)
    sum?.addSkipped(count)
  }
}

/// The refreshes of one screen that shows a surface, for the counts. Pure.
struct SurfaceRefreshes {
  /// The first screen that shows the surface. Others show the same pictures at refreshes of their own.
  private(set) var screen: ScreenID?
  /// The last refresh for which it has asked for a picture.
  private var last: MonotonicTime?
  /// The refresh at which it has taken its picture.
  private var taken: MonotonicTime?
  /// The time at which the first picture was due that has come since; nil if none has.
  private var due: MonotonicTime?

  /// Records that pictures have become the newest, of which the first was due at `time`.
  mutating func came(due time: MonotonicTime) { due = min(due ?? time, time) }

  /// Records that a screen draws for the refresh at `time`. Returns the number of refreshes that the new picture has missed.
  ///
  /// A screen does not draw while no picture waits. So the refreshes since the last drawing follow from the interval.
  mutating func drew(at time: MonotonicTime, on screen: ScreenID, every interval: UInt64) -> UInt64 {
    self.screen = self.screen ?? screen
    guard self.screen == screen, interval > 0 else { return 0 }
    defer { last = time }
    guard let due = due.take() else { return 0 }
    defer { taken = time }
    // Without an earlier picture there is none to repeat.
    guard let taken, let last, time > last else { return 0 }
    func refreshes(since other: MonotonicTime) -> UInt64 { (time.nanoseconds(since: other) + interval / 2) / interval }
    let sinceLast = refreshes(since: last)
    let missed =
      due <= last
      ? sinceLast + last.nanoseconds(since: due) / interval
      : min(time.nanoseconds(since: due) / interval, sinceLast - min(1, sinceLast))
    let sinceTaken = refreshes(since: taken)
    return min(missed, sinceTaken - min(1, sinceTaken))
  }

  /// Forgets the refreshes, because the picture was held or no screen showed it.
  mutating func restart() { self = SurfaceRefreshes() }
}
