import CLinuxEvents
import Composition
import DisplayTypes
import EventLoop
import Glibc
import Logging
import Rasterizing
import SystemPackage

/// The connections to the processes that draw surfaces. It belongs to the thread of the surfaces, which exists while a process is connected.
actor SurfaceConnections {
  /// The largest number of processes at a time.
  static let mostConnections = 16

  nonisolated let executor: Mailbox
  private let feeds: SurfaceFeeds
  /// Signalled when the display thread has events for a process.
  private let wake: WakeEvent
  private let left: @Sendable (Int, String?) -> Void
  private var connections: [Int: SurfaceConnection] = [:]
  private var watch: Watch?

  /// - Parameter left: called on this thread with the number of a connection that has ended, and the daemon's reason if the daemon ended it.
  init(executor: Mailbox, feeds: SurfaceFeeds, wake: WakeEvent, left: @escaping @Sendable (Int, String?) -> Void) {
    (self.executor, self.feeds, self.wake, self.left) = (executor, feeds, wake, left)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Takes over the socket of a new process.
  ///
  /// - Parameter player: the clip to show, if it is a process of the daemon.
  func add(_ number: Int, _ socket: Int32, program: String, player: SurfacePlayer? = nil) {
    guard let loop = EventLoop.current else {
      close(socket)
      player?.close()
      return left(number, nil)
    }
    if watch == nil {
      watch = try? loop.watch(wake.descriptor, for: .readable) { [weak self] _ in
        self?.assumeIsolated { $0.sendEvents() }
      }
    }
    let connection = SurfaceConnection(
      socket, program: program, player: player, on: loop, events: SurfaceEvents { [wake] in wake.signal() },
      take: { [weak self] name in
        self?.assumeIsolated { $0.feed(named: name) } ?? .failure(SurfaceRefusal("the daemon ends"))
      },
      hasRoom: { [weak self] bytes in self?.assumeIsolated { $0.hasRoom(for: bytes, besides: number) } ?? false },
      ended: { [weak self] reason in self?.assumeIsolated { $0.remove(number, reason) } })
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

  /// Ends the connection of a program that has lost its access, or without a reason that of a player.
  func end(_ number: Int, because reason: String?) { connections[number]?.end(reason) }

  /// Tells a player its position.
  func seek(_ number: Int, to time: PlayTime) { connections[number]?.seek(to: time) }

  func slew(_ number: Int, by change: Int64) { connections[number]?.slew(by: change) }

  func passSound(_ number: Int, _ socket: Int32) {
    connections[number]?.passSound(socket)
    close(socket)
  }

  /// Ends the work of the thread. Call it on the thread, which must not outlive the watch.
  func finish() {
    watch = nil
    connections = [:]
  }

  private func hasRoom(for bytes: Int, besides number: Int) -> Bool {
    connections.reduce(bytes) { $0 + ($1.key == number ? 0 : $1.value.bytes) } <= SurfaceBuffers.mostBytes
  }

  private func sendEvents() {
    wake.reset()
    for connection in connections.values { connection.proceed() }
  }

  private func remove(_ number: Int, _ reason: String?) {
    guard connections.removeValue(forKey: number) != nil else { return }
    left(number, reason)
  }
}

/// The connection to one process.
nonisolated final class SurfaceConnection {
  private enum Phase {
    /// Until the process names its surface. The timer ends a silent one.
    case greeting(LoopTimer?)
    case drawing(SurfaceDrawing)
    case ended
  }

  let program: String
  private let socket: Int32
  /// Nil for a program that names its surface.
  private let player: SurfacePlayer?
  private let loop: EventLoop
  private let events: SurfaceEvents
  private let take: (String) -> Result<SurfaceFeed, SurfaceRefusal>
  private let hasRoom: (Int) -> Bool
  private let ended: (String?) -> Void
  private let log = Logger(label: "marqueed")
  private var watch: Watch?
  private var phase = Phase.greeting(nil)
  /// The number of `seek` messages that the process of a clip has not followed yet. Frames under way have times of the position before.
  private var seeks = 0

  /// The most messages that it reads before other connections have their turn.
  private static let mostInTurn = 16
  /// The nanoseconds for the first message.
  private static let patience: UInt64 = 10_000_000_000
  /// The nanoseconds for the first picture of an opened clip, and for each next one while a screen shows it.
  private static let picturePatience: UInt64 = 30_000_000_000
  /// The nanoseconds after which buffers that could not be made are made again.
  private static let postponement: UInt64 = 10_000_000_000
  /// The least nanoseconds between two reports of a slow decoder. A player counts ten seconds.
  private static let slowPause: UInt64 = 5_000_000_000
  /// Pictures that wait for a time before this many nanoseconds are not shown when a clip becomes visible.
  private static let oldest: UInt64 = 500_000_000
  /// The most pictures that count as left out between two frames of a player.
  private static let mostSkipped: UInt64 = 1_000

  init(
    _ socket: Int32, program: String, player: SurfacePlayer?, on loop: EventLoop, events: SurfaceEvents,
    take: @escaping (String) -> Result<SurfaceFeed, SurfaceRefusal>, hasRoom: @escaping (Int) -> Bool,
    ended: @escaping (String?) -> Void
  ) {
    (self.socket, self.program, self.loop, self.events) = (socket, program, loop, events)
    self.player = player
    (self.take, self.hasRoom, self.ended) = (take, hasRoom, ended)
  }

  deinit {
    watch?.cancel()
    close(socket)
  }

  private var drawing: SurfaceDrawing? { if case .drawing(let drawing) = phase { drawing } else { nil } }

  private var isEnded: Bool { if case .ended = phase { true } else { false } }

  /// The name of the surface; nil before the process has given it, and for a player.
  var name: String? { player == nil ? drawing?.feed.name : nil }

  /// The memory of its buffers.
  var bytes: Int { drawing?.pools.bytes ?? 0 }

  private var bufferCount: Int { player == nil ? SurfaceBuffers.count : SurfaceBuffers.countOfPlayers }

  func start() {
    do throws(Errno) {
      watch = try loop.watch(socket, for: .readable) { [weak self] _ in self?.read() }
    } catch {
      return end("its socket cannot be watched: \(error)")
    }
    // A player of a stream reports itself that its server does not answer.
    let patience = player?.isStream == true ? Self.picturePatience : Self.patience
    let seconds = patience / 1_000_000_000
    let reason =
      player == nil
      ? "it has not named its surface within \(seconds) s"
      : "its decoder has not begun within \(seconds) s; show fewer videos at a time, or smaller ones"
    let timer = loop.makeTimer { [weak self] in self?.end(reason) }
    timer.arm(at: MonotonicTime.now.advanced(by: patience))
    phase = .greeting(timer)
    guard let player else { return }
    switch player.order {
    case .clip(let order, let file): send(SurfaceMessage.bytes(of: .play(order)), [file])
    case .stream(let order): send(SurfaceMessage.bytes(of: .stream(order)))
    }
    player.close()
  }

  /// Sends the events of the display thread, and new buffers if the surface's size on the screen has changed.
  func proceed() {
    for event in events.take() {
      // An answer before this one may have ended the connection.
      guard case .drawing(var drawing) = phase else {
        if case .copy(let frame) = event { frame.didCopy(nil) }
        continue
      }
      if case .released(let buffer, let serial) = event { drawing.pools.release(UInt32(buffer), serial: serial) }
      phase = .drawing(drawing)
      if case .copy(let frame) = event { copy(frame, drawing) }
      if let answer = SurfaceMessage.Answer(event) { send(SurfaceMessage.bytes(of: answer)) }
    }
    follow()
  }

  private func read() {
    for _ in 0..<Self.mostInTurn where !isEnded {
      var bytes = [UInt8](repeating: 0, count: SurfaceMessage.longest)
      var descriptors = [Int32](repeating: -1, count: MARQUEE_MOST_DESCRIPTORS)
      var count: Int32 = 0
      let length = marquee_receive_with_descriptors(socket, &bytes, bytes.count, &descriptors, &count)
      defer { for descriptor in descriptors.prefix(Int(count)) { close(descriptor) } }
      guard length >= 0 else {
        switch errno {
        case EAGAIN, EINTR: return
        case ECONNRESET: return end(nil)
        case EMSGSIZE: return end("a message is longer than \(SurfaceMessage.longest) bytes")
        case let error: return end("its socket failed: \(Errno(rawValue: error))")
        }
      }
      guard length > 0 else { return end(nil) }
      // systemd has started the process, which reports its number and its end.
      if let player, ["MAINPID=", "STOPPING="].contains(where: { bytes.starts(with: $0.utf8) }) {
        if bytes.starts(with: "MAINPID=".utf8) { player.report(.started) }
        continue
      }
      do throws(SurfaceMessage.Fault) {
        let request = try SurfaceMessage.request(bytes.prefix(length))
        if case .buffer(let own) = request, player == nil, count == 1 {
          add(own, descriptors[0])
        } else if count > 0 {
          end("a message has a descriptor that is not the memory of a buffer")
        } else {
          handle(request)
        }
      } catch {
        end("\(error)")
      }
    }
  }

  private func handle(_ request: SurfaceMessage.Request) {
    switch (request, phase) {
    case (.hello(let name, let size, let flags), .greeting) where player == nil: greet(name, size, flags)
    case (.buffer, _): end("the memory of a buffer is missing")
    case (.hello, .greeting), (.hello, .drawing):
      end("the connection has a surface already: make another connection")
    case (.clip(let facts), .greeting): open(facts)
    case (.clip(let facts), .drawing(let drawing)): change(to: facts, drawing)
    case (.refusal(let reason), _):
      guard let player else { return end("there is no message of its type for programs") }
      player.report(.refused(reason))
      end(nil)
    case (.sought, _):
      guard let player else { return end("there is no message of its type for programs") }
      seeks = max(0, seeks - 1)
      player.report(.sought)
    case (.end, .drawing(var drawing)):
      guard let player else { return end("there is no message of its type for programs") }
      guard seeks == 0 else { return }
      guard !drawing.isAtEnd else { return end("the clip has ended already") }
      drawing.isAtEnd = true
      phase = .drawing(drawing)
      player.report(.ended)
    case (.slow(let sent, let skipped), .drawing(var drawing)):
      guard let player else { return end("there is no message of its type for programs") }
      let now = MonotonicTime.now
      guard drawing.slowReport.map({ now.nanoseconds(since: $0) > Self.slowPause }) ?? true else {
        return end("it reports too often that its decoder is slow")
      }
      drawing.slowReport = now
      phase = .drawing(drawing)
      player.report(.slow(sent: sent, skipped: skipped))
    case (.silent(let reason), .drawing(var drawing)):
      guard let player else { return end("there is no message of its type for programs") }
      let now = MonotonicTime.now
      guard drawing.silenceReport.map({ now.nanoseconds(since: $0) > Self.slowPause }) ?? true else { return }
      drawing.silenceReport = now
      phase = .drawing(drawing)
      player.report(.silent(reason))
    case (.silent, .greeting): end("it has told the sound of a clip before the clip")
    case (.slow, .greeting): end("pictures were left out before its buffers came")
    case (.end, .greeting): end("the end came before its buffers")
    case (.frame(let frame), .drawing(let drawing)): add(frame, drawing)
    case (.frame, .greeting): end("a frame came before its buffers")
    case (.keyFrames, .greeting), (.keyFrames, .drawing): end("it reports key frames of a file that it shall play")
    case (_, .ended): break
    }
  }

  private func greet(_ name: String, _ size: PixelSize, _ flags: SurfaceMessage.HelloFlags) {
    switch take(name) {
    case .success(let feed):
      phase = .drawing(SurfaceDrawing(feed: feed, size: size, flags: flags))
      feed.setProgram(program)
      log.info("surface \"\(name)\": \(program) draws it")
      follow()
    case .failure(let refusal): end("\(name): \(refusal.text)")
    }
  }

  private func open(_ facts: ClipFacts) {
    guard let player else { return end("only players of the daemon show clips") }
    guard PixelRect(size: player.room.size).contains(facts.place) else {
      return end("its place is outside of the room")
    }
    var drawing = SurfaceDrawing(feed: player.feed, size: facts.place.size, flags: .drawsIntoCards)
    drawing.deadline = loop.makeTimer { [weak self] in self?.pictureIsMissing() }
    drawing.deadline?.arm(at: MonotonicTime.now.advanced(by: Self.picturePatience))
    phase = .drawing(drawing)
    player.report(.opened(facts))
    follow()
  }

  /// Follows the pictures of a stream, which have another shape now.
  private func change(to facts: ClipFacts, _ drawing: SurfaceDrawing) {
    guard let player, player.isStream else { return end("the connection has a clip already") }
    guard PixelRect(size: player.room.size).contains(facts.place) else {
      return end("its place is outside of the room")
    }
    var drawing = drawing
    drawing.size = facts.place.size
    phase = .drawing(drawing)
    player.report(.opened(facts))
    follow()
  }

  /// Tells the process its position, also before it has opened the file. A hidden one gets it when it is visible again.
  func seek(to time: PlayTime) {
    if case .drawing(var drawing) = phase {
      drawing.feed.dropWaiting()
      guard drawing.wasVisible || !drawing.needsPosition else {
        player?.report(.sought)
        return
      }
      (drawing.needsPosition, drawing.isAtEnd) = (false, false)
      phase = .drawing(drawing)
      if drawing.frames > 0 { expectPicture(drawing) }
    }
    seeks += 1
    send(SurfaceMessage.bytes(of: .seek(time)))
  }

  /// Moves the next pictures of the process by these nanoseconds.
  func slew(by change: Int64) {
    send(SurfaceMessage.bytes(of: .slew(change)))
  }

  func passSound(_ socket: Int32) { send(SurfaceMessage.bytes(of: .sound), [socket]) }

  private func add(_ own: SurfaceMessage.OwnBuffer, _ descriptor: Int32) {
    guard case .drawing(var drawing) = phase else { return end("a buffer came before the surface had a name") }
    do throws(SurfaceRefusal) {
      let refusal = try drawing.pools.add(own, descriptor)
      phase = .drawing(drawing)
      if let refusal { useFiles(insteadOf: drawing.pools.current?.card, because: "\(refusal)") }
    } catch {
      end(error.text)
    }
  }

  private func add(_ frame: SurfaceMessage.Frame, _ drawing: SurfaceDrawing) {
    guard drawing.pools.current != nil else { return end("a frame came before its buffers") }
    var drawing = drawing
    let pool: SurfacePool
    do throws(SurfaceRefusal) {
      guard let used = try drawing.pools.use(frame.buffer, serial: frame.serial) else {
        // Its buffers were replaced while it was under way.
        send(SurfaceMessage.bytes(of: .superseded(number: frame.number)))
        return
      }
      pool = used
    } catch {
      return end(error.text)
    }
    let size = pool.bitmaps.first?.size ?? .zero
    guard frame.damage.isEmpty || PixelRect(size: size).contains(frame.damage) else {
      return end("the damage is outside of the buffer of \(size.width)x\(size.height)")
    }
    guard seeks == 0 else {
      drawing.pools.release(frame.buffer, serial: frame.serial)
      phase = .drawing(drawing)
      send(SurfaceMessage.bytes(of: .superseded(number: frame.number)))
      send(SurfaceMessage.bytes(of: .released(buffer: frame.buffer, serial: frame.serial)))
      return
    }
    // A stream that waits for its turn begins with its newest picture.
    if player?.isStream == true, !drawing.feed.isVisible { drawing.feed.dropWaiting() }
    // A player numbers the pictures that it leaves out too.
    if player != nil, drawing.frames > 0, frame.number > drawing.lastNumber {
      drawing.feed.counts.addSkipped(min(frame.number - drawing.lastNumber - 1, Self.mostSkipped))
    }
    drawing.lastNumber = frame.number
    drawing.frames += 1
    drawing.lastFrame = .now
    let isFirst = drawing.frames == 1
    if isFirst { expectPicture(drawing) }
    let added = SurfaceFrame(
      of: drawing.feed, pool, buffer: Int(frame.buffer), number: frame.number,
      target: MonotonicTime(nanoseconds: frame.target), place: drawing.frames,
      damage: frame.damage.isEmpty ? nil : frame.damage, events: events)
    drawing.unready.add(added, drawing.pools.memory(of: frame.buffer, serial: frame.serial))
    phase = .drawing(drawing)
    addReady()
    if isFirst { player?.report(.ready) }
  }

  /// Hands over the frames whose pixels are written, and waits for the next one.
  private func addReady() {
    guard case .drawing(var drawing) = phase else { return }
    while let frame = drawing.unready.takeReady() {
      // The display thread must not read slow memory.
      if frame.needsCopy, case .composed = drawing.feed.scanout.path { frame.didCopy(copied(frame, drawing)) }
      // The queue has room for all buffers of a process.
      _ = drawing.feed.add(frame)
    }
    drawing.unready.wait(on: loop) { [weak self] in self?.addReady() }
    phase = .drawing(drawing)
  }

  /// Copies the pixels of a frame that a screen composes, and has the screens drawn again.
  private func copy(_ frame: SurfaceFrame, _ drawing: SurfaceDrawing) {
    frame.didCopy(copied(frame, drawing))
    drawing.feed.redraw()
  }

  /// Nil without memory, or if the program draws into the buffer again although its frame is shown. Waiting for its end would hold up all
  /// programs, so it tears its own picture.
  private func copied(_ frame: SurfaceFrame, _ drawing: SurfaceDrawing) -> Bitmap? {
    let memory = drawing.pools.memory(of: UInt32(frame.buffer), serial: frame.pool.serial)
    guard let memory else { return frame.bitmap.copied() }
    return memory.isReady ? memory.copy(frame.bitmap) : nil
  }

  /// Sends new buffers if the size has changed, and the visibility if it has changed.
  private func follow() {
    configure()
    guard case .drawing(var drawing) = phase, drawing.feed.isVisible != drawing.wasVisible else { return }
    drawing.wasVisible = drawing.feed.isVisible
    let isLate = drawing.wasVisible && (drawing.needsPosition || isOld(drawing))
    if !drawing.wasVisible, player != nil { drawing.needsPosition = true }
    phase = .drawing(drawing)
    send(SurfaceMessage.bytes(of: drawing.wasVisible ? .visible : .hidden))
    guard let player else { return }
    // Pictures that wait would be old when the clip is visible again.
    if !drawing.wasVisible { drawing.feed.dropWaiting() }
    expectPicture(drawing)
    player.report(.visibility)
    if isLate { player.report(.visibleAgain) }
  }

  /// Ends a player whose pictures have stopped, for example because its disk does not answer.
  private func pictureIsMissing() {
    guard case .drawing(let drawing) = phase else { return }
    let seconds = Self.picturePatience / 1_000_000_000
    guard drawing.frames > 0 else { return end("it has sent no picture within \(seconds) s") }
    let isMissing =
      drawing.feed.supply.waiting == 0
      && MonotonicTime.now.nanoseconds > drawing.lastFrame.advanced(by: Self.picturePatience).nanoseconds
    if isMissing, drawing.wasVisible, !drawing.isAtEnd { return end("it has sent no picture for \(seconds) s") }
    expectPicture(drawing, isWaiting: true)
  }

  /// Waits for the next picture while a screen shows the clip. While a simulated clock stands, pictures wait for it.
  ///
  /// - Parameter isWaiting: whether it has waited since the last picture.
  private func expectPicture(_ drawing: SurfaceDrawing, isWaiting: Bool = false) {
    if drawing.wasVisible, !drawing.isAtEnd {
      let (now, due) = (MonotonicTime.now, drawing.lastFrame.advanced(by: Self.picturePatience))
      drawing.deadline?.arm(at: isWaiting && due > now ? due : now.advanced(by: Self.picturePatience))
    } else {
      drawing.deadline?.disarm()
    }
  }

  /// Whether the pictures of a clip have waited behind a dark screen.
  private func isOld(_ drawing: SurfaceDrawing) -> Bool {
    guard let player, player.hasTimes, let newest = drawing.feed.supply.newest else { return false }
    return MonotonicTime.now.nanoseconds > newest.advanced(by: Self.oldest).nanoseconds
  }

  private func configure() {
    guard case .drawing(var drawing) = phase else { return }
    var wish = drawing.feed.wish
    // The daemon has chosen the size of a clip before a screen shows it.
    if player != nil { wish.size = drawing.size }
    let size = drawing.size == .zero ? wish.size : drawing.size
    let card = self.card(for: drawing)
    // Without a screen the size is unknown.
    guard wish.size != .zero, SurfaceMessage.allows(size), !drawing.pools.fit(size, card) else { return }
    let name = "\(size.width)x\(size.height)"
    // Buffers may be larger than their place, but not without limit.
    guard size.width * size.height <= max(1 << 20, 4 * wish.size.width * wish.size.height) else {
      return end("its buffers of \(name) are more than four times as large as the surface on the screen")
    }
    let isSameSize = drawing.pools.current?.size == size
    if let postponed = drawing.postponed, isSameSize, postponed.size == size, postponed.card === card,
      MonotonicTime.now < postponed.until
    {
      return
    }
    guard hasRoom(SurfaceBuffers.bytes(of: size) * bufferCount) else {
      // Other memory is only an advantage. The buffers of this size stay in use.
      if isSameSize { return postpone(size, card) }
      let limit = SurfaceBuffers.mostBytes >> 20
      return end("all videos and surfaces would take more than \(limit) MiB; show fewer, or make them smaller")
    }
    var message = SurfaceMessage.Buffers(
      serial: drawing.pools.serial + 1, size: size, stride: size.width * 4,
      hasAlpha: drawing.flags.contains(.hasAlpha), count: bufferCount, refreshInterval: wish.refreshInterval)
    let made: (buffers: SurfacePools.Buffers, descriptors: [Int32])
    do throws(SurfaceRefusal) {
      made = try SurfaceBuffers.make(
        &message, on: card, makesOwn: drawing.flags.contains(.makesBuffers), needsStride: player != nil)
    } catch {
      guard card != nil else {
        if isSameSize { return postpone(size, card) }
        return end("there is no memory for its buffers of \(name): \(error.text)")
      }
      return useFiles(insteadOf: card, because: error.text)
    }
    defer { for descriptor in made.descriptors { close(descriptor) } }
    drawing.pools.replace(with: made.buffers)
    if !isSameSize {
      drawing.unready = UnreadyFrames()
      drawing.feed.dropWaiting()
    }
    phase = .drawing(drawing)
    send(SurfaceMessage.bytes(of: .configure(message)), made.descriptors)
  }

  /// Keeps the present buffers, because others cannot be made now.
  private func postpone(_ size: PixelSize, _ card: (any ScanoutCard)?) {
    guard case .drawing(var drawing) = phase else { return }
    drawing.postponed = (size, card, MonotonicTime.now.advanced(by: Self.postponement))
    phase = .drawing(drawing)
  }

  /// Sends memory files, because the card cannot make or show the buffers.
  private func useFiles(insteadOf card: (any ScanoutCard)?, because reason: String) {
    guard case .drawing(var drawing) = phase, let card, drawing.refusing !== card else { return }
    log.warning("\(description) is composed, because the card cannot show its buffers: \(reason)")
    drawing.refusing = card
    phase = .drawing(drawing)
    configure()
  }

  /// The card that should have the buffers, if it can show them without a copy.
  private func card(for drawing: SurfaceDrawing) -> (any ScanoutCard)? {
    guard !drawing.flags.contains(.hasAlpha),
      !drawing.flags.isDisjoint(with: [.drawsIntoCards, .makesBuffers])
    else { return nil }
    let card = drawing.feed.scanout.card
    return card === drawing.refusing ? nil : card
  }

  /// The surface for the log.
  private var description: String { player == nil ? "surface \"\(drawing?.feed.name ?? "?")\"" : program }

  /// Copies the frames that stay on screens after the process has left, because no thread can do it later.
  private func copyShown(_ drawing: SurfaceDrawing) {
    for case .copy(let frame) in events.take() { copy(frame, drawing) }
    if drawing.feed.isVisible, let frame = drawing.feed.current, frame.needsCopy {
      frame.didCopy(copied(frame, drawing))
    }
  }

  private func send(_ message: [UInt8], _ descriptors: [Int32] = []) {
    guard !isEnded else { return }
    let sent = marquee_send_with_descriptors(socket, message, message.count, descriptors, Int32(descriptors.count))
    if sent != message.count { end(errno == EAGAIN ? "it reads no messages" : nil) }
  }

  /// Ends the connection. A reason is a fault of the process, which gets it too.
  func end(_ reason: String?) {
    guard !isEnded else { return }
    let feed = drawing?.feed
    if let reason {
      // The clip or stream of a player logs its failure.
      let surface = drawing == nil ? "a surface" : description
      if player == nil { log.warning("\(surface): \(program) is disconnected: \(reason)") }
      let message = SurfaceMessage.bytes(of: .failed(reason))
      _ = marquee_send_with_descriptors(socket, message, message.count, nil, 0)
    } else if let feed, player == nil {
      log.info("surface \"\(feed.name)\": \(program) has left\(feed.current == nil ? "" : "; its last frame stays")")
    }
    if let drawing { copyShown(drawing) }
    feed?.setProgram(nil)
    events.close()
    phase = .ended
    watch?.cancel()
    SurfaceSocket.end(socket)
    feed?.dropWaiting()
    ended(reason)
  }
}
