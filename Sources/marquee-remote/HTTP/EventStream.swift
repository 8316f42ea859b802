internal import Synchronization

/// The bytes of an answer that has no end yet, in pieces; a reader that is slow loses the oldest of them.
///
/// Any thread may send.
public final class EventStream: Sendable {
  private struct State: Sendable {
    var waiting: [[UInt8]] = []
    /// Sending ends after what waits.
    var isFinished = false
    /// There is no reader any more.
    var isClosed = false
    var wake: (@Sendable () -> Void)?
    var closed: (@Sendable () -> Void)?
  }

  private let most: Int
  private let state = Mutex(State())

  /// Makes a stream in which so many pieces wait at most.
  public init(most: Int) {
    self.most = max(1, most)
  }

  /// Sends a piece.
  public func send(_ piece: [UInt8]) {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isClosed, !state.isFinished, !piece.isEmpty else { return nil }
      if state.waiting.count >= most { state.waiting.removeFirst() }
      state.waiting.append(piece)
      return state.wake
    }
    wake?()
  }

  /// Ends the stream after what waits.
  public func finish() {
    let wake = state.withLock { state in
      state.isFinished = true
      return state.wake
    }
    wake?()
  }

  /// Calls this once, when the reader has gone or has read everything.
  public func onClose(_ body: @escaping @Sendable () -> Void) {
    let isClosed = state.withLock { state in
      state.closed = body
      return state.isClosed
    }
    if isClosed { body() }
  }

  /// The oldest piece that waits; nil if there is none.
  package func next() -> [UInt8]? {
    state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }

  /// Whether nothing waits, and nothing comes any more.
  package var isAtEnd: Bool { state.withLock { $0.isFinished && $0.waiting.isEmpty } }

  /// Calls this after each piece, and at the end.
  func attach(_ wake: @escaping @Sendable () -> Void) {
    state.withLock { $0.wake = wake }
  }

  /// The reader has gone.
  func close() {
    let closed = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isClosed else { return nil }
      (state.isClosed, state.wake) = (true, nil)
      state.waiting = []
      return state.closed
    }
    closed?()
  }
}

/// Who follows a stream of events, and with which pairing: a value.
struct StreamListeners {
  /// How many may listen.
  static let most = 200
  /// How many of them with one pairing; the oldest goes, since a page that was left may be dead without saying so.
  static let mostOfSession = 4

  /// One of them.
  struct One: Sendable {
    let session: String
    let role: RemoteRole
    /// Said first with each state, since one that is not read gives way to the next.
    let greeting: [UInt8]
    let stream: EventStream
  }

  private var next = 0
  private(set) var all: [Int: One] = [:]

  /// Takes one in, for whom another may go; no key where too many listen.
  mutating func add(_ one: One) -> (key: Int?, before: One?) {
    let own = all.filter { $0.value.session == one.session }.keys
    let before = own.count >= StreamListeners.mostOfSession ? own.min().flatMap { all.removeValue(forKey: $0) } : nil
    guard all.count < StreamListeners.most else { return (nil, before) }
    next += 1
    all[next] = one
    return (next, before)
  }

  /// One has gone.
  mutating func remove(_ key: Int) {
    all[key] = nil
  }

  /// Takes out those of sessions, or every one; their streams are to be ended.
  mutating func remove(sessions: [String]?) -> [One] {
    let keys = all.filter { sessions?.contains($0.value.session) ?? true }.map(\.key)
    return keys.compactMap { all.removeValue(forKey: $0) }
  }
}
