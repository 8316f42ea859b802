internal import DisplayTypes

extension LayerAnimation {
  /// How far into the animation a frame is: 0 at the first keyframe, 1 at the end of the period.
  func progress(time: MonotonicTime, frameNumber: UInt64) -> Double {
    let elapsed: UInt64
    let period: UInt64
    switch clock {
    case .time(let start, let length): (elapsed, period) = (time.nanoseconds(since: start), length)
    case .frames(let length): (elapsed, period) = (frameNumber, length)
    }
    guard period > 0 else { return 1 }
    switch repeats {
    case .once: return min(1, Double(elapsed) / Double(period))
    case .forever: return Double(elapsed % period) / Double(period)
    case .autoreverse:
      let (round, rest) = elapsed.quotientAndRemainder(dividingBy: period)
      let share = Double(rest) / Double(period)
      return round % 2 == 0 ? share : 1 - share
    }
  }

  /// The value between the two keyframes around the frame; nil without keyframes.
  func interpolated<Value>(
    _ keyframes: [Value], time: MonotonicTime, frameNumber: UInt64, between: (Value, Value, Double) -> Value
  ) -> Value? {
    guard let last = keyframes.indices.last else { return nil }
    let position = progress(time: time, frameNumber: frameNumber) * Double(last)
    let index = min(max(Int(position), 0), last)
    return between(keyframes[index], keyframes[min(index + 1, last)], position - Double(index))
  }

  /// The keyframe whose equal share of the period the frame is in; nil without keyframes.
  func stepped<Value>(_ keyframes: [Value], time: MonotonicTime, frameNumber: UInt64) -> Value? {
    guard let last = keyframes.indices.last else { return nil }
    let position = progress(time: time, frameNumber: frameNumber) * Double(keyframes.count)
    return keyframes[min(max(Int(position), 0), last)]
  }
}
