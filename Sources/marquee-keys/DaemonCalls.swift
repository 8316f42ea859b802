internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import EventLoop
internal import Glibc
internal import Synchronization
internal import SystemPackage

/// The connection for commands to the daemon. A call takes at most two seconds, so that a blocked daemon delays other keys no longer.
final class DaemonCalls {
  let connect: () throws(ClientError) -> ControlClient
  private var client: ControlClient?

  init(connect: @escaping () throws(ClientError) -> ControlClient = { () throws(ClientError) in try ControlClient() }) {
    self.connect = connect
  }

  func call<Parameters: ControlParameters>(_ parameters: Parameters) throws(ClientError) -> Parameters.Reply {
    let client = if let client { client } else { try connect() }
    self.client = client
    do throws(ClientError) {
      return try client.call(parameters, timeoutSeconds: 2)
    } catch {
      switch error {
      case .failed, .refused: break
      case .noDaemon, .timedOut, .lost, .invalidReply: close()
      }
      throw error
    }
  }

  /// Whether the daemon replies at once on another connection, because this connection may still have an earlier call. While the daemon is
  /// blocked, each key waits for this check. A running daemon replies within milliseconds.
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

  func close() { client = nil }
}

/// The events of the daemon, from a thread that subscribes again after each loss. Only the first event shows that the daemon runs. systemd
/// accepts connections to the socket without a daemon.
final class DaemonSubscription: Sendable {
  enum Message: Sendable {
    case connected
    case event(EventInfo)
    case absent(ClientError)
  }

  /// Readable when there are new messages.
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

  private func post(_ message: Message) {
    messages.withLock { $0.append(message) }
    wakeEvent.signal()
  }
}
