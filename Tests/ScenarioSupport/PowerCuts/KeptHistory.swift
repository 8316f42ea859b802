/// The sent and acknowledged numbers of one kept value, and so the values that may exist after a power cut.
struct KeptHistory: Equatable, Sendable {
  /// The last acknowledged or found value, and all values that were sent after it.
  private(set) var possible: [Int]

  /// - Parameter value: The value before the first change.
  init(_ value: Int) { possible = [value] }

  /// Call it before a value is sent.
  mutating func send(_ value: Int) { possible.append(value) }

  /// A value was acknowledged, so no value before it may exist any more.
  mutating func acknowledge(_ value: Int) {
    if let place = possible.lastIndex(of: value) { possible.removeFirst(place) }
  }

  /// A value exists after a cut. Returns whether it is allowed.
  mutating func find(_ value: Int) -> Bool {
    defer { possible = [value] }
    return possible.contains(value)
  }
}
