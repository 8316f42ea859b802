import CLinuxEvents
import Composition
import DisplayTypes
import EventLoop
import Glibc
import Rasterizing
import SystemPackage

/// The buffers of one process: those of the last `configure` message, and those before them while their frames may still come.
nonisolated struct SurfacePools {
  /// The buffers of one `configure` message.
  struct Buffers {
    let serial: UInt32
    let size: PixelSize
    /// The card of the memory; nil for memory files.
    let card: (any ScanoutCard)?
    /// The buffers that the daemon has made; nil if the process makes them.
    let made: SurfacePool?
    /// The buffers that the process has made, by their numbers.
    var own: [UInt32: SurfacePool] = [:]
    /// The memory of buffers on a card, by their numbers.
    var memories: [UInt32: CardMemory] = [:]
    /// The buffers with a frame.
    var used: Set<UInt32> = []

    func pool(of buffer: UInt32) -> SurfacePool? {
      guard let made else { return own[buffer] }
      return made.bitmaps.indices.contains(Int(buffer)) ? made : nil
    }

    /// The memory that the daemon has made for them.
    var bytes: Int { (made?.bitmaps.count ?? 0) * SurfaceBuffers.bytes(of: size) }
  }

  private(set) var current: Buffers?
  private var former: Buffers?
  /// The number of the last `configure` message; zero before the first.
  private(set) var serial: UInt32 = 0

  var bytes: Int { (current?.bytes ?? 0) + (former?.bytes ?? 0) }

  /// Whether the newest buffers have this size and memory.
  func fit(_ size: PixelSize, _ card: (any ScanoutCard)?) -> Bool { current?.size == size && current?.card === card }

  /// Replaces the buffers. Frames of the earlier ones stay valid if the size is the same.
  mutating func replace(with buffers: Buffers) {
    former = current?.size == buffers.size ? current : nil
    current = buffers
    serial = buffers.serial
  }

  mutating func release(_ buffer: UInt32, serial: UInt32) {
    if current?.serial == serial { current?.used.remove(buffer) }
    if former?.serial == serial { former?.used.remove(buffer) }
    if former?.used.isEmpty == true, current?.used.isEmpty == false { former = nil }
  }

  /// Takes the buffer of a new frame; nil if its buffers were replaced.
  mutating func use(_ buffer: UInt32, serial: UInt32) throws(SurfaceRefusal) -> SurfacePool? {
    if serial == current?.serial, var buffers = current {
      let pool = try Self.use(buffer, of: &buffers)
      current = buffers
      return pool
    }
    guard serial != 0, serial < self.serial else {
      throw SurfaceRefusal("the daemon has sent no buffers \(serial)")
    }
    // The process may not have sent this buffer before, and then it was dropped.
    guard var buffers = former, buffers.serial == serial, buffers.made != nil || buffers.own[buffer] != nil else {
      return nil
    }
    let pool = try Self.use(buffer, of: &buffers)
    former = buffers
    return pool
  }

  private static func use(_ buffer: UInt32, of buffers: inout Buffers) throws(SurfaceRefusal) -> SurfacePool {
    guard let pool = buffers.pool(of: buffer) else { throw SurfaceRefusal("there is no buffer \(buffer)") }
    guard buffers.used.insert(buffer).inserted else {
      throw SurfaceRefusal("buffer \(buffer) was sent again before the daemon has released it")
    }
    return pool
  }

  func memory(of buffer: UInt32, serial: UInt32) -> CardMemory? {
    if current?.serial == serial { return current?.memories[buffer] }
    return former?.serial == serial ? former?.memories[buffer] : nil
  }

  /// Takes over a buffer of the process. The caller closes the descriptor.
  ///
  /// - Returns: the error of the card if it cannot show the buffer, which is no fault of the process.
  mutating func add(_ own: SurfaceMessage.OwnBuffer, _ descriptor: Int32) throws(SurfaceRefusal) -> DisplayError? {
    guard own.serial == serial, var buffers = current, buffers.made == nil, let card = buffers.card else {
      // Its buffers were replaced while it was under way.
      guard own.serial < serial else { throw SurfaceRefusal("the daemon has asked for no buffer of \(own.serial)") }
      return nil
    }
    guard own.buffer < UInt32(SurfaceBuffers.count), buffers.own[own.buffer] == nil else {
      throw SurfaceRefusal("buffer \(own.buffer) was sent before, or is above \(SurfaceBuffers.count - 1)")
    }
    let size = buffers.size
    guard own.stride >= size.width * 4, own.stride % 4 == 0, own.offset % 4 == 0, own.stride <= 1 << 20,
      own.offset <= 1 << 30
    else { throw SurfaceRefusal("the stride or the offset of buffer \(own.buffer) does not fit its size") }
    let memory = try SurfaceBuffers.ownMemory(descriptor, bytes: own.offset + own.stride * size.height)
    guard let bitmap = memory.bitmap(of: size, stride: own.stride, offset: own.offset) else {
      throw SurfaceRefusal("the memory of buffer \(own.buffer) is too small for its stride")
    }
    do throws(DisplayError) {
      let buffer = try card.makeBuffer(of: size, in: descriptor, stride: own.stride, offset: own.offset)
      buffers.own[own.buffer] = SurfacePool(
        serial: serial, bitmaps: [bitmap], scanoutBuffers: [buffer], first: Int(own.buffer))
      buffers.memories[own.buffer] = memory
    } catch {
      return error
    }
    current = buffers
    return nil
  }
}

/// The state of a connection after the process has named its surface.
nonisolated struct SurfaceDrawing {
  let feed: SurfaceFeed
  /// The wanted size of the buffers; zero for the size on the screen.
  var size: PixelSize
  let flags: SurfaceMessage.HelloFlags
  /// Without buffers until a screen shows the surface.
  var pools = SurfacePools()
  /// Frames whose process has not finished writing their pixels, in their order.
  var unready = UnreadyFrames()
  /// The card that could not make or show buffers, so that memory files are used instead of its memory.
  var refusing: (any ScanoutCard)?
  /// The buffers that could not be made, and the time of the next attempt. The buffers before stay in use.
  var postponed: (size: PixelSize, card: (any ScanoutCard)?, until: MonotonicTime)?
  /// The number of frames so far.
  var frames: UInt64 = 0
  /// The number that the process gave the last frame.
  var lastNumber: UInt64 = 0
  /// The last visibility that the process was told.
  var wasVisible = false
  /// Whether the process must be told its position when the surface is visible again.
  var needsPosition = false
  /// Whether the process of a clip has sent the last picture.
  var isAtEnd = false
  /// Ends a player that sends no picture.
  var deadline: LoopTimer?
  /// The time of the last frame that came.
  var lastFrame = MonotonicTime.zero
  /// The time of the last report of a slow decoder.
  var slowReport: MonotonicTime?
  /// The time of the last report that the clip has no sound.
  var silenceReport: MonotonicTime?
}

/// A mapped dma-buf. It is in use until its last bitmap ends. Any thread may keep it.
nonisolated final class CardMemory: Sendable {
  private let descriptor: Int32
  private let address: UInt
  private let bytes: Int

  /// Takes over a descriptor, and maps it for reading. Closes it after an error.
  init(_ descriptor: Int32, bytes: Int) throws(Errno) {
    guard bytes > 0, let start = mmap(nil, bytes, PROT_READ, MAP_SHARED, descriptor, 0), start != MAP_FAILED else {
      let error = errno
      close(descriptor)
      throw Errno(rawValue: error)
    }
    self.descriptor = descriptor
    self.bytes = bytes
    address = UInt(bitPattern: start)
  }

  deinit {
    munmap(UnsafeMutableRawPointer(bitPattern: address), bytes)
    close(descriptor)
  }

  func bitmap(of size: PixelSize, stride: Int, offset: Int) -> Bitmap? {
    guard offset <= bytes, let start = UnsafeRawPointer(bitPattern: address) else { return nil }
    return Bitmap(
      size: size, stride: stride, format: .argb32, isOpaque: true,
      bytes: UnsafeRawBufferPointer(start: start + offset, count: bytes - offset), release: { [self] in _ = self })
  }

  /// Whether the process that draws with a graphics processor has finished writing.
  var isReady: Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 0) != 0
  }

  /// The descriptor, which is readable when the pixels are ready.
  var file: Int32 { descriptor }

  /// Copies the pixels into memory that is fast to read.
  func copy(_ bitmap: Bitmap) -> Bitmap? {
    _ = marquee_sync_dma_buf(descriptor, 0, 1)
    defer { _ = marquee_sync_dma_buf(descriptor, 0, 0) }
    return bitmap.copied()
  }
}

nonisolated extension Bitmap {
  /// A copy of the pixels.
  func copied() -> Bitmap? {
    Bitmap(size: size, format: format, isOpaque: isOpaque) { memory, stride in
      for row in 0..<size.height {
        let source = UnsafeRawBufferPointer(rebasing: bytes[(row * self.stride)...].prefix(size.width * 4))
        UnsafeMutableRawBufferPointer(rebasing: memory[(row * stride)...]).copyMemory(from: source)
      }
    }
  }
}

/// Frames whose process has not finished writing their pixels, in their order. A process that never finishes delays only itself.
nonisolated struct UnreadyFrames {
  private var frames: [(frame: SurfaceFrame, memory: CardMemory?)] = []
  private var watch: Watch?

  /// Adds a frame behind the others. Frames in memory files are always ready.
  mutating func add(_ frame: SurfaceFrame, _ memory: CardMemory?) { frames.append((frame, memory)) }

  mutating func takeReady() -> SurfaceFrame? {
    guard let first = frames.first, first.memory?.isReady ?? true else { return nil }
    return frames.removeFirst().frame
  }

  /// Calls `ready` when the pixels of the first frame are written.
  mutating func wait(on loop: EventLoop, _ ready: @escaping () -> Void) {
    watch?.cancel()
    watch = nil
    guard let memory = frames.first?.memory else { return }
    // The handler keeps the descriptor open until the watch ends.
    watch = try? loop.watch(memory.file, for: .readable) { [memory] _ in withExtendedLifetime(memory) { ready() } }
  }
}

nonisolated extension SurfaceMessage.Answer {
  /// The message for an event; nil for an event that the process does not get.
  init?(_ event: SurfaceEvents.Event) {
    switch event {
    case .copy: return nil
    case .released(let buffer, let serial): self = .released(buffer: UInt32(clamping: buffer), serial: serial)
    case .presented(let number, let time, let interval, let sequence, let onPlane):
      self = .presented(
        number: number, time: time.nanoseconds, interval: interval, sequence: sequence, onPlane: onPlane)
    case .superseded(let number): self = .superseded(number: number)
    }
  }
}
