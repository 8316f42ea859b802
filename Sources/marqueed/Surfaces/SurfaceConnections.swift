import CLinuxEvents
import Composition
import DisplayTypes
import EventLoop
import Glibc
import Logging
import SystemPackage

/// The connections to the processes that draw surfaces. It belongs to the thread of the surfaces, which exists while a process is connected.
actor SurfaceConnections {
  /// The largest number of processes at a time.
  static let mostConnections = 16

  nonisolated let executor: Mailbox
  private let feeds: SurfaceFeeds
  /// Signalled when the display thread has events for a process.
  private let wake: WakeEvent
  private let left: @Sendable (Int) -> Void
  private var connections: [Int: SurfaceConnection] = [:]
  private var watch: Watch?

  /// - Parameter left: called on this thread with the number of a connection that has ended.
  init(executor: Mailbox, feeds: SurfaceFeeds, wake: WakeEvent, left: @escaping @Sendable (Int) -> Void) {
    (self.executor, self.feeds, self.wake, self.left) = (executor, feeds, wake, left)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Takes over the socket of a new process.
  func add(_ number: Int, _ socket: Int32, program: String) {
    guard let loop = EventLoop.current else {
      close(socket)
      return left(number)
    }
    if watch == nil {
      watch = try? loop.watch(wake.descriptor, for: .readable) { [weak self] _ in
        self?.assumeIsolated { $0.sendEvents() }
      }
    }
    let connection = SurfaceConnection(
      socket, program: program, on: loop, events: SurfaceEvents { [wake] in wake.signal() },
      take: { [weak self] name in
        self?.assumeIsolated { $0.feed(named: name) } ?? .failure(SurfaceRefusal("the daemon ends"))
      },
      ended: { [weak self] in self?.assumeIsolated { $0.remove(number) } })
    connections[number] = connection
    connection.start()
  }

  private func feed(named name: String) -> Result<SurfaceFeed, SurfaceRefusal> {
    if let other = connections.values.first(where: { $0.name == name }) {
      return .failure(
        SurfaceRefusal("\(other.program) draws the surface \"\(name)\" already: end it, or take another name"))
    }
    guard let feed = feeds.feed(named: name) else {
      return .failure(SurfaceRefusal("the daemon knows \(SurfaceFeeds.mostNames) surfaces already, which is the limit"))
    }
    return .success(feed)
  }

  private func sendEvents() {
    wake.reset()
    for connection in connections.values { connection.proceed() }
  }

  private func remove(_ number: Int) {
    guard connections.removeValue(forKey: number) != nil else { return }
    left(number)
  }
}

nonisolated struct SurfaceRefusal: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

/// The connection to one process.
nonisolated final class SurfaceConnection {
  /// The name of the surface; nil before the process has given it.
  var name: String? { feed?.name }
  let program: String
  private let socket: Int32
  private let loop: EventLoop
  private let events: SurfaceEvents
  private let take: (String) -> Result<SurfaceFeed, SurfaceRefusal>
  private let ended: () -> Void
  private let log = Logger(label: "marqueed")
  private var watch: Watch?
  private var feed: SurfaceFeed?
  private var hello: (size: PixelSize, hasAlpha: Bool) = (.zero, false)
  private var pool: SurfacePool?
  /// The buffers of the pool that have a frame.
  private var used: Set<Int> = []
  private var serial: UInt32 = 0
  /// The number of the last frame of the pool; nil before the first.
  private var latest: UInt64?
  private var wasVisible = false
  private var isEnded = false

  /// The most messages that it reads before other connections have their turn.
  private static let mostInTurn = 16

  init(
    _ socket: Int32, program: String, on loop: EventLoop, events: SurfaceEvents,
    take: @escaping (String) -> Result<SurfaceFeed, SurfaceRefusal>, ended: @escaping () -> Void
  ) {
    (self.socket, self.program, self.loop, self.events, self.take, self.ended) = (
      socket, program, loop, events, take, ended
    )
  }

  deinit {
    watch?.cancel()
    close(socket)
  }

  func start() {
    do throws(Errno) {
      watch = try loop.watch(socket, for: .readable) { [weak self] _ in self?.read() }
    } catch {
      end("its socket cannot be watched: \(error)")
    }
  }

  /// Sends the events of the display thread, and new buffers if the surface's size on the screen has changed.
  func proceed() {
    for event in events.take() {
      if case .released(let buffer, let serial) = event, serial == self.serial { used.remove(buffer) }
      guard send(SurfaceMessage.event(event)) else { return }
    }
    follow()
  }

  private func follow() {
    configure()
    guard let feed, feed.isVisible != wasVisible else { return }
    wasVisible = feed.isVisible
    send(SurfaceMessage.visibility(wasVisible))
  }

  private func read() {
    for _ in 0..<Self.mostInTurn where !isEnded {
      var bytes = [UInt8](repeating: 0, count: SurfaceMessage.longest)
      var descriptors: [Int32] = [-1, -1, -1, -1]
      var count: Int32 = 0
      let length = marquee_receive_with_descriptors(socket, &bytes, bytes.count, &descriptors, &count)
      for descriptor in descriptors.prefix(Int(count)) { close(descriptor) }
      guard length >= 0 else {
        switch errno {
        case EAGAIN, EINTR: return
        case ECONNRESET: return end(nil)
        case EMSGSIZE: return end("a message is longer than \(SurfaceMessage.longest) bytes")
        case let error: return end("its socket failed: \(Errno(rawValue: error))")
        }
      }
      guard length > 0 else { return end(nil) }
      guard count == 0 else { return end("a message has a descriptor, but the daemon makes the buffers") }
      do throws(SurfaceMessage.Fault) {
        handle(try SurfaceMessage.read(Array(bytes.prefix(length))))
      } catch {
        end("\(error)")
      }
    }
  }

  private func handle(_ request: SurfaceMessage.Request) {
    switch request {
    case .hello(let name, let size, let hasAlpha):
      guard feed == nil else { return end("the connection has a surface already: make another connection") }
      switch take(name) {
      case .success(let feed):
        self.feed = feed
        hello = (size, hasAlpha)
        log.info("surface \"\(name)\": \(program) draws it")
        follow()
      case .failure(let refusal): end(refusal.text)
      }
    case .frame(let frame): add(frame)
    }
  }

  private func add(_ frame: SurfaceMessage.Frame) {
    guard let feed, serial != 0 else { return end("a frame came before its buffers") }
    // Its buffers were replaced while it was under way.
    guard let pool, frame.serial == pool.serial else {
      guard frame.serial != 0, frame.serial < serial else {
        return end("the daemon has sent no buffers \(frame.serial)")
      }
      return _ = send(SurfaceMessage.event(.superseded(number: frame.number)))
    }
    let buffer = Int(frame.buffer)
    guard pool.bitmaps.indices.contains(buffer) else { return end("there is no buffer \(frame.buffer)") }
    guard used.insert(buffer).inserted else {
      return end("buffer \(frame.buffer) was sent again before the daemon has released it")
    }
    // The queue has room for all buffers.
    _ = feed.add(
      SurfaceFrame(
        pool, buffer: buffer, number: frame.number, target: MonotonicTime(nanoseconds: frame.target),
        damage: frame.damage.isEmpty ? nil : frame.damage, after: latest, events: events))
    latest = frame.number
  }

  /// Makes and sends buffers if the size has changed.
  private func configure() {
    guard let feed, !isEnded else { return }
    let wish = feed.wish
    let size = hello.size == .zero ? wish.size : hello.size
    // Without a screen the size is unknown.
    guard wish.size != .zero, SurfaceBuffers.allows(size), pool?.bitmaps.first?.size != size else { return }
    do throws(Errno) {
      let made = try SurfaceBuffers.make(serial: serial + 1, size, hasAlpha: hello.hasAlpha)
      defer { for descriptor in made.descriptors { close(descriptor) } }
      serial += 1
      pool = made.pool
      used = []
      latest = nil
      send(
        SurfaceMessage.configure(
          serial: serial, size, stride: size.width * 4, hasAlpha: hello.hasAlpha, buffers: made.descriptors.count,
          refreshInterval: wish.refreshInterval), made.descriptors)
    } catch {
      end("there is no memory for its buffers of \(size.width)x\(size.height): \(error)")
    }
  }

  /// Returns false if the connection has ended.
  @discardableResult
  private func send(_ message: [UInt8], _ descriptors: [Int32] = []) -> Bool {
    guard !isEnded else { return false }
    let sent = marquee_send_with_descriptors(socket, message, message.count, descriptors, Int32(descriptors.count))
    if sent == message.count { return true }
    end(errno == EAGAIN ? "it reads no messages" : nil)
    return false
  }

  /// Ends the connection. A reason is a fault of the process, which gets it too.
  private func end(_ reason: String?) {
    guard !isEnded else { return }
    if let reason {
      log.warning("surface \"\(name ?? "?")\": \(program) is disconnected: \(reason)")
      let message = SurfaceMessage.failed(reason)
      _ = marquee_send_with_descriptors(socket, message, message.count, nil, 0)
    } else if let name {
      log.info("surface \"\(name)\": \(program) has left; its last frame stays")
    }
    isEnded = true
    watch?.cancel()
    shutdown(socket, Int32(SHUT_RDWR))
    feed?.dropWaiting()
    ended()
  }
}
