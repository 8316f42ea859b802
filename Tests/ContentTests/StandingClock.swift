import Content
import ContentModel
import DisplayRig
import DisplayTypes
import Presentation

/// A time of day and a clock of the screens, both stopped.
@MainActor final class StandingClock: ContentClock {
  var now: WallTime
  let isRight = true
  var screens: any DisplayClock { standing }
  private let standing: ManualClock

  init(now: WallTime, at monotonic: MonotonicTime) {
    self.now = now
    standing = ManualClock(at: monotonic)
  }

  func moment(of time: WallTime) -> MonotonicTime { .zero }
  func observe(_ didChange: @escaping () -> Void) -> AnyObject { self }
}
