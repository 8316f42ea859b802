internal import ControlClient
internal import ControlProtocol
internal import Dispatch
internal import Glibc
internal import Synchronization

/// A connection to the daemon on which calls follow each other, made again when it was lost.
final class CallQueue: Sendable {
  /// How long calls may take, in seconds.
  struct Patience: Sendable {
    /// Until the daemon's answer.
    var answer: Double
    /// From the question until the call is made; one that has waited longer is not made any more.
    var turn: Double

    /// For what somebody does now and wants to see now.
    static let actions = Patience(answer: 2, turn: 1)
    /// For pictures and texts, which somebody can wait for.
    static let slides = Patience(answer: 15, turn: 15)
    /// For what is done to a display, which may take its time.
    static let screens = Patience(answer: 12, turn: 6)
    /// For how a display looks now; later it looks otherwise.
    static let looks = Patience(answer: 5, turn: 2)
  }

  /// How many calls may wait.
  static let most = 64
  private let client = Mutex<ControlClient?>(nil)
  private let waiting = Mutex(0)
  private let queue: DispatchQueue
  private let socket: String?
  private let patience: @Sendable () -> Patience
  private let now: @Sendable () -> Double
  private let silence: AnswerMonitor?

  /// A lane by a name, to the daemon at `socket`, or where the environment says that it is; each call asks for the patience.
  ///
  /// `silence` is told of each call.
  init(
    _ name: String, socket: String?, patience: @autoclosure @escaping @Sendable () -> Patience,
    now: @escaping @Sendable () -> Double = { SystemTime.monotonic }, silence: AnswerMonitor? = nil
  ) {
    queue = DispatchQueue(label: name)
    self.socket = socket
    self.silence = silence
    self.patience = patience
    self.now = now
  }

  /// Calls after those that wait already.
  func call<Parameters: ControlParameters>(_ parameters: Parameters) async throws(CallFailure) -> Parameters.Reply {
    guard enter() else { throw .busy }
    let asked = now()
    let result = await withCheckedContinuation { continuation in
      queue.async {
        let result = self.make(parameters, asked: asked)
        self.waiting.withLock { $0 -= 1 }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }

  /// The next call makes its connection anew: the daemon is another one.
  func reset() {
    queue.async { self.client.withLock { $0 = nil } }
  }

  private func make<Parameters: ControlParameters>(
    _ parameters: Parameters, asked: Double
  ) -> Result<Parameters.Reply, CallFailure> {
    let patience = patience()
    guard now() - asked <= patience.turn else { return .failure(.late) }
    silence?.callDidBegin()
    var isAnswered = false
    defer { silence?.callDidEnd(isAnswered: isAnswered) }
    return client.withLock { client in
      do throws(ClientError) {
        if client == nil { client = try self.connect() }
        guard let client else { throw .lost(reason: "there is no connection") }
        let reply = try client.call(parameters, timeoutSeconds: patience.answer)
        isAnswered = true
        return .success(reply)
      } catch {
        if case .timedOut = error {} else { isAnswered = true }
        // A refusal is an answer; after all else the connection is of no more use.
        if case .failed = error {} else { client = nil }
        return .failure(.client(error))
      }
    }
  }

  private func enter() -> Bool {
    waiting.withLock { count in
      guard count < CallQueue.most else { return false }
      count += 1
      return true
    }
  }

  private func connect() throws(ClientError) -> ControlClient {
    if let socket { try ControlClient(path: socket) } else { try ControlClient() }
  }
}

/// How long each lane of a server waits.
struct CallTimeouts: Sendable {
  var actions = CallQueue.Patience.actions
  var slides = CallQueue.Patience.slides
  var screens = CallQueue.Patience.screens
  var looks = CallQueue.Patience.looks
}

/// Why a call to the daemon did not succeed.
enum CallFailure: Error {
  /// So many calls wait already that this one was not taken.
  case busy
  /// Its turn came so late that whoever asked may have thought better of it: it was not made.
  case late
  /// The client's own reason.
  case client(ClientError)
}

/// Notices that the daemon answers nobody, although its connections are there: it hangs, or was stopped.
///
/// A call that waits for long is no sign of that, since displays take their time. After a while it is asked for the talk on a connection of
/// its own, which costs it nothing. Nothing is asked while no call waits.
final class AnswerMonitor: Sendable {
  /// Seconds for the answer to that question.
  private static let patience = 3.0

  private struct State {
    var timeout = AnswerTimeout()
    var isScheduled = false
    var isOver = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "marquee-silence")
  private let socket: String?
  private let changed: @Sendable (_ trouble: String?) -> Void

  /// `changed` gets a sentence if the daemon is silent, and nil if it answers again or its connection has ended.
  init(socket: String?, changed: @escaping @Sendable (_ trouble: String?) -> Void) {
    self.socket = socket
    self.changed = changed
  }

  private var now: Double { SystemTime.monotonic }

  /// A call is sent to the daemon.
  func callDidBegin() {
    let now = now
    let begins = state.withLock { state in
      state.timeout.callDidBegin(at: now)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if begins { schedule(in: AnswerTimeout.patience) }
  }

  /// A call has ended: by an answer, or without one.
  func callDidEnd(isAnswered: Bool) {
    let now = now
    state.withLock { $0.timeout.callDidEnd(isAnswered: isAnswered, at: now) }
  }

  /// Nothing is found out any more.
  func stop() { state.withLock { $0.isOver = true } }

  private var isOver: Bool { state.withLock { $0.isOver } }

  private func schedule(in seconds: Double) {
    queue.asyncAfter(deadline: .now() + seconds) { self.look() }
  }

  private func look() {
    let due = state.withLock { state in
      if state.timeout.due == nil || state.isOver { state.isScheduled = false }
      return state.isScheduled ? state.timeout.due : nil
    }
    guard let due else { return }
    guard due <= now else { return schedule(in: due - now) }
    ask()
    let heard = now
    state.withLock { $0.timeout.didHear(at: heard) }
    schedule(in: AnswerTimeout.patience)
  }

  /// Asks, and waits for the answer for as long as the daemon is silent.
  private func ask() {
    var isSilent = false
    do throws(ClientError) {
      let client = if let socket { try ControlClient(path: socket) } else { try ControlClient() }
      let talk = try client.talk(timeoutSeconds: AnswerMonitor.patience)
      while !isOver, try !isAnswered(talk) {
        if !isSilent { changed("marqueed does not answer") }
        isSilent = true
      }
    } catch {
      // The connection has ended: those who follow the daemon notice that too.
    }
    if isSilent { changed(nil) }
  }

  private func isAnswered(_ talk: TalkReader) throws(ClientError) -> Bool {
    do throws(ClientError) {
      _ = try talk.next(timeoutSeconds: AnswerMonitor.patience)
      return true
    } catch {
      guard case .timedOut = error else { throw error }
      return false
    }
  }
}

/// When it is to be found out whether the daemon answers: a value, whose times are seconds of a clock that only goes forward.
struct AnswerTimeout {
  /// How long all calls together may be without an answer.
  static let patience = 3.0

  private var calls = 0
  private var heardAt = 0.0

  /// The time at which it is due; nil while no call waits for an answer.
  var due: Double? { calls > 0 ? heardAt + AnswerTimeout.patience : nil }

  /// A call is sent.
  mutating func callDidBegin(at now: Double) {
    if calls == 0 { heardAt = now }
    calls += 1
  }

  /// A call has ended: by an answer, or without one.
  mutating func callDidEnd(isAnswered: Bool, at now: Double) {
    calls -= 1
    if isAnswered { heardAt = now }
  }

  /// The daemon has answered otherwise.
  mutating func didHear(at now: Double) { heardAt = now }
}
