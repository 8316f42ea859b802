public import DisplayTypes
internal import Synchronization

/// A change of one layer property over time; the display thread evaluates it for each frame.
public struct LayerAnimation: Equatable, Sendable {
  /// The property, with keyframes that are evenly spaced over one period.
  public enum AnimatedProperty: Equatable, Sendable {
    /// Offsets of the frame's origin in points, linear between keyframes.
    case offset([PointOffset])
    /// Opacities, linear between keyframes.
    case opacity([Double])
    /// The visible part of the contents, which jumps from keyframe to keyframe.
    case contentsRect([UnitRect])
  }

  /// The source of its time.
  public enum AnimationClock: Equatable, Sendable {
    /// Time since `start`; `period` is the length of a period in nanoseconds.
    case time(start: MonotonicTime, period: UInt64)
    /// The number of frames that the screen has shown of this tree; `period` is the number of frames in a period.
    case frames(period: UInt64)
  }

  /// The behaviour after a period.
  public enum Repeat: Equatable, Sendable {
    /// The layer stays at its last keyframe, at no cost.
    case once
    /// The animation begins again at its first keyframe.
    case forever
    /// The animation runs back and forth.
    case autoreverse
  }

  /// The animated property and its values.
  public var property: AnimatedProperty
  /// The source of its time.
  public var clock: AnimationClock
  /// The behaviour after a period.
  public var repeats: Repeat
  /// If set, times of the clock count from this moment, and not from the start of the screens' clock.
  package var origin: AnimationOrigin?

  /// Makes an animation; by default it ends after one period.
  public init(property: AnimatedProperty, clock: AnimationClock, repeats: Repeat = .once) {
    self.property = property
    self.clock = clock
    self.repeats = repeats
  }
}

/// The moment from which animations run, which the first refresh with their tree decides. Several trees may share it, so that a later
/// tree continues the animations of an earlier one. The display thread stores it once; any thread may read it.
package final class AnimationOrigin: Equatable, Sendable {
  /// Nanoseconds since boot; 0 until the first refresh.
  private let nanoseconds = Atomic<UInt64>(0)

  package init() {}

  /// Nil until the first refresh.
  package var time: MonotonicTime? {
    let nanoseconds = nanoseconds.load(ordering: .relaxed)
    return nanoseconds == 0 ? nil : MonotonicTime(nanoseconds: nanoseconds)
  }

  /// Stores the moment; later calls are ignored.
  package func start(at time: MonotonicTime) {
    _ = nanoseconds.compareExchange(expected: 0, desired: max(1, time.nanoseconds), ordering: .relaxed)
  }

  package static func == (left: AnimationOrigin, right: AnimationOrigin) -> Bool { left === right }
}

/// An offset in points, to the right and down.
public struct PointOffset: Hashable, Sendable {
  /// To the right.
  public var x: Double
  /// Down.
  public var y: Double

  /// Makes an offset; negative values are to the left and up.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

extension LayerAnimation {
  /// Whether the animation can change something after `time`; always true if it counts frames.
  func isRunning(at time: MonotonicTime) -> Bool {
    if isWaiting { return true }
    let time = ownTime(at: time)
    return switch (clock, repeats) {
    case (.time(let start, let period), .once): time < start.advanced(by: period)
    case (.time, .forever), (.time, .autoreverse), (.frames, _): true
    }
  }

  /// Whether its first refresh has yet to come.
  var isWaiting: Bool { origin.map { $0.time == nil } ?? false }

  /// The time from which the clock's times count.
  ///
  /// - Parameter lead: the time of an animation that waits for its first refresh, in nanoseconds.
  func ownTime(at time: MonotonicTime, lead: UInt64 = 0) -> MonotonicTime {
    guard let origin else { return time }
    return MonotonicTime(nanoseconds: origin.time.map { time.nanoseconds(since: $0) } ?? lead)
  }

  /// The elapsed part of the period, and the period, which is at least 1.
  private func part(time: MonotonicTime, frameNumber: UInt64) -> (part: UInt64, period: UInt64) {
    let elapsed: UInt64
    let period: UInt64
    switch clock {
    case .time(let start, let length): (elapsed, period) = (time.nanoseconds(since: start), length)
    case .frames(let length): (elapsed, period) = (frameNumber, length)
    }
    guard period > 0 else { return (1, 1) }
    switch repeats {
    case .once: return (min(elapsed, period), period)
    case .forever: return (elapsed % period, period)
    case .autoreverse:
      let (round, rest) = elapsed.quotientAndRemainder(dividingBy: period)
      return (round % 2 == 0 ? rest : period - rest, period)
    }
  }

  /// The value between the two keyframes around the current time; nil without keyframes.
  func interpolated<Value>(
    _ keyframes: [Value], time: MonotonicTime, frameNumber: UInt64, between: (Value, Value, Double) -> Value
  ) -> Value? {
    guard let last = keyframes.indices.last else { return nil }
    let (part, period) = part(time: time, frameNumber: frameNumber)
    let position = Double(part) / Double(period) * Double(last)
    let index = min(max(Int(position), 0), last)
    return between(keyframes[index], keyframes[min(index + 1, last)], position - Double(index))
  }

  /// The keyframe at the current time; each has an equal share of the period. Nil without keyframes.
  func stepped<Value>(_ keyframes: [Value], time: MonotonicTime, frameNumber: UInt64) -> Value? {
    guard let last = keyframes.indices.last else { return nil }
    // Uses whole numbers: a quotient of 49 frames in 49 steps would be late for some of them.
    let (part, period) = part(time: time, frameNumber: frameNumber)
    let (index, _) = period.dividingFullWidth(part.multipliedFullWidth(by: UInt64(keyframes.count)))
    return keyframes[Int(clamping: min(index, UInt64(last)))]
  }
}
