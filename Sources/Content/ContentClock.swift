public import DisplayTypes
public import Presentation

/// The time of day beside the clock of the screens.
public protocol ContentClock: AnyObject {
  /// The time of day.
  var now: WallTime { get }
  /// Whether that is known to be right.
  var isRight: Bool { get }
  /// The clock of the screens, which timers and animations go by.
  var screens: any DisplayClock { get }

  /// The moment on the screens' clock at which the time of day will be `time`, as far as is known now; zero for one long ago.
  func moment(of time: WallTime) -> MonotonicTime

  /// Calls back when the time of day was set, or `isRight` is another.
  ///
  /// Lasts as long as what it returns.
  func observe(_ didChange: @escaping () -> Void) -> AnyObject
}
