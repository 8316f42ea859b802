internal import Synchronization

/// The log of sent and acknowledged changes. It is on the host, where no cut reaches it.
final class KeptLog: Sendable {
  /// A kept value.
  enum Value: Hashable, Sendable {
    case userInfo
    case talk
    /// 0 for off, 1 for on.
    case power
    /// The file with this number; 0 for no file.
    case upload(Int)
  }

  /// The files that are uploaded repeatedly.
  static let uploads = 0..<4
  /// The number of pairings that are tried after a cut.
  ///
  /// The newest pairings are tried, because the program keeps 200.
  private static let triedPairings = 6

  private struct State: Sendable {
    var number = 0
    var histories: [Value: KeptHistory] = [:]
    var cookies: [String] = []
    var acknowledged = 0
  }

  private let state: Mutex<State>

  init() {
    var state = State()
    for value in [.userInfo, .talk] + Self.uploads.map(Value.upload) { state.histories[value] = KeptHistory(0) }
    state.histories[.power] = KeptHistory(1)
    self.state = Mutex(state)
  }

  /// A new number.
  func makeNumber() -> Int {
    state.withLock { state in
      state.number += 1
      return state.number
    }
  }

  /// Call it before a value is sent.
  func send(_ value: Value, _ number: Int) { state.withLock { $0.histories[value]?.send(number) } }

  /// A value was acknowledged.
  func acknowledge(_ value: Value, _ number: Int) {
    state.withLock { state in
      state.histories[value]?.acknowledge(number)
      state.acknowledged += 1
    }
  }

  /// A browser was paired. The answer contains its cookie.
  func acknowledgePairing(_ cookie: String) {
    state.withLock { state in
      state.cookies = (state.cookies + [cookie]).suffix(Self.triedPairings)
      state.acknowledged += 1
    }
  }

  /// The newest pairings, with the last one at the end.
  var cookies: [String] { state.withLock(\.cookies) }

  /// The number of acknowledged changes so far.
  var acknowledged: Int { state.withLock(\.acknowledged) }

  /// The last number that was sent.
  func last(_ value: Value) -> Int? { state.withLock { $0.histories[value]?.possible.last } }

  /// Whether a value is allowed.
  func allows(_ value: Value, _ number: Int) -> Bool {
    state.withLock { $0.histories[value]?.possible.contains(number) == true }
  }

  /// Compares a value after a cut with the acknowledged values.
  func find(_ value: Value, _ number: Int) throws(KeptLoss) {
    let loss = state.withLock { state -> KeptLoss? in
      let possible = state.histories[value]?.possible ?? []
      guard state.histories[value]?.find(number) != true else { return nil }
      return KeptLoss("\(value): \(number) is there, and may be there: \(possible); the first was acknowledged")
    }
    if let loss { throw loss }
  }
}
