import Composition
import ControlProtocol
import ControlServer
import EventLoop
import Glibc
import Logging
import SystemPackage

/// Accepts processes that draw surfaces, and starts the thread of the surfaces for them.
final class SurfaceServer {
  let feeds: SurfaceFeeds
  /// The access of peers. A surface needs the level `control`.
  var policy = AccessPolicy(exactly: [:])
  private let loop: EventLoop
  private let log = Logger(label: "marqueed")
  private var listener: SurfaceListener?
  private var wake: WakeEvent?
  private var thread: Mailbox?
  private var connections: SurfaceConnections?
  private var last = 0
  private var open: Set<Int> = []

  init(_ feeds: SurfaceFeeds, loop: EventLoop) {
    (self.feeds, self.loop) = (feeds, loop)
  }

  /// Listens beside the control socket.
  ///
  /// - Parameter frameCame: called on any thread, to have the screens drawn again.
  func start(beside control: String, frameCame: @escaping @Sendable (SurfaceFeed) -> Void) {
    do throws(ListenerError) {
      let wake = try Self.makeWake()
      self.wake = wake
      feeds.connect(frameCame: frameCame, didChange: { wake.signal() })
      listener = try SurfaceListener(at: SurfaceListener.path(beside: control), loop: loop) {
        [weak self] socket, peer in
        self?.accept(socket, peer)
      }
    } catch {
      log.warning("no surfaces can be shown: \(error)")
    }
  }

  func stop() { listener?.remove() }

  private static func makeWake() throws(ListenerError) -> WakeEvent {
    do throws(Errno) {
      return try WakeEvent()
    } catch {
      throw .system(operation: "make an event for", path: "surfaces", error)
    }
  }

  private func accept(_ socket: Int32, _ peer: PeerCredentials) {
    let program = "\(peer.program.isEmpty ? "a process" : peer.program) (\(peer))"
    guard policy.level(for: peer).contains(.control) else {
      return refuse(socket, "\(program) may not draw surfaces: user \(peer.userID) needs the access \"control\"")
    }
    guard open.count < SurfaceConnections.mostConnections else {
      return refuse(socket, "\(SurfaceConnections.mostConnections) processes draw surfaces already, which is the limit")
    }
    do throws(Errno) {
      let connections = try startedConnections()
      last += 1
      open.insert(last)
      connections.executor.post { [last] in
        connections.assumeIsolated { $0.add(last, socket, program: program) }
      }
    } catch {
      refuse(socket, "the thread of the surfaces cannot be started: \(error)")
    }
  }

  private func refuse(_ socket: Int32, _ reason: String) {
    log.warning("surfaces: \(reason)")
    let message = SurfaceMessage.failed(reason)
    _ = Glibc.send(socket, message, message.count, Int32(MSG_NOSIGNAL))
    close(socket)
  }

  private func startedConnections() throws(Errno) -> SurfaceConnections {
    if let connections { return connections }
    guard let wake else { throw .badFileDescriptor }
    let thread = try LoopThread.start(name: "surfaces")
    let main = loop.mailbox
    let reference = ServerReference(self)
    let connections = SurfaceConnections(executor: thread, feeds: feeds, wake: wake) { number in
      main.post { MainActor.assumeIsolated { reference.server?.didLeave(number) } }
    }
    (self.thread, self.connections) = (thread, connections)
    return connections
  }

  /// Ends the thread after the last process.
  private func didLeave(_ number: Int) {
    open.remove(number)
    guard open.isEmpty, let thread else { return }
    (self.thread, connections) = (nil, nil)
    thread.post { EventLoop.current?.stop() }
  }
}

private final class ServerReference {
  weak var server: SurfaceServer?

  init(_ server: SurfaceServer) { self.server = server }
}
