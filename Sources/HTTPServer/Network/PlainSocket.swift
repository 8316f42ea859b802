internal import Glibc

/// A socket that never waits, closed with its owner.
final class PlainSocket {
  let descriptor: Int32

  init(owning descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// Another descriptor of the same socket, which the caller closes; nil if descriptors have run out (fcntl(2)).
  func duplicate() -> Int32? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    return copy >= 0 ? copy : nil
  }

  /// Whether the kernel takes bytes to send now (poll(2)).
  var isWritable: Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&state, 1, 0) == 1 && state.revents & Int16(POLLOUT) != 0
  }

  /// Whether the socket has unread bytes.
  var hasUnreadBytes: Bool {
    var byte: UInt8 = 0
    return unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
  }

  /// Sends the end of the stream; the other side can still send (shutdown(2)).
  func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Ends both directions, for every descriptor of this socket.
  func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Sends what the kernel takes now.
  func send(_ bytes: UnsafeRawBufferPointer) {
    _ = unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }

  /// Reads what has come and throws it away, at most so many bytes in one call.
  ///
  /// Returns the number of bytes; nil if the other side has ended the stream, or the socket failed.
  func discard(most: Int) -> Int? {
    var count = 0
    while count < most {
      // MSG_TRUNC of a TCP socket drops bytes without copying them (tcp(7)).
      let part = recv(descriptor, nil, most - count, Int32(MSG_TRUNC) | Int32(MSG_DONTWAIT))
      if part > 0 {
        count += part
      } else if part == 0 {
        return nil
      } else if errno != EINTR {
        return errno == EAGAIN ? count : nil
      }
    }
    return count
  }
}
