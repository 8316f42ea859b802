/// Bytes on their way from one side to the other, in order.
struct WaitingBytes {
  private var bytes: [UInt8] = []
  private var taken = 0

  var count: Int { bytes.count - taken }
  var isEmpty: Bool { count == 0 }
  var front: ArraySlice<UInt8> { bytes[taken...] }

  mutating func append(_ more: ArraySlice<UInt8>) {
    bytes.append(contentsOf: more)
  }

  /// Forgets the first ones, which have gone.
  mutating func drop(_ count: Int) {
    taken = min(bytes.count, taken + max(0, count))
    if taken == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 16 * 1024)
      taken = 0
    } else if taken > 32 * 1024 {
      bytes.removeFirst(taken)
      taken = 0
    }
  }
}
