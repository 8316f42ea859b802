internal import COpenSSL

/// A certificate with its key, ready for connections (TLS 1.2 and newer).
///
/// Belongs to the gate's thread once it is there; OpenSSL counts the references of connections.
@safe final class Certificate {
  private let context: OpaquePointer

  /// Reads both files, in PEM.
  init(certificate: String, key: String) throws(GateError) {
    guard let context = unsafe SSL_CTX_new(TLS_server_method()) else {
      throw .certificate(path: certificate, reason: Certificate.lastReason())
    }
    unsafe self.context = context
    _ = unsafe marquee_tls_at_least_1_2(context)
    unsafe marquee_tls_write_in_parts(context)
    guard unsafe SSL_CTX_use_certificate_chain_file(context, certificate) == 1 else {
      throw .certificate(path: certificate, reason: Certificate.lastReason())
    }
    guard unsafe SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1 else {
      throw .certificate(path: key, reason: Certificate.lastReason())
    }
    guard unsafe SSL_CTX_check_private_key(context) == 1 else {
      throw .certificate(path: key, reason: "it is not the key of \(certificate)")
    }
  }

  deinit { unsafe SSL_CTX_free(context) }

  /// A connection's end of TLS, which waits for the client's greeting; nil where memory has run out.
  func accept(_ socket: PlainSocket) -> SecureChannel? {
    guard let session = unsafe SSL_new(context) else { return nil }
    guard unsafe SSL_set_fd(session, socket.descriptor) == 1 else {
      unsafe SSL_free(session)
      return nil
    }
    unsafe SSL_set_accept_state(session)
    return unsafe SecureChannel(session, on: socket)
  }

  private static func lastReason() -> String {
    let code = ERR_get_error()
    ERR_clear_error()
    return unsafe ERR_reason_error_string(code).map { unsafe String(cString: $0) } ?? "the file cannot be read"
  }
}
