internal import ControlClient
internal import ControlProtocol
internal import Glibc
internal import Synchronization

/// Follows something of the daemon's on a thread and a connection of its own, for all pages together, and comes back after the daemon.
final class DaemonWatch: Sendable {
  /// Makes a connection.
  typealias Connect = () throws(ClientError) -> ControlClient
  /// Reads until there is no more, asking after each message whether it goes on.
  typealias Follow = @Sendable (_ connect: Connect, _ goesOn: () -> Bool) throws(ClientError) -> Void

  private let name: String
  private let socket: String?
  private let isOver = Atomic(false)
  private let follow: Follow
  private let lost: @Sendable (String) -> Void

  /// Watches the daemon at `socket`, or where the environment says that it is, from `start` on.
  init(_ name: String, socket: String?, follow: @escaping Follow, lost: @escaping @Sendable (String) -> Void) {
    self.name = name
    self.socket = socket
    self.follow = follow
    self.lost = lost
  }

  /// Follows the talk.
  convenience init(
    socket: String?, told: @escaping @Sendable (TalkInfo?) -> Void, lost: @escaping @Sendable (String) -> Void
  ) {
    self.init(
      "marquee-talk", socket: socket,
      follow: { (connect, goesOn) throws(ClientError) in
        let talk = try connect().talk()
        while let reply = try talk.next(), goesOn() { told(reply.talk) }
      }, lost: lost)
  }

  /// Begins.
  func start() {
    BlockingThread.start(name) { [self] in
      var pause = 0.1
      while !isOver.load(ordering: .acquiring) {
        do throws(ClientError) {
          try follow(connect) {
            pause = 0.1
            return !isOver.load(ordering: .acquiring)
          }
          lost("marqueed has ended the connection")
        } catch {
          lost(error.description)
        }
        guard !isOver.load(ordering: .acquiring) else { return }
        SystemTime.rest(pause)
        pause = min(2, pause * 2)
      }
    }
  }

  private func connect() throws(ClientError) -> ControlClient {
    if let socket { try ControlClient(path: socket) } else { try ControlClient() }
  }

  /// Ends once the daemon says something, or is gone.
  func stop() {
    isOver.store(true, ordering: .releasing)
  }
}
