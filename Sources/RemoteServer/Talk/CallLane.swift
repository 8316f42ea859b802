internal import ControlClient
internal import ControlProtocol
internal import Dispatch
internal import Glibc
internal import Synchronization

/// A connection to the daemon on which calls follow each other, made again when it was lost.
final class CallLane: Sendable {
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
  private let silence: SilenceWatch?

  /// A lane by a name, to the daemon at `socket`, or where the environment says that it is; each call asks for the patience.
  ///
  /// `silence` is told of each call.
  init(
    _ name: String, socket: String?, patience: @autoclosure @escaping @Sendable () -> Patience,
    now: @escaping @Sendable () -> Double = { SystemTime.monotonic }, silence: SilenceWatch? = nil
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
      guard count < CallLane.most else { return false }
      count += 1
      return true
    }
  }

  private func connect() throws(ClientError) -> ControlClient {
    if let socket { try ControlClient(path: socket) } else { try ControlClient() }
  }
}

/// How long each lane of a server waits.
struct LanePatience: Sendable {
  var actions = CallLane.Patience.actions
  var slides = CallLane.Patience.slides
  var screens = CallLane.Patience.screens
  var looks = CallLane.Patience.looks
}
