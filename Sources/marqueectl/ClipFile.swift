import CLinuxEvents
import DisplayTypes
import EventLoop
import FrameChecks
import Glibc
import Rasterizing

/// The pictures of a video file. The program `marquee-video` decodes them, and gets the messages of the daemon (docs/surfaces.md) from here.
final class ClipFile {
  /// Milliseconds without a message after which the program is given up.
  private static let patience: Int32 = 30_000
  private static let bufferCount = 2
  /// The memory of a buffer: a picture of 8192x8192 pixels has 256 MiB.
  private static let longestSide = 8192

  private let path: String
  private let worker: WorkerProcess
  private var buffers: SurfaceMessage.Buffers?
  private var memory: [UnsafeMutableRawPointer] = []

  private var bytes: Int { buffers.map { $0.stride * $0.size.height } ?? 0 }

  /// Starts the program, which begins to decode.
  init(path: String) throws(ToolFailure) {
    self.path = path
    let program = "\(ProgramStart.ownFolder ?? ".")/marquee-video"
    guard access(program, X_OK) == 0 else {
      throw ToolFailure(
        message: "\(path) could not be decoded: there is no \(program). Install the package marquee-video.")
    }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw ToolFailure(message: "\(path) could not be read: \(String(errno: errno)).") }
    defer { close(file) }
    let side = Self.longestSide
    // A clock that stands makes no picture late, so none is left out.
    let order = PlayOrder(
      room: PictureRoom(size: PixelSize(width: side, height: side), fit: .center),
      time: PlayTime(beginning: 0, now: 0, isReal: false), loops: false)
    do {
      worker = try WorkerProcess(
        path: program, arguments: [], environment: ["MALLOC_ARENA_MAX": "2"], socketNumber: 3,
        longestPacket: SurfaceMessage.longest)
      try worker.send(SurfaceMessage.bytes(of: .play(order)), descriptors: [file])
    } catch {
      throw ToolFailure(message: "\(path) could not be decoded: \(program) cannot be started: \(error).")
    }
  }

  deinit { for place in memory { munmap(place, bytes) } }

  /// Calls `use` with each picture and its time in nanoseconds, until `limit` pictures or the end.
  func forEach(limit: Int?, _ use: (RawFrame, UInt64) -> Void) throws(ToolFailure) {
    var count = 0
    while count < limit ?? .max {
      switch try next() {
      case .clip(let facts): try makeBuffers(of: facts.place.size)
      case .frame(let frame):
        use(try picture(of: frame), frame.target)
        count += 1
        try send(.released(buffer: frame.buffer, serial: frame.serial))
      case .end: return
      case .refusal(let reason):
        // Reasons of GStreamer are whole sentences.
        throw ToolFailure(message: "\(path) could not be decoded: \(reason)\(reason.hasSuffix(".") ? "" : ".")")
      case .hello, .buffer, .slow, .silent, .sought, .keyFrames: break
      }
    }
  }

  /// The next message of the program.
  private func next() throws(ToolFailure) -> SurfaceMessage.Request {
    while true {
      switch worker.receive() {
      case .packet(let packet, let descriptors):
        for descriptor in descriptors { close(descriptor) }
        do throws(SurfaceMessage.Fault) {
          return try SurfaceMessage.request(packet)
        } catch {
          throw failure("it sent a wrong message: \(error)")
        }
      case .nothing: try wait()
      case .closed: throw failure("it ended unexpectedly")
      case .failed(let error): throw failure("its socket failed: \(error)")
      }
    }
  }

  private func wait() throws(ToolFailure) {
    var entry = pollfd(fd: worker.socket, events: Int16(POLLIN), revents: 0)
    let ready = poll(&entry, 1, Self.patience)
    guard ready != 0 else { throw failure("it sent nothing for \(Self.patience / 1000) s") }
    guard ready > 0 || errno == EINTR else { throw failure("its socket failed: \(String(errno: errno))") }
  }

  private func failure(_ reason: String) -> ToolFailure {
    ToolFailure(message: "\(path) could not be decoded by marquee-video: \(reason).")
  }

  private func send(_ answer: SurfaceMessage.Answer, descriptors: [Int32] = []) throws(ToolFailure) {
    do {
      try worker.send(SurfaceMessage.bytes(of: answer), descriptors: descriptors)
    } catch {
      throw failure("its socket failed: \(error)")
    }
  }

  private func makeBuffers(of size: PixelSize) throws(ToolFailure) {
    guard buffers == nil else { throw failure("it opened the file twice") }
    let made = SurfaceMessage.Buffers(
      serial: 1, size: size, stride: size.width * 4, hasAlpha: false, count: Self.bufferCount, refreshInterval: 0)
    buffers = made
    var descriptors: [Int32] = []
    defer { for descriptor in descriptors { close(descriptor) } }
    for _ in 0..<Self.bufferCount {
      let descriptor = marquee_memfd_create("marqueectl", UInt32(bitPattern: MARQUEE_MFD_CLOEXEC))
      guard descriptor >= 0 else { throw noMemory() }
      descriptors.append(descriptor)
      guard ftruncate(descriptor, bytes) == 0, let place = mmap(nil, bytes, PROT_READ, MAP_SHARED, descriptor, 0),
        place != MAP_FAILED
      else { throw noMemory() }
      memory.append(place)
    }
    try send(.configure(made), descriptors: descriptors)
  }

  private func noMemory() -> ToolFailure {
    ToolFailure(message: "\(path) could not be decoded: no memory for its pictures: \(String(errno: errno)).")
  }

  private func picture(of frame: SurfaceMessage.Frame) throws(ToolFailure) -> RawFrame {
    let number = Int(frame.buffer)
    guard let buffers, frame.serial == buffers.serial, memory.indices.contains(number) else {
      throw failure("it sent a picture without a buffer")
    }
    let pixels = UnsafeRawBufferPointer(start: memory[number], count: bytes)
    return RawFrame(size: buffers.size, layout: .xrgb8888, matrix: .bt601, bytes: Array(pixels))
  }
}
