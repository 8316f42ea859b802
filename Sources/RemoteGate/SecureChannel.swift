internal import COpenSSL

/// The TLS of one connection, whose socket is the caller's.
@safe final class SecureChannel: ByteChannel {
  private let session: OpaquePointer
  /// It is read and written by number, and so must outlive the session.
  private let socket: PlainSocket

  init(_ session: OpaquePointer, on socket: PlainSocket) {
    unsafe self.session = session
    self.socket = socket
  }

  var descriptor: Int32 { socket.descriptor }

  deinit { unsafe SSL_free(session) }

  /// Reads what has come, at most so many bytes (SSL_read).
  func read(into buffer: inout [UInt8]) -> TransferResult {
    ERR_clear_error()
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe SSL_read(session, $0.baseAddress, Int32(clamping: $0.count))
    }
    return result(count)
  }

  /// Writes what can be sent (SSL_write).
  func write(_ bytes: ArraySlice<UInt8>) -> TransferResult {
    ERR_clear_error()
    let count = unsafe bytes.withUnsafeBytes { unsafe SSL_write(session, $0.baseAddress, Int32(clamping: $0.count)) }
    return result(count)
  }

  /// What the session has read of the socket already, no event of the socket tells of.
  func mayHaveMore(after count: Int, of room: Int) -> Bool { true }

  /// Says goodbye, and nothing more on the socket either.
  func endWriting() {
    end()
    socket.endWriting()
  }

  /// Nothing of it is deciphered.
  func discard(into buffer: inout [UInt8]) -> TransferResult { socket.read(into: &buffer) }

  /// Says goodbye, and waits for no answer (SSL_shutdown).
  func end() {
    _ = unsafe SSL_shutdown(session)
  }

  private func result(_ count: Int32) -> TransferResult {
    guard count <= 0 else { return .bytes(Int(count)) }
    return switch unsafe SSL_get_error(session, count) {
    case SSL_ERROR_WANT_READ: .wantsRead
    case SSL_ERROR_WANT_WRITE: .wantsWrite
    default: .over
    }
  }
}
