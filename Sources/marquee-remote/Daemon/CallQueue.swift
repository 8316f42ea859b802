internal import ControlClient
internal import ControlProtocol
internal import Dispatch
internal import Synchronization

/// A connection to the daemon that sends one call after the other. After the connection is lost, the next call connects again.
final class CallQueue: Sendable {
  /// Timeouts in seconds.
  struct Timeouts: Sendable {
    /// Until the daemon's answer.
    var reply: Double
    /// From the request until the call is sent; a call that has waited longer is not sent.
    var queue: Double
  }

  /// The maximum number of waiting calls.
  private static let most = 64
  private let client = Mutex<ControlClient?>(nil)
  private let waiting = Mutex(0)
  private let queue: DispatchQueue
  private let socket: String?
  private let timeouts: @Sendable () -> Timeouts
  private let now: @Sendable () -> Double
  private let monitor: AnswerMonitor?

  /// Makes a queue for the daemon at `socket`, or at the path of the environment. Each call reads the timeouts and notifies `monitor`.
  init(
    _ name: String, socket: String?, timeouts: @autoclosure @escaping @Sendable () -> Timeouts,
    now: @escaping @Sendable () -> Double = { SystemTime.monotonic }, monitor: AnswerMonitor? = nil
  ) {
    queue = DispatchQueue(label: name)
    self.socket = socket
    self.monitor = monitor
    self.timeouts = timeouts
    self.now = now
  }

  /// Sends a call after the calls that already wait.
  func call<Parameters: ControlParameters>(_ parameters: Parameters) async throws(CallFailure) -> Parameters.Reply {
    let isAccepted = waiting.withLock { count in
      guard count < CallQueue.most else { return false }
      count += 1
      return true
    }
    guard isAccepted else { throw .busy }
    let enqueuedAt = now()
    let result = await withCheckedContinuation { continuation in
      queue.async {
        let result = self.send(parameters, enqueuedAt: enqueuedAt)
        self.waiting.withLock { $0 -= 1 }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }

  /// Makes the next call connect again. Call this after the daemon has restarted.
  func reset() {
    queue.async { self.client.withLock { $0 = nil } }
  }

  private func send<Parameters: ControlParameters>(
    _ parameters: Parameters, enqueuedAt: Double
  ) -> Result<Parameters.Reply, CallFailure> {
    let timeouts = timeouts()
    guard now() - enqueuedAt <= timeouts.queue else { return .failure(.late) }
    monitor?.callDidBegin()
    var isAnswered = false
    defer { monitor?.callDidEnd(isAnswered: isAnswered) }
    return client.withLock { client in
      do throws(ClientError) {
        let connected = if let client { client } else { try ControlClient.connect(to: socket) }
        client = connected
        let reply = try connected.call(parameters, timeoutSeconds: timeouts.reply)
        isAnswered = true
        return .success(reply)
      } catch {
        if case .timedOut = error {} else { isAnswered = true }
        // A refusal leaves the connection usable. Any other error does not.
        if case .failed = error {} else { client = nil }
        return .failure(.client(error))
      }
    }
  }
}

/// The timeouts of a server's queues.
struct CallTimeouts: Sendable {
  /// Actions with an immediate effect.
  var actions = CallQueue.Timeouts(reply: 2, queue: 1)
  /// Pictures and texts, for which a person can wait.
  var slides = CallQueue.Timeouts(reply: 15, queue: 15)
  /// Operations on a display, which may be slow.
  var screens = CallQueue.Timeouts(reply: 12, queue: 6)
  /// Pictures of the present state of a display.
  var previews = CallQueue.Timeouts(reply: 5, queue: 2)
}

enum CallFailure: Error {
  /// Too many calls wait already.
  case busy
  /// The call waited too long and was not sent, because its request may be outdated.
  case late
  case client(ClientError)
}

/// Detects a daemon that keeps its connections but does not answer, because it hangs or was stopped. A long call is no proof, because
/// displays are slow. So after `AnswerTimeout.limit` the monitor requests the talk on a separate connection. This request is cheap for the
/// daemon. The monitor does nothing while no call waits.
final class AnswerMonitor: Sendable {
  /// Seconds until the reply to the monitor's request.
  private static let timeout = 3.0

  private struct State {
    var timeout = AnswerTimeout()
    var isScheduled = false
    var isOver = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "marquee-monitor")
  private let socket: String?
  private let didChange: @Sendable (_ trouble: String?) -> Void

  /// `didChange` gets a sentence when the daemon stops answering, and nil when it answers again or its connection has ended.
  init(socket: String?, didChange: @escaping @Sendable (_ trouble: String?) -> Void) {
    self.socket = socket
    self.didChange = didChange
  }

  private var now: Double { SystemTime.monotonic }

  func callDidBegin() {
    let now = now
    let begins = state.withLock { state in
      state.timeout.callDidBegin(at: now)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if begins { schedule(in: AnswerTimeout.limit) }
  }

  func callDidEnd(isAnswered: Bool) {
    let now = now
    state.withLock { $0.timeout.callDidEnd(isAnswered: isAnswered, at: now) }
  }

  func stop() { state.withLock { $0.isOver = true } }

  private var isOver: Bool { state.withLock { $0.isOver } }

  private func schedule(in seconds: Double) {
    queue.asyncAfter(deadline: .now() + seconds) { self.checkTimeout() }
  }

  private func checkTimeout() {
    let due = state.withLock { state in
      if state.timeout.due == nil || state.isOver { state.isScheduled = false }
      return state.isScheduled ? state.timeout.due : nil
    }
    guard let due else { return }
    guard due <= now else { return schedule(in: due - now) }
    requestTalk()
    let answeredAt = now
    state.withLock { $0.timeout.didAnswer(at: answeredAt) }
    schedule(in: AnswerTimeout.limit)
  }

  /// Requests the talk, and waits for the reply for as long as the daemon is silent.
  private func requestTalk() {
    var isSilent = false
    do throws(ClientError) {
      let talk = try ControlClient.connect(to: socket).talk(timeoutSeconds: AnswerMonitor.timeout)
      while !isOver, try !isAnswered(talk) {
        if !isSilent { didChange("marqueed does not answer") }
        isSilent = true
      }
    } catch {
      // The connection has ended. The followers of the daemon report that.
    }
    if isSilent { didChange(nil) }
  }

  private func isAnswered(_ talk: TalkReader) throws(ClientError) -> Bool {
    do throws(ClientError) {
      _ = try talk.next(timeoutSeconds: AnswerMonitor.timeout)
      return true
    } catch {
      guard case .timedOut = error else { throw error }
      return false
    }
  }
}

/// The time of the next check of the daemon, as a value. Times are seconds of a monotonic clock.
struct AnswerTimeout {
  /// The maximum time without an answer to any call, in seconds.
  static let limit = 3.0

  private var calls = 0
  private var lastAnswerAt = 0.0

  /// The time of the next check; nil while no call waits for an answer.
  var due: Double? { calls > 0 ? lastAnswerAt + AnswerTimeout.limit : nil }

  mutating func callDidBegin(at now: Double) {
    if calls == 0 { lastAnswerAt = now }
    calls += 1
  }

  mutating func callDidEnd(isAnswered: Bool, at now: Double) {
    calls -= 1
    if isAnswered { lastAnswerAt = now }
  }

  /// Records an answer that belongs to none of the calls.
  mutating func didAnswer(at now: Double) { lastAnswerAt = now }
}
