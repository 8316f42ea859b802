internal import DisplayTypes

/// The times at which the started videos of the shown slide begin, the same on all screens.
struct SlideVideoStarts {
  /// A video on one screen.
  enum Readiness {
    case waiting, ready, failed
  }

  private struct Start {
    /// The time at which the speaker or the slide started it.
    let order: MonotonicTime
    let begin: MonotonicTime
  }

  private var starts: [Int: Start] = [:]

  /// The nanoseconds for which screens that are ready wait for the others.
  private static let patience: UInt64 = 3_000_000_000

  /// The times of the first pictures, by the index of the video on the slide.
  var beginnings: [Int: MonotonicTime] { starts.mapValues(\.begin) }

  /// Lets each video begin for which all screens are ready, or for which one is ready after the longest wait.
  ///
  /// - Parameters:
  ///   - orders: the times at which videos were started, by their index.
  ///   - readiness: the state of a video on the screens that show the slide.
  /// - Returns: the time of the next call; nil if a change of a screen comes first.
  mutating func follow(
    _ orders: [Int: MonotonicTime], at now: MonotonicTime, readiness: (Int) -> [Readiness]
  ) -> MonotonicTime? {
    starts = starts.filter { orders[$0.key] == $0.value.order }
    var next: MonotonicTime?
    for (index, order) in orders where starts[index] == nil {
      let screens = readiness(index)
      let end = order.advanced(by: Self.patience)
      if screens.contains(.ready), now >= end || !screens.contains(.waiting) {
        starts[index] = Start(order: order, begin: now)
      } else if end > now {
        next = min(next ?? end, end)
      }
    }
    return next
  }
}
