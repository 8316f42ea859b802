internal import ContentModel
internal import DisplayTypes
internal import Presentation

/// Starts the process of an item a few seconds before the item's turn.
final class TurnStart {
  private var timer: (any DisplayTimer)?
  private(set) var isWaiting = false

  /// The nanoseconds before its turn in which a process starts.
  static let lead: UInt64 = 10_000_000_000

  /// Calls back once, perhaps immediately, unless this object is released before.
  ///
  /// - Parameter time: the first moment of the picture.
  func wait(for time: WallTime, on clock: any ContentClock, begin: @escaping () -> Void) {
    let start = clock.moment(of: time)
    guard start > clock.screens.now.advanced(by: Self.lead) else { return begin() }
    isWaiting = true
    timer = clock.screens.makeTimer { [weak self] in
      self?.isWaiting = false
      begin()
    }
    timer?.arm(at: start.reversed(by: Self.lead))
  }
}
