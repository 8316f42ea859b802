import DisplayTypes
import EventLoop
import Glibc
import TestKit

@testable import Rasterizing

/// A process of `marquee-video --stream`, to which the test is the daemon.
final class StreamClient {
  enum Event: Equatable {
    /// Pictures of this size follow.
    case clip(PixelSize)
    /// A picture, with the colour in its middle.
    case frame(PixelSize, Color)
    case refusal(String)
    case ended
  }

  enum Failure: Error {
    case address, silence, message, memory
  }

  let worker: WorkerProcess
  private let folder: TemporaryFolder
  private var buffers: (size: PixelSize, maps: [UnsafeMutableRawPointer]) = (.zero, [])
  private var serial: UInt32 = 0
  /// The colours of the last picture along its middle row and its middle column, in eight places each.
  private(set) var row: [Color] = []
  private(set) var column: [Color] = []

  init(
    _ url: String, room: PictureRoom = PictureRoom(size: PixelSize(width: 320, height: 180)),
    background: Color = .black, loopback: Bool = true, linkLocal: Bool = false
  ) throws {
    folder = try TemporaryFolder("buffers")
    worker = try WorkerProcess(
      path: BuiltPrograms.path(of: "marquee-video"), arguments: ["--stream"], environment: ["MALLOC_ARENA_MAX": "2"],
      socketNumber: 3, longestPacket: SurfaceMessage.longest)
    guard let address = StreamAddress(url) else { throw Failure.address }
    let order = StreamOrder(
      room: room, background: background, address: address, allowsLoopback: loopback, allowsLinkLocal: linkLocal)
    try worker.send(SurfaceMessage.bytes(of: .stream(order)), descriptors: [])
  }

  deinit { unmap() }

  private func unmap() {
    for map in buffers.maps { munmap(map, bytes) }
    buffers.maps = []
  }

  private var bytes: Int { buffers.size.width * buffers.size.height * 4 }

  /// The next event, within a minute.
  func next() throws -> Event {
    while true {
      switch worker.receive() {
      case .nothing:
        var entry = pollfd(fd: worker.socket, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 60_000) > 0 else { throw Failure.silence }
      case .closed: return .ended
      case .failed: throw Failure.message
      case .packet(let packet, _):
        switch try SurfaceMessage.request(packet) {
        case .clip(let facts):
          try configure(facts.place.size)
          return .clip(facts.place.size)
        case .frame(let frame):
          let (width, height) = (buffers.size.width, buffers.size.height)
          let color = color(in: Int(frame.buffer), width / 2, height / 2)
          row = (0..<8).map { self.color(in: Int(frame.buffer), (2 * $0 + 1) * width / 16, height / 2) }
          column = (0..<8).map { self.color(in: Int(frame.buffer), width / 2, (2 * $0 + 1) * height / 16) }
          try worker.send(
            SurfaceMessage.bytes(of: .released(buffer: frame.buffer, serial: frame.serial)), descriptors: [])
          return .frame(buffers.size, color)
        case .refusal(let text): return .refusal(text)
        case .hello, .buffer, .end, .slow, .silent, .sought, .keyFrames: throw Failure.message
        }
      }
    }
  }

  /// Skips pictures until an event that is wanted, or the end.
  func skip(until isWanted: (Event) -> Bool) throws -> Event {
    while true {
      let event = try next()
      switch event {
      case _ where isWanted(event): return event
      case .refusal, .ended: return event
      case .clip, .frame: continue
      }
    }
  }

  /// The reason for the end.
  func reason() throws -> String {
    if case .refusal(let text) = try skip(until: { _ in false }) { return text }
    return ""
  }

  private func configure(_ size: PixelSize) throws {
    unmap()
    buffers.size = size
    serial += 1
    var files: [Int32] = []
    defer { for file in files { close(file) } }
    for index in 0..<3 {
      let file = open("\(folder.path)/\(serial)-\(index)", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      files.append(file)
      guard file >= 0, ftruncate(file, off_t(bytes)) == 0,
        let map = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), map != MAP_FAILED
      else { throw Failure.memory }
      buffers.maps.append(map)
    }
    let message = SurfaceMessage.Buffers(
      serial: serial, size: size, stride: size.width * 4, hasAlpha: false, count: 3, refreshInterval: 0)
    try worker.send(SurfaceMessage.bytes(of: .configure(message)), descriptors: files)
  }

  private func color(in buffer: Int, _ x: Int, _ y: Int) -> Color {
    guard buffers.maps.indices.contains(buffer) else { return .white }
    let word = buffers.maps[buffer].load(fromByteOffset: (y * buffers.size.width + x) * 4, as: UInt32.self)
    return Color(red: UInt8(word >> 16 & 0xFF), green: UInt8(word >> 8 & 0xFF), blue: UInt8(word & 0xFF))
  }
}
