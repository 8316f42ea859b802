internal import Synchronization

/// The log of what was sent and acknowledged: it is on the host, where no cut reaches it.
final class KeptLog: Sendable {
  /// What is kept.
  enum Value: Hashable, Sendable {
    case userInfo
    case talk
    /// 0 for off, 1 for on.
    case power
    /// A file of this number; 0 for none.
    case upload(Int)
  }

  /// How many files are uploaded again and again.
  static let uploads = 0..<4
  /// How many pairings are tried after a cut.
  ///
  /// These are the newest ones: the program keeps 200.
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

  /// A number that nothing had before.
  func makeNumber() -> Int {
    state.withLock { state in
      state.number += 1
      return state.number
    }
  }

  /// A value is about to be sent.
  func send(_ value: Value, _ number: Int) { state.withLock { $0.histories[value]?.send(number) } }

  /// It was acknowledged.
  func acknowledge(_ value: Value, _ number: Int) {
    state.withLock { state in
      state.histories[value]?.acknowledge(number)
      state.acknowledged += 1
    }
  }

  /// A browser was paired: the answer has its cookie.
  func acknowledgePairing(_ cookie: String) {
    state.withLock { state in
      state.cookies = (state.cookies + [cookie]).suffix(Self.triedPairings)
      state.acknowledged += 1
    }
  }

  /// The newest pairings, the last one last.
  var cookies: [String] { state.withLock(\.cookies) }

  /// How many changes were acknowledged so far.
  var acknowledged: Int { state.withLock(\.acknowledged) }

  /// What was sent last.
  func last(_ value: Value) -> Int? { state.withLock { $0.histories[value]?.possible.last } }

  /// Whether a value may be there.
  func allows(_ value: Value, _ number: Int) -> Bool {
    state.withLock { $0.histories[value]?.possible.contains(number) == true }
  }

  /// Compares what is there after a cut with what was acknowledged.
  func find(_ value: Value, _ number: Int) throws(KeptLoss) {
    let loss = state.withLock { state -> KeptLoss? in
      let possible = state.histories[value]?.possible ?? []
      guard state.histories[value]?.find(number) != true else { return nil }
      return KeptLoss("\(value): \(number) is there, and may be there: \(possible); the first was acknowledged")
    }
    if let loss { throw loss }
  }
}
