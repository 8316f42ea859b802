internal import CLinuxEvents
internal import Glibc
internal import SystemPackage

/// Our end of a worker's socket, which keeps packets apart and carries descriptors; no call blocks.
@safe struct PacketSocket: ~Copyable {
  /// Open as long as this lives.
  let descriptor: Int32
  private var buffer: [UInt8]

  /// Takes a non-blocking socket over.
  ///
  /// - Parameter longestPacket: bytes; of a longer one the rest is lost.
  init(_ descriptor: Int32, longestPacket: Int) {
    self.descriptor = descriptor
    buffer = [UInt8](repeating: 0, count: longestPacket)
  }

  deinit { close(descriptor) }

  /// Sends one packet.
  func send(_ bytes: [UInt8], descriptors: [Int32]) throws(Errno) {
    let sent = unsafe bytes.withUnsafeBytes { bytes in
      unsafe marquee_send_with_descriptors(
        descriptor, bytes.baseAddress, bytes.count, descriptors, Int32(descriptors.count))
    }
    guard sent == bytes.count else { throw sent < 0 ? Errno(rawValue: errno) : .messageTooLong }
  }

  /// Takes one packet; its descriptors are the caller's.
  mutating func receive() -> ReceivedPacket {
    var descriptors: [Int32] = [-1, -1, -1, -1]
    var count: Int32 = 0
    let socket = descriptor
    let received = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe marquee_receive_with_descriptors(socket, bytes.baseAddress, bytes.count, &descriptors, &count)
    }
    if received > 0 {
      return .packet(buffer[..<received], descriptors: Array(descriptors.prefix(Int(count))))
    }
    for descriptor in descriptors.prefix(Int(count)) { close(descriptor) }
    guard received < 0 else { return .closed }
    switch errno {
    case EAGAIN, EINTR: return .nothing
    case ECONNRESET: return .closed
    case let error: return .failed(Errno(rawValue: error))
    }
  }
}
