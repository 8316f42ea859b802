internal import ControlClient
internal import ControlProtocol
internal import EventLoop
internal import Glibc
internal import Synchronization
internal import SystemPackage

/// Whether a daemon is there, and what it tells: a thread of its own that subscribes to events, again and again.
///
/// Only where the first event has come does the daemon live: a socket that systemd holds can be connected to while none does.
final class DaemonLink: Sendable {
  /// What is new.
  enum News: Sendable {
    /// A daemon is there.
    case connected
    /// Something has happened there.
    case event(EventInfo)
    /// It is not there, or no more.
    case absent(ClientError)
  }

  /// Rung when there is something new.
  let bell: Doorbell
  private let news = Mutex<[News]>([])

  /// The first pause before it is looked for again, and the longest.
  private static let pauses: ClosedRange<Int32> = 100...5000

  init() throws(Errno) {
    bell = try Doorbell()
  }

  func start() throws(Errno) {
    _ = try LoopThread.start(name: "daemon") { [self] in
      var pause = Self.pauses.lowerBound
      while true {
        do throws(ClientError) {
          // No limit: systemd keeps the connection until the daemon takes it.
          let reader = try ControlClient().events(timeoutSeconds: nil)
          while let event = try reader.next() {
            pause = Self.pauses.lowerBound
            if event.event == .snapshot { post(.connected) }
            if event.event != .sceneDidPresent { post(.event(event)) }
          }
          post(.absent(.lost(reason: "it was closed by the daemon")))
        } catch {
          post(.absent(error))
        }
        poll(nil, 0, pause)
        pause = min(pause * 2, Self.pauses.upperBound)
      }
    }
  }

  /// Takes what is new, in order.
  func take() -> [News] {
    bell.silence()
    return news.withLock { all in
      defer { all = [] }
      return all
    }
  }

  private func post(_ item: News) {
    news.withLock { $0.append(item) }
    bell.ring()
  }
}
