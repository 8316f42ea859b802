import CSurfaceGBM
import Glibc

/// A connection with the protocol of docs/surfaces.md. Each message is a packet of 32-bit words; numbers of 64 bits take two.
final class SurfaceConnection {
  /// The flag of a program that brings dma-bufs of its own.
  static let bringsBuffers: UInt32 = 4

  private let socket: Int32
  private var frameCount: UInt64 = 0

  /// Connects with the surface's name, for buffers of the size on the screen.
  init(to path: String, name: String, flags: UInt32) throws(Failure) {
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < capacity, name.utf8.count < 64 else { throw Failure("the path or the name is too long") }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else { throw Failure("could not connect to \(path): \(Failure.reason)") }
    var text = [UInt8](name.utf8)
    text += [UInt8](repeating: 0, count: 64 - text.count)
    let letters = text.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    try send(1, [1, 0, 0, flags] + letters)
  }

  deinit { close(socket) }

  /// Hands over a buffer of the program's own memory, once before its first frame.
  func add(_ buffer: Int, of serial: UInt32, stride: Int, offset: Int, descriptor: Int32) throws(Failure) {
    try send(10, [serial, UInt32(buffer), UInt32(stride), UInt32(offset)], descriptor)
  }

  /// Shows a buffer at the next refresh, with all its pixels, and returns the frame's number.
  func show(_ buffer: Int, of serial: UInt32) throws(Failure) -> UInt64 {
    frameCount += 1
    let number = [UInt32(truncatingIfNeeded: frameCount), UInt32(frameCount >> 32)]
    try send(2, [serial, UInt32(buffer)] + number + [0, 0, 0, 0, 0, 0])
    return frameCount
  }

  private func send(_ type: UInt32, _ fields: [UInt32], _ descriptor: Int32 = -1) throws(Failure) {
    let words = [type, UInt32(8 + fields.count * 4)] + fields
    let length = words.count * 4
    guard surface_gbm_send(socket, words, length, descriptor) == length else {
      // The daemon's reason may wait.
      let reason = Failure.reason
      while let event = try? next() { if case .failed(let text) = event { throw Failure(text) } }
      throw Failure("could not send a message: \(reason)")
    }
  }

  /// Waits for the next message.
  func next() throws(Failure) -> SurfaceEvent {
    var words = [UInt32](repeating: 0, count: 256)
    var descriptors = [Int32](repeating: -1, count: SURFACE_GBM_DESCRIPTORS)
    var count: Int32 = 0
    var length = -1
    repeat {
      length = surface_gbm_receive(socket, &words, words.count * 4, &descriptors, &count)
    } while length < 0 && errno == EINTR
    guard length > 0 else {
      throw Failure(length == 0 ? "the daemon has closed the connection" : "no message: \(Failure.reason)")
    }
    words.removeLast(words.count - length / 4)
    return SurfaceEvent(SurfaceWords(words), Array(descriptors.prefix(Int(count))))
  }
}

/// A message of the daemon.
enum SurfaceEvent {
  /// New buffers. The descriptors belong to the receiver.
  case configure(SurfaceConfiguration, descriptors: [Int32])
  case released(buffer: Int, serial: UInt32)
  case presented(frame: UInt64, isOnPlane: Bool)
  case superseded(frame: UInt64)
  case failed(String)
  /// A message that this program does not need.
  case other

  fileprivate init(_ words: SurfaceWords, _ descriptors: [Int32]) {
    switch words[0] {
    case 128: self = .configure(SurfaceConfiguration(words), descriptors: descriptors)
    case 129: self = .released(buffer: Int(words[3]), serial: words[2])
    case 130: self = .presented(frame: words.long(2), isOnPlane: words[10] == 1)
    case 131: self = .superseded(frame: words.long(2))
    case 132: self = .failed(words.text(from: 2))
    default: self = .other
    }
  }
}

/// The memory of a `configure` message.
enum SurfaceMemory: UInt32 {
  /// Files, which the program maps.
  case files
  /// dma-bufs of the daemon. This program does not ask for them.
  case daemonBuffers
  /// dma-bufs of the program.
  case ownBuffers
}

/// A `configure` message.
struct SurfaceConfiguration {
  let serial: UInt32
  let width: Int
  let height: Int
  /// The bytes from one row to the next; 0 for the program's own memory.
  let stride: Int
  /// The number of buffers, or the most of them that the program may bring.
  let count: Int
  /// The number of the card whose planes could show the buffers; 0 for none.
  let device: UInt64
  let memory: SurfaceMemory?

  fileprivate init(_ words: SurfaceWords) {
    serial = words[2]
    (width, height, stride) = (Int(words[3]), Int(words[4]), Int(words[5]))
    count = Int(words[7])
    device = words.long(10)
    memory = SurfaceMemory(rawValue: words[12])
  }
}

/// The words of a message. Words beyond its end are 0.
private struct SurfaceWords {
  private let words: [UInt32]

  init(_ words: [UInt32]) { self.words = words }

  subscript(_ index: Int) -> UInt32 { index < words.count ? words[index] : 0 }

  func long(_ index: Int) -> UInt64 { UInt64(self[index]) | UInt64(self[index + 1]) << 32 }

  func text(from index: Int) -> String {
    words.dropFirst(index).withUnsafeBufferPointer { words in
      String(decoding: UnsafeRawBufferPointer(words).prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// The reason why the program ends.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// The reason of the last failed call.
  static var reason: String { String(cString: strerror(errno)) }
}
