import Content
import ContentModel
import DisplayTypes
import Presentation

/// A time of day and a clock of the screens that stand.
@MainActor final class StandingClock: ContentClock {
  var now: WallTime
  let isRight = true
  var screens: any DisplayClock { standing }
  private let standing: Standing

  init(now: WallTime, at monotonic: MonotonicTime) {
    self.now = now
    standing = Standing(now: monotonic)
  }

  func moment(of time: WallTime) -> MonotonicTime { .zero }
  func observe(_ didChange: @escaping () -> Void) -> AnyObject { self }

  private nonisolated final class Standing: DisplayClock {
    let now: MonotonicTime

    init(now: MonotonicTime) { self.now = now }

    func makeTimer(_ handler: @escaping () -> Void) -> any DisplayTimer { Never() }

    final class Never: DisplayTimer {
      var deadline: MonotonicTime? { nil }
      func arm(at time: MonotonicTime) {}
      func disarm() {}
    }
  }
}
