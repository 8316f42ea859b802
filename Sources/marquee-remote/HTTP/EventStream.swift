internal import Synchronization

/// The bytes of an answer without a known end, in pieces. Any thread may add pieces. A slow reader loses the oldest pieces.
final class EventStream: Sendable {
  private struct State: Sendable {
    var waiting: [[UInt8]] = []
    var isFinished = false
    var isClosed = false
    var wake: (@Sendable () -> Void)?
    var closed: (@Sendable () -> Void)?
  }

  private let most: Int
  private let state = Mutex(State())

  /// Makes a stream in which at most `most` pieces wait.
  init(most: Int) {
    self.most = most
  }

  func send(_ piece: [UInt8]) {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isClosed, !state.isFinished, !piece.isEmpty else { return nil }
      if state.waiting.count >= most { state.waiting.removeFirst() }
      state.waiting.append(piece)
      return state.wake
    }
    wake?()
  }

  /// Ends the stream after the waiting pieces.
  func finish() {
    let wake = state.withLock { state in
      state.isFinished = true
      return state.wake
    }
    wake?()
  }

  /// Calls `body` once, after the reader has left or has read everything.
  func onClose(_ body: @escaping @Sendable () -> Void) {
    let isClosed = state.withLock { state in
      state.closed = body
      return state.isClosed
    }
    if isClosed { body() }
  }

  /// Removes and returns the oldest waiting piece, or nil if there is none.
  func next() -> [UInt8]? {
    state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }

  /// Whether the stream has ended and no piece waits.
  var isAtEnd: Bool { state.withLock { $0.isFinished && $0.waiting.isEmpty } }

  /// Calls `wake` after each piece, and at the end.
  func attach(_ wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

  /// Ends the stream because its reader has left.
  func close() {
    let closed = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isClosed else { return nil }
      (state.isClosed, state.wake, state.waiting) = (true, nil, [])
      return state.closed
    }
    closed?()
  }
}
