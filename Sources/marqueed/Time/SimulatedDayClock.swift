import Content
import DisplayTypes
import Presentation
import SimulatedBackend

/// The time of day of simulated displays: goes with their clock, stands still with it, and is advanced with it.
final class SimulatedDayClock: ContentClock {
  /// Shows what the display thread's clock shows.
  let follower: SimulatedClock
  private(set) var isRight = true
  private let observers = ClockObservers()
  /// The time of day when the screens' clock showed zero.
  private var origin: WallTime

  /// Takes a clock of the main thread, and the time of day that it is now.
  init(follower: SimulatedClock, now: WallTime = SystemDayClock.systemTime) {
    self.follower = follower
    origin = now.advanced(by: -follower.now.signedNanoseconds)
  }

  var now: WallTime { origin.advanced(by: follower.now.signedNanoseconds) }
  var screens: any DisplayClock { follower }

  func moment(of time: WallTime) -> MonotonicTime {
    MonotonicTime.zero.advanced(bySigned: time.nanoseconds(since: origin))
  }

  func observe(_ didChange: @escaping () -> Void) -> AnyObject { observers.add(didChange) }

  /// Somebody sets it; nil: it is not known to be right any more.
  func set(_ time: WallTime?) {
    isRight = time != nil
    if let time { origin = time.advanced(by: -follower.now.signedNanoseconds) }
    observers.tell()
  }
}
