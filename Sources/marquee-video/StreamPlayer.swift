internal import DisplayTypes
internal import Glibc
internal import RasterWorker
internal import Rasterizing

/// Plays one live stream as a surface. It makes one connection, and ends with the reason when the connection ends or sends no pictures. The
/// daemon then starts another process.
@safe final class StreamPlayer {
  private let socket: PlayerSocket
  private let sandbox: SandboxReport
  private var order: StreamOrder?
  /// Nil while the surface is hidden.
  private var pipeline: StreamPipeline?
  private var pace = StreamPace()
  private var converter: PictureConverter?
  private var memory: SurfaceMemory?
  /// The picture that waits for its time.
  private var pending: (picture: Clip.Decoded, time: UInt64)?
  private var frames: UInt64 = 0
  /// The time until which a picture must come.
  private var deadline: UInt64 = 0
  private var isOpen = false
  /// Whether the daemon was told the decoder.
  private var isTold = false

  /// The nanoseconds in which the first picture must come, and each further one.
  private static let opening: UInt64 = 15_000_000_000
  private static let silence: UInt64 = 5_000_000_000
  /// The further nanoseconds in which a key frame must come, while late pictures are left out.
  private static let gap: UInt64 = 15_000_000_000
  /// The longest wait for a picture, during which no message is read, in nanoseconds.
  private static let patience: UInt64 = 20_000_000

  init(_ socket: Int32, _ sandbox: SandboxReport) { (self.socket, self.sandbox) = (PlayerSocket(socket), sandbox) }

  func run() -> Never {
    while true {
      do throws(ClipError) {
        try socket.receive(within: pause, handle)
        try step()
      } catch {
        // A message would cut the secrets of the address.
        socket.refuse(order?.address.cleaned(error.text) ?? error.text)
      }
    }
  }

  /// The nanoseconds in which only messages need attention; nil for ever.
  private var pause: UInt64? {
    guard pipeline != nil else { return nil }
    guard let pending else { return 0 }
    let now = WorkerClock.now
    return pending.time > now ? pending.time - now : 0
  }

  private func step() throws(ClipError) {
    guard let pipeline else { return }
    if let due = pending {
      guard due.time <= WorkerClock.now else { return }
      pending = nil
      return try show(due.picture)
    }
    switch try pipeline.next(within: Self.patience) {
    case .decoded(let picture):
      if pipeline.endsGap(picture) { pace = StreamPace() }
      pending = (picture, pace.time(of: picture.time, now: WorkerClock.now))
      deadline = WorkerClock.now + Self.silence
    case .ended: throw ClipError("its server has ended it")
    case .nothing:
      guard WorkerClock.now >= deadline else { return }
      if isOpen, pipeline.isLeavingOut {
        guard WorkerClock.now >= deadline + Self.gap else { return }
        let seconds = (Self.silence + Self.gap) / 1_000_000_000
        throw ClipError(
          "its pictures come too late, and no key frame came for \(seconds) s; set the camera or the encoder to one each second"
        )
      }
      throw ClipError(
        isOpen
          ? "its server has sent no picture for \(Self.silence / 1_000_000_000) s"
          : ConnectionGuard.fault ?? "its server has sent no picture within \(Self.opening / 1_000_000_000) s")
    }
  }

  private func connect() throws(ClipError) {
    guard pipeline == nil, let order else { return }
    pace = StreamPace()
    (pending, isOpen, isTold) = (nil, false, false)
    deadline = WorkerClock.now + Self.opening
    pipeline = try StreamPipeline(order.address)
  }

  /// Sends a picture, unless all buffers are in use.
  private func show(_ picture: Clip.Decoded) throws(ClipError) {
    guard let order else { return }
    isOpen = true
    // A picture of another shape has another place in the room. The buffers have the size of the room.
    if try converter?.place != PictureConverter.place(of: picture, in: order.room) {
      converter = try PictureConverter(picture, in: order.room, on: order.background)
    }
    if !isTold {
      isTold = true
      let decoder = pipeline?.decoder ?? Clip.Decoder()
      socket.send(
        .clip(
          ClipFacts(
            place: PixelRect(size: order.room.size), length: 0, decoder: decoder.name, isHardware: decoder.isHardware,
            sandbox: sandbox)))
    }
    guard let memory, let converter,
      let number = try unsafe memory.draw({ (pixels) throws(ClipError) in
        try unsafe converter.draw(picture, into: pixels)
      })
    else { return }
    frames += 1
    // The picture was held until its time.
    socket.send(.frame(SurfaceMessage.Frame(serial: memory.buffers.serial, buffer: number, number: frames, target: 0)))
  }
}

// MARK: - Messages

extension StreamPlayer {
  private func handle(_ answer: SurfaceMessage.Answer, _ descriptors: [Int32]) throws(ClipError) {
    switch answer {
    case .stream(let order):
      guard self.order == nil else { _exit(1) }
      self.order = order
      ConnectionGuard.start(order) { [socket] in socket.refuse($0) }
      try connect()
    case .configure(let buffers):
      let memory = SurfaceMemory(buffers, descriptors)
      guard let memory, buffers.size == order?.room.size, buffers.stride == buffers.size.width * 4 else {
        throw ClipError("the buffers cannot be used")
      }
      self.memory = memory
    case .released(let buffer, let serial): if serial == memory?.buffers.serial { memory?.release(buffer) }
    case .hidden: (pipeline, pending) = (nil, nil)
    case .visible: try connect()
    case .presented, .superseded: break
    case .play, .seek, .slew, .sound, .inspect: _exit(1)
    case .failed: _exit(0)
    }
  }
}
