import Composition
import ControlProtocol
import ControlServer
import DisplayTypes
import EventLoop
import Glibc
import Logging
import Rasterizing
import SystemPackage

/// Accepts processes that draw surfaces, and starts the thread of the surfaces for them.
final class SurfaceServer {
  let feeds: SurfaceFeeds
  /// The access of peers. A surface needs the level `control`.
  var policy = AccessPolicy(exactly: [:]) { didSet { endWithoutAccess() } }
  private let loop: EventLoop
  private let log = Logger(label: "marqueed")
  private var listener: SurfaceListener?
  private var wake: WakeEvent?
  /// Called on the main thread after a screen has begun or ended to show a surface, or wants other buffers.
  var didChange: (() -> Void)?
  /// Signalled by the display thread for `didChange`.
  private var change: (event: WakeEvent, watch: Watch)?
  private var thread: Mailbox?
  private var connections: SurfaceConnections?
  private var last = 0
  /// The processes with a connection.
  private var open: [Int: Peer] = [:]
  private var limiter = NoticeLimiter()

  private enum Peer {
    case program(PeerCredentials)
    /// The call after the end of the connection.
    case player((String?) -> Void)
  }

  init(_ feeds: SurfaceFeeds, loop: EventLoop) {
    (self.feeds, self.loop) = (feeds, loop)
  }

  /// Listens beside the control socket.
  ///
  /// - Parameter frameCame: called on any thread, to have the screens drawn again.
  func start(beside control: String, frameCame: @escaping @Sendable (SurfaceFeed) -> Void) {
    do throws(ListenerError) {
      let (wake, change) = try (Self.makeWake(), Self.makeWake())
      self.wake = wake
      feeds.connect(
        frameCame: frameCame,
        didChange: {
          wake.signal()
          change.signal()
        })
      let watch = try? loop.watch(change.descriptor, for: .readable) { [weak self] _ in
        change.reset()
        self?.didChange?()
      }
      if let watch { self.change = (change, watch) }
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
      return refuse(
        socket, peer, "\(program) may not draw surfaces: user \(peer.userID) needs the access \"control\"")
    }
    let programs = open.values.count { if case .program = $0 { true } else { false } }
    guard programs < SurfaceConnections.mostConnections else {
      return refuse(
        socket, peer, "\(SurfaceConnections.mostConnections) processes draw surfaces already, which is the limit")
    }
    do throws(Errno) {
      let connections = try startedConnections()
      last += 1
      open[last] = .program(peer)
      connections.executor.post { [last] in
        connections.assumeIsolated { $0.add(last, socket, program: program) }
      }
    } catch {
      refuse(socket, peer, "the thread of the surfaces cannot be started: \(error)")
    }
  }

  /// Gives the socket of a process of the daemon to the thread of the surfaces. Returns the number of the connection.
  ///
  /// - Parameter didEnd: called once after the end of the connection, with the daemon's reason if the daemon ended it.
  func play(
    on socket: Int32, program: String, _ player: SurfacePlayer, didEnd: @escaping (String?) -> Void
  ) throws(Errno) -> Int {
    let connections = try startedConnections()
    last += 1
    open[last] = .player(didEnd)
    connections.executor.post { [last] in
      connections.assumeIsolated { $0.add(last, socket, program: program, player: player) }
    }
    return last
  }

  /// Tells a player its position. It reports `sought` later. Returns false if the connection has ended.
  func seek(_ number: Int, to time: PlayTime) -> Bool {
    guard let connections, open[number] != nil else { return false }
    connections.executor.post { connections.assumeIsolated { $0.seek(number, to: time) } }
    return true
  }

  /// Moves the next pictures of a player by these nanoseconds.
  func slew(_ number: Int, by change: Int64) {
    guard let connections, open[number] != nil else { return }
    connections.executor.post { connections.assumeIsolated { $0.slew(number, by: change) } }
  }

  /// Passes the socket for the samples of its sound to a player, and closes it.
  func passSound(_ number: Int, _ socket: Int32) {
    guard let connections, open[number] != nil else {
      close(socket)
      return
    }
    connections.executor.post { connections.assumeIsolated { $0.passSound(number, socket) } }
  }

  /// Ends the connection of a player.
  func end(_ number: Int) {
    guard let connections, open[number] != nil else { return }
    connections.executor.post { connections.assumeIsolated { $0.end(number, because: nil) } }
  }

  private func refuse(_ socket: Int32, _ peer: PeerCredentials, _ reason: String) {
    if let leftOut = limiter.pass(userID: peer.userID, at: .now) {
      log.warning("surfaces: \(reason)\(leftOut > 0 ? " (and \(leftOut) more like it)" : "")")
    }
    let message = SurfaceMessage.bytes(of: .failed(reason))
    _ = Glibc.send(socket, message, message.count, Int32(MSG_NOSIGNAL))
    SurfaceSocket.end(socket)
    close(socket)
  }

  private func startedConnections() throws(Errno) -> SurfaceConnections {
    if let connections { return connections }
    guard let wake else { throw .badFileDescriptor }
    let thread = try LoopThread.start(name: "surfaces")
    let main = loop.mailbox
    let reference = ServerReference(self)
    let connections = SurfaceConnections(executor: thread, feeds: feeds, wake: wake) { number, reason in
      main.post { MainActor.assumeIsolated { reference.server?.didLeave(number, reason) } }
    }
    (self.thread, self.connections) = (thread, connections)
    return connections
  }

  /// Ends the thread after the last process.
  private func didLeave(_ number: Int, _ reason: String?) {
    let peer = open.removeValue(forKey: number)
    if case .player(let didEnd) = peer { didEnd(reason) }
    guard open.isEmpty, let thread, let connections else { return }
    (self.thread, self.connections) = (nil, nil)
    // The thread keeps the connections until its end, because only it may end their watches.
    thread.post {
      connections.assumeIsolated { $0.finish() }
      EventLoop.current?.stop()
    }
  }

  private func endWithoutAccess() {
    guard let connections else { return }
    for (number, peer) in open {
      guard case .program(let peer) = peer, !policy.level(for: peer).contains(.control) else { continue }
      connections.executor.post {
        connections.assumeIsolated { $0.end(number, because: "its user has no longer the access \"control\"") }
      }
    }
  }
}

private final class ServerReference {
  weak var server: SurfaceServer?

  init(_ server: SurfaceServer) { self.server = server }
}

nonisolated enum SurfaceSocket {
  /// Sends no more, and drops the messages that wait. Otherwise the program would get an error instead of the last message.
  static func end(_ socket: Int32) {
    shutdown(socket, Int32(SHUT_WR))
    var bytes = [UInt8](repeating: 0, count: SurfaceMessage.longest)
    var left = 64
    while left > 0, recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 { left -= 1 }
    shutdown(socket, Int32(SHUT_RD))
  }
}
