internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import EventLoop
internal import Glibc
internal import Synchronization
internal import SystemPackage

/// The connection for commands to the daemon.
///
/// A call takes at most two seconds, so that a blocked daemon does not delay other keys for longer.
final class DaemonCalls {
  private static let seconds = 2.0
  /// Makes a connection.
  let connect: () throws(ClientError) -> ControlClient
  private var client: ControlClient?

  init(connect: @escaping () throws(ClientError) -> ControlClient = { () throws(ClientError) in try ControlClient() }) {
    self.connect = connect
  }

  /// Calls a method.
  func call<Parameters: ControlParameters>(_ parameters: Parameters) throws(ClientError) -> Parameters.Reply {
    let client: ControlClient
    if let own = self.client { client = own } else { client = try connect() }
    self.client = client
    do throws(ClientError) {
      return try client.call(parameters, timeoutSeconds: Self.seconds)
    } catch {
      switch error {
      case .failed, .refused: break
      case .noDaemon, .timedOut, .lost, .invalidReply: self.client = nil
      }
      throw error
    }
  }

  /// Whether the daemon answers at once, on a connection of its own: the other one may still hold an earlier call.
  ///
  /// Each key waits for this while the daemon stands still; a daemon that runs answers within milliseconds.
  func isAnswered() -> Bool {
    do throws(ClientError) {
      _ = try connect().call(GetTalkCall(), timeoutSeconds: 0.2)
      return true
    } catch .failed {
      return true
    } catch {
      return false
    }
  }

  /// Lets the connection go.
  func close() { client = nil }
}

/// The state of the daemon and its events, from a thread that subscribes to events again and again.
///
/// Only the first event shows that the daemon runs: systemd accepts connections to its socket without one.
final class DaemonSubscription: Sendable {
  /// A message of the thread.
  enum Message: Sendable {
    /// A daemon is there.
    case connected
    /// Something has happened there.
    case event(EventInfo)
    /// The daemon is not available.
    case absent(ClientError)
  }

  /// Rung when there is something new.
  let wakeEvent: WakeEvent
  private let messages = Mutex<[Message]>([])

  init() throws(Errno) {
    wakeEvent = try WakeEvent()
  }

  func start() throws(Errno) {
    _ = try LoopThread.start(name: "daemon") { [self] in
      var backoff = Backoff(first: 100_000_000, longest: 5_000_000_000)
      while true {
        do throws(ClientError) {
          // No time limit: systemd keeps the connection until the daemon accepts it.
          let reader = try ControlClient().events(timeoutSeconds: nil)
          while let event = try reader.next() {
            backoff.reset()
            if event.event == .snapshot { post(.connected) }
            if event.event != .sceneDidPresent { post(.event(event)) }
          }
          post(.absent(.lost(reason: "it was closed by the daemon")))
        } catch {
          post(.absent(error))
        }
        poll(nil, 0, Int32(clamping: backoff.next() / 1_000_000))
      }
    }
  }

  /// Takes the new messages in order.
  func take() -> [Message] {
    wakeEvent.reset()
    return messages.withLock { all in
      defer { all = [] }
      return all
    }
  }

  private func post(_ item: Message) {
    messages.withLock { $0.append(item) }
    wakeEvent.signal()
  }
}
