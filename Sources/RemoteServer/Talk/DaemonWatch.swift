internal import ControlClient
internal import ControlProtocol
internal import Foundation
internal import Synchronization

/// Follows the talk of the daemon on a thread and a connection of its own, for all pages together, and comes back after the daemon.
final class DaemonWatch: Sendable {
  private let socket: String?
  private let isOver = Atomic(false)
  private let told: @Sendable (TalkInfo?) -> Void
  private let lost: @Sendable (String) -> Void

  /// Watches the daemon at `socket`, or where the environment says that it is, from `start` on.
  init(
    socket: String?, told: @escaping @Sendable (TalkInfo?) -> Void, lost: @escaping @Sendable (String) -> Void
  ) {
    self.socket = socket
    self.told = told
    self.lost = lost
  }

  /// Begins.
  func start() {
    let thread = Thread { [self] in
      var pause = 0.1
      while !isOver.load(ordering: .acquiring) {
        do throws(ClientError) {
          let client = if let socket { try ControlClient(path: socket) } else { try ControlClient() }
          let talk = try client.talk()
          while let reply = try talk.next(), !isOver.load(ordering: .acquiring) {
            pause = 0.1
            told(reply.talk)
          }
          lost("marqueed has ended the connection")
        } catch {
          lost(error.description)
        }
        guard !isOver.load(ordering: .acquiring) else { return }
        Thread.sleep(forTimeInterval: pause)
        pause = min(2, pause * 2)
      }
    }
    thread.name = "marquee-talk"
    thread.stackSize = 1 << 20
    thread.start()
  }

  /// Ends once the daemon says something, or is gone.
  func stop() {
    isOver.store(true, ordering: .releasing)
  }
}
