internal import ControlClient
internal import ControlProtocol
internal import Dispatch
internal import Synchronization

/// A connection to the daemon on which calls follow each other, made again when it was lost.
final class CallLane: Sendable {
  /// How many calls may wait.
  static let most = 64
  private let client = Mutex<ControlClient?>(nil)
  private let waiting = Mutex(0)
  private let queue: DispatchQueue
  private let socket: String?

  /// A lane by a name, to the daemon at `socket`, or where the environment says that it is.
  init(_ name: String, socket: String?) {
    queue = DispatchQueue(label: name)
    self.socket = socket
  }

  /// Calls after those that wait already.
  func call<Parameters: ControlParameters>(_ parameters: Parameters) async throws(CallFailure) -> Parameters.Reply {
    guard enter() else { throw .busy }
    let result = await withCheckedContinuation { continuation in
      queue.async {
        let result: Result<Parameters.Reply, CallFailure> = self.client.withLock { client in
          do throws(ClientError) {
            if client == nil { client = try self.connect() }
            guard let client else { throw .lost(reason: "there is no connection") }
            return .success(try client.call(parameters, timeoutSeconds: 15))
          } catch {
            // A refusal is an answer; after all else the connection is of no more use.
            if case .failed = error {} else { client = nil }
            return .failure(.client(error))
          }
        }
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
