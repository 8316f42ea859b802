/// The samples of one clip that wait for their time. Where samples are missing or replaced, the sound fades, because a step would be heard as a
/// click.
package struct SoundQueue {
  /// The largest number of pairs that wait, 1.4 s.
  private static let capacity: Int64 = 65_536
  /// The pairs of a fade, 2 ms.
  package static let fade = 96

  /// The pairs by their index, modulo the capacity.
  private var samples = [Int16](repeating: 0, count: Int(capacity) * 2)
  /// The next pair to mix.
  private var begin: Int64
  /// The first pair that has not come.
  private var end: Int64
  /// Whether the last samples have faded, so that the next ones must fade in.
  private var hasFaded = true
  private var gain: Float = 0
  /// The volume from 0 to 1. The sound follows within one mix.
  package var volume: Float = 0

  /// - Parameter index: the first pair to mix.
  package init(at index: Int64) { (begin, end) = (index, index) }

  /// Whether no samples wait.
  package var isEmpty: Bool { end <= begin }

  /// Adds the samples of a block. Those that come too late or too early are dropped.
  package mutating func add(_ block: SoundBlock) {
    // An index may have any value.
    guard block.index > begin - Self.capacity, block.index < begin + Self.capacity else { return }
    let late = Int(max(0, begin - block.index))
    let first = block.index + Int64(late)
    let count = block.pairs - late
    guard first + Int64(max(0, count)) <= begin + Self.capacity else { return }
    if first < end {
      fadeOut(before: first)
      end = first
    }
    guard count > 0 else { return }
    if first > end {
      fadeOut(before: end)
      for index in end..<first { set(index, 0, 0) }
      end = first
    }
    for pair in late..<block.pairs {
      set(end, block.samples[2 * pair], block.samples[2 * pair + 1])
      end += 1
    }
    if hasFaded { fadeIn(at: first) }
    hasFaded = false
  }

  /// Adds the next samples to a sum, and ends them.
  package mutating func mix(into sum: inout [Int32]) {
    let count = sum.count / 2
    let last = begin + Int64(count)
    // Samples that end soon fade now, because nothing may follow them.
    if end < last + Int64(Self.fade) { fadeOut(before: end) }
    let step = (volume - gain) / Float(max(1, count))
    let available = Int(max(0, min(end, last) - begin))
    for pair in 0..<available {
      let place = Self.place(of: begin + Int64(pair))
      let level = gain + step * Float(pair + 1)
      sum[2 * pair] += Int32(Float(samples[place]) * level)
      sum[2 * pair + 1] += Int32(Float(samples[place + 1]) * level)
    }
    gain = volume
    begin = last
    if end < begin {
      end = begin
      hasFaded = true
    }
  }

  /// Continues at another pair, without the samples before it.
  package mutating func skip(to index: Int64) {
    guard index != begin else { return }
    begin = index
    if end <= begin || end > begin + Self.capacity {
      end = begin
      hasFaded = true
    } else {
      fadeIn(at: begin)
    }
  }

  private static func place(of index: Int64) -> Int { Int(((index % capacity) + capacity) % capacity) * 2 }

  private mutating func set(_ index: Int64, _ left: Int16, _ right: Int16) {
    let place = Self.place(of: index)
    (samples[place], samples[place + 1]) = (left, right)
  }

  private mutating func scale(_ index: Int64, by factor: Float) {
    let place = Self.place(of: index)
    samples[place] = Int16(Float(samples[place]) * factor)
    samples[place + 1] = Int16(Float(samples[place + 1]) * factor)
  }

  /// Fades the last samples before a pair.
  private mutating func fadeOut(before index: Int64) {
    guard !hasFaded else { return }
    hasFaded = true
    let first = max(begin, index - Int64(Self.fade))
    guard first < index else { return }
    for place in first..<index { scale(place, by: Float(index - place - 1) / Float(index - first)) }
  }

  private mutating func fadeIn(at index: Int64) {
    let last = min(end, index + Int64(Self.fade))
    guard index < last else { return }
    for place in index..<last { scale(place, by: Float(place - index) / Float(last - index)) }
  }
}
