public import DisplayTypes

/// A change of one property of a layer over time.
///
/// The display thread evaluates it for every frame, without asking anybody.
public struct LayerAnimation: Equatable, Sendable {
  /// What is animated, with its values.
  ///
  /// `keyframes` are evenly spaced over one period.
  public enum Property: Equatable, Sendable {
    /// The frame's origin moves by these offsets in points, between neighbouring keyframes in a straight line.
    case offset([PointOffset])
    /// The opacity, in a straight line between neighbouring keyframes.
    case opacity([Double])
    /// The part of the contents that is shown; jumps from keyframe to keyframe.
    case contentsRect([UnitRect])
  }

  /// What drives it.
  public enum Clock: Equatable, Sendable {
    /// Time since `start`; a period lasts so many nanoseconds.
    case time(start: MonotonicTime, period: UInt64)
    /// The number of frames that the screen has shown of this tree; a period lasts so many frames.
    case frames(period: UInt64)
  }

  /// What happens after a period.
  public enum Repeat: Equatable, Sendable {
    /// It stays at its last keyframe and costs nothing any more.
    case once
    /// It begins again at its first keyframe.
    case forever
    /// It goes back and forth.
    case autoreverse
  }

  /// What is animated, and how.
  public var property: Property
  /// What drives it.
  public var clock: Clock
  /// What happens after a period.
  public var repeats: Repeat

  /// Makes an animation; without `repeats` it ends after one period.
  public init(property: Property, clock: Clock, repeats: Repeat = .once) {
    self.property = property
    self.clock = clock
    self.repeats = repeats
  }
}

extension LayerAnimation {
  /// Whether it still changes anything after `time`.
  ///
  /// One that counts frames runs for ever unless it runs once; then it is
  /// taken to run, since time does not tell.
  public func isRunning(at time: MonotonicTime) -> Bool {
    switch (clock, repeats) {
    case (.time(let start, let period), .once): time < start.advanced(by: period)
    case (.time, .forever), (.time, .autoreverse), (.frames, _): true
    }
  }
}
