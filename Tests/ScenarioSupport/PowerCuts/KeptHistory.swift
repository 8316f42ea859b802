/// What was sent for one kept value and what of it was acknowledged: the values that may be there after a power cut.
struct KeptHistory: Equatable, Sendable {
  /// The value that was acknowledged or found last, and all that were sent after it.
  private(set) var possible: [Int]

  /// - Parameter value: What is there before anything was sent.
  init(_ value: Int) { possible = [value] }

  /// A value is about to be sent.
  mutating func send(_ value: Int) { possible.append(value) }

  /// It was acknowledged: no value before it may be there any more.
  mutating func acknowledge(_ value: Int) {
    if let place = possible.lastIndex(of: value) { possible.removeFirst(place) }
  }

  /// A value is there after a cut; whether it may be.
  mutating func find(_ value: Int) -> Bool {
    defer { possible = [value] }
    return possible.contains(value)
  }
}
