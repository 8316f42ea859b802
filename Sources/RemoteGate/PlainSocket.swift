internal import Glibc

/// A connected socket that never waits, closed with its owner.
final class PlainSocket: ByteChannel {
  let descriptor: Int32

  init(owning descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  func read(into buffer: inout [UInt8]) -> TransferResult {
    while true {
      let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .over }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wantsRead
      default: return .over
      }
    }
  }

  func write(_ bytes: ArraySlice<UInt8>) -> TransferResult {
    while true {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 { return .bytes(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wantsWrite
      default: return .over
      }
    }
  }

  /// Who has read less than there was room for has read all: of what comes later there is an event.
  func mayHaveMore(after count: Int, of room: Int) -> Bool { count >= room }

  func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  func discard(into buffer: inout [UInt8]) -> TransferResult { read(into: &buffer) }

  /// The descriptor stays its owner's.
  func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
