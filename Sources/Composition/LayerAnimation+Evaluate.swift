internal import DisplayTypes

extension LayerAnimation {
  /// How far into the animation a frame is: 0 at the first keyframe, 1 at the end of the period.
  func progress(time: MonotonicTime, frameNumber: UInt64) -> Double {
    let (part, period) = part(time: time, frameNumber: frameNumber)
    return Double(part) / Double(period)
  }

  /// The same as a quotient: a part of the period, which is at least 1.
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
    // In whole numbers: a quotient of 49 frames in 49 steps would be late for some of them.
    let (part, period) = part(time: time, frameNumber: frameNumber)
    let (index, _) = period.dividingFullWidth(part.multipliedFullWidth(by: UInt64(keyframes.count)))
    return keyframes[Int(clamping: min(index, UInt64(last)))]
  }
}
