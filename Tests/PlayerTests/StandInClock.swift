import Content
import ContentModel
import DisplayTypes
import Presentation

/// A time of day that follows the simulated clock, until the test sets it.
@MainActor
final class StandInClock: ContentClock {
  private final class Observer {
    let didChange: () -> Void
    init(_ didChange: @escaping () -> Void) { self.didChange = didChange }
  }

  private struct HeldWeakly {
    weak var observer: Observer?
  }

  let screens: any DisplayClock
  private var offset: Int64
  private var observers: [HeldWeakly] = []
  var isRight = true {
    didSet { notify() }
  }

  init(_ screens: any DisplayClock, startingAt time: WallTime) {
    self.screens = screens
    offset = time.nanoseconds - Int64(screens.now.nanoseconds)
  }

  var now: WallTime { time(at: screens.now) }

  func time(at moment: MonotonicTime) -> WallTime {
    WallTime(nanoseconds: Int64(moment.nanoseconds) + offset)
  }

  func set(_ time: WallTime) {
    offset = time.nanoseconds - Int64(screens.now.nanoseconds)
    notify()
  }

  func moment(of time: WallTime) -> MonotonicTime {
    let moment = time.nanoseconds.subtractingReportingOverflow(offset)
    return MonotonicTime(nanoseconds: moment.overflow || moment.partialValue < 0 ? 0 : UInt64(moment.partialValue))
  }

  func observe(_ didChange: @escaping () -> Void) -> AnyObject {
    let observer = Observer(didChange)
    observers.append(HeldWeakly(observer: observer))
    return observer
  }

  private func notify() {
    for observer in observers.compactMap(\.observer) { observer.didChange() }
  }
}
