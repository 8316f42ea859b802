internal import CGnuTLS
internal import CMicroHTTPD
internal import Glibc
internal import SystemPackage

/// A certificate, its chain and its key. Belongs to the server's thread.
@safe final class TLSCertificate {
  private let chain: UnsafeMutableBufferPointer<gnutls_pcert_st>
  private let used: UInt32
  private let key: gnutls_privkey_t
  /// The end of its validity, in seconds since 1970.
  let expires: Int

  private static let longestChain = 16

  /// Reads both files, in PEM.
  init(_ files: CertificateFiles) throws(HTTPServerError) {
    let certificate = try TLSCertificate.read(files.certificate)
    let secret = try TLSCertificate.read(files.key, isSecret: true)
    let chain = UnsafeMutableBufferPointer<gnutls_pcert_st>.allocate(capacity: TLSCertificate.longestChain)
    unsafe chain.initialize(repeating: gnutls_pcert_st())
    var used = UInt32(TLSCertificate.longestChain)
    var result = unsafe TLSCertificate.withDatum(certificate) { datum in
      unsafe gnutls_pcert_list_import_x509_raw(chain.baseAddress, &used, datum, GNUTLS_X509_FMT_PEM, 0)
    }
    guard result == 0, used > 0 else {
      unsafe chain.deallocate()
      throw TLSCertificate.trouble(files.certificate, result)
    }
    unsafe self.chain = chain
    self.used = used
    var key: gnutls_privkey_t?
    unsafe gnutls_privkey_init(&key)
    guard let key = unsafe key else { throw .refused(operation: "make room for a key", .noMemory) }
    unsafe self.key = key
    expires = unsafe TLSCertificate.expiry(chain[0])
    result = unsafe TLSCertificate.withDatum(secret) { datum in
      unsafe gnutls_privkey_import_x509_raw(key, datum, GNUTLS_X509_FMT_PEM, nil, 0)
    }
    guard result == 0 else { throw TLSCertificate.trouble(files.key, result) }
    guard unsafe TLSCertificate.isKey(key, of: chain[0]) else {
      throw .certificate(path: files.key, reason: "it is not the key of \(files.certificate)")
    }
  }

  deinit {
    for index in 0..<Int(used) { unsafe gnutls_pcert_deinit(&chain[index]) }
    unsafe chain.deallocate()
    unsafe gnutls_privkey_deinit(key)
  }

  /// The function with which a handshake gets its connection's certificate (gnutls_certificate_set_retrieve_function2(3)). The handshake
  /// borrows the certificate. `HTTPConnection` owns it.
  static var retrieveFunction: UnsafeMutableRawPointer? {
    let function: marquee_tls_function = { session, _, _, _, _, list, count, key in
      // libmicrohttpd sets the connection as the session's pointer.
      guard let library = unsafe gnutls_session_get_ptr(session), let list = unsafe list, let count = unsafe count,
        let key = unsafe key, let certificate = unsafe HTTPConnection.of(OpaquePointer(library))?.certificate
      else { return -1 }
      unsafe list.pointee = unsafe certificate.chain.baseAddress
      unsafe count.pointee = certificate.used
      unsafe key.pointee = unsafe certificate.key
      return 0
    }
    return unsafe marquee_tls_address(function)
  }

  private static func read(_ path: String, isSecret: Bool = false) throws(HTTPServerError) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .certificate(path: path, reason: Errno(rawValue: errno).description) }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= 1 << 20 else {
      throw .certificate(path: path, reason: "it is no regular file, or larger than 1 MiB")
    }
    guard !isSecret || status.st_mode & 0o027 == 0 else {
      throw .certificate(path: path, reason: "other users may read or write it. Run `chmod 600 \(path)`")
    }
    // The kernel reads such a small regular file with one call.
    return unsafe [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      count = unsafe max(0, Glibc.read(file, buffer.baseAddress, buffer.count))
    }
  }

  private static func withDatum(_ bytes: [UInt8], _ body: (UnsafePointer<gnutls_datum_t>) -> Int32) -> Int32 {
    var bytes = bytes
    return unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      var datum = unsafe gnutls_datum_t(data: buffer.baseAddress, size: UInt32(clamping: buffer.count))
      return unsafe body(&datum)
    }
  }

  private static func trouble(_ path: String, _ result: Int32) -> HTTPServerError {
    // The text is a sentence, and the message adds a full stop.
    let text = unsafe String(cString: gnutls_strerror(result))
    return .certificate(path: path, reason: text.hasSuffix(".") ? String(text.dropLast()) : text)
  }

  private static func expiry(_ certificate: gnutls_pcert_st) -> Int {
    var parsed: gnutls_x509_crt_t?
    guard unsafe gnutls_x509_crt_init(&parsed) == 0, let parsed = unsafe parsed else { return 0 }
    defer { unsafe gnutls_x509_crt_deinit(parsed) }
    var datum = unsafe certificate.cert
    guard unsafe gnutls_x509_crt_import(parsed, &datum, GNUTLS_X509_FMT_DER) == 0 else { return 0 }
    return unsafe gnutls_x509_crt_get_expiration_time(parsed)
  }

  private static func isKey(_ key: gnutls_privkey_t, of certificate: gnutls_pcert_st) -> Bool {
    var own: gnutls_pubkey_t?
    guard unsafe gnutls_pubkey_init(&own) == 0, let own = unsafe own else { return false }
    defer { unsafe gnutls_pubkey_deinit(own) }
    guard unsafe gnutls_pubkey_import_privkey(own, key, 0, 0) == 0 else { return false }
    let (one, other) = unsafe (identifier(own), identifier(certificate.pubkey))
    return !one.isEmpty && one == other
  }

  private static func identifier(_ key: gnutls_pubkey_t?) -> [UInt8] {
    guard let key = unsafe key else { return [] }
    var bytes = [UInt8](repeating: 0, count: 64)
    var count = bytes.count
    let flags = UInt32(GNUTLS_KEYID_USE_SHA256.rawValue)
    guard unsafe gnutls_pubkey_get_key_id(key, flags, &bytes, &count) == 0 else { return [] }
    return Array(bytes.prefix(count))
  }
}

/// The paths of a certificate and its key, in PEM.
struct CertificateFiles: Sendable {
  /// The certificate, followed by its chain.
  var certificate: String
  /// The key. Only its owner and a group may be able to read it.
  var key: String

  var states: [FileState?] { [FileState(certificate), FileState(key)] }
}

/// The identity, size and time of a file (stat(2)). They differ after the file was changed or replaced.
struct FileState: Equatable {
  private let numbers: [UInt]

  /// Nil if the file cannot be found.
  init?(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    let (size, time) = (Int(status.st_size), status.st_mtim)
    numbers =
      [UInt(status.st_dev), UInt(status.st_ino)] + [size, time.tv_sec, time.tv_nsec].map(UInt.init(bitPattern:))
  }
}

/// Keeps the certificate in use, and reads it again after its files have changed. Belongs to the server's thread.
final class CertificateStore {
  /// Seconds between two checks of the files.
  static let checkInterval = 60.0
  /// The number of days before the certificate's end on which the log gets a warning, once a day.
  static let daysOfWarning = 14

  private var certificate: TLSCertificate
  private let files: CertificateFiles
  private var states: [FileState?]
  private var checkedAt: Double
  private var warnedAt = -Double.infinity
  private let log: (String) -> Void

  init(_ files: CertificateFiles, now: Double, log: @escaping (String) -> Void) throws(HTTPServerError) {
    self.files = files
    self.log = log
    states = files.states
    certificate = try TLSCertificate(files)
    checkedAt = now
    warn(now: now)
  }

  /// Returns the certificate for a new connection. Checks the files if the last check is older than `checkInterval`.
  func current(now: Double) -> TLSCertificate {
    guard now - checkedAt >= CertificateStore.checkInterval else { return certificate }
    checkedAt = now
    let found = files.states
    if found != states {
      // Only one of the files may be replaced yet. The next check tries again.
      do throws(HTTPServerError) {
        certificate = try TLSCertificate(files)
        states = found
        warnedAt = -.infinity
        log("\(files.certificate) was read again")
      } catch {
        log("\(error.description) The previous certificate stays in use.")
      }
    }
    warn(now: now)
    return certificate
  }

  private func warn(now: Double) {
    let left = certificate.expires - time(nil)
    guard left < CertificateStore.daysOfWarning * 86_400, now - warnedAt >= 86_400 else { return }
    warnedAt = now
    let end = left < 0 ? "has ended: browsers refuse it" : "ends in \(left / 86_400) days"
    log("\(files.certificate) \(end). Renew it. It is read again within a minute.")
  }
}

/// A SHA-256 digest (FIPS 180-4), by GnuTLS.
struct Digest: Equatable {
  let bytes: [UInt8]

  init(of text: String) {
    self.init(of: Array(text.utf8))
  }

  init(of message: [UInt8]) {
    var result = [UInt8](repeating: 0, count: 32)
    // The only possible error is an unknown algorithm.
    _ = unsafe message.withUnsafeBufferPointer { source in
      unsafe gnutls_hash_fast(GNUTLS_DIG_SHA256, source.baseAddress, source.count, &result)
    }
    bytes = result
  }

  var hexadecimal: String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// Compares in constant time.
  static func == (one: Digest, other: Digest) -> Bool {
    var difference: UInt8 = one.bytes.count == other.bytes.count ? 0 : 1
    for (left, right) in zip(one.bytes, other.bytes) { difference |= left ^ right }
    return difference == 0
  }
}
