import CGnuTLS
import EventLoop
import Foundation
import TestKit
import Testing

@testable import marquee_remote

/// TLS with a real client, and certificates that change.
@Suite(.timeLimit(.minutes(30)))
struct TLSTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder("tls")
  }

  private var files: CertificateFiles {
    CertificateFiles(certificate: "\(folder.path)/certificate.pem", key: "\(folder.path)/key.pem")
  }

  @Test(arguments: ["NORMAL:-VERS-ALL:+VERS-TLS1.2", "NORMAL:-VERS-ALL:+VERS-TLS1.3"])
  func aRequestIsAnswered(priorities: String) throws {
    try SelfSigned(name: "box", days: 90).write(to: files)
    let bench = try bench()
    let client = try #require(TLSClient(port: bench.port, priorities: priorities))
    #expect(client.handshake { bench.turn() })
    #expect(client.name == "box")
    let answer = client.exchange("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n") {
      bench.turn()
    }
    #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("/a:0"))
    #expect(bench.lines.isEmpty)
  }

  @Test func aHeadThatLibmicrohttpdRefusesIsAnsweredOnce() throws {
    try SelfSigned(name: "box", days: 90).write(to: files)
    let bench = try bench()
    let client = try #require(TLSClient(port: bench.port))
    #expect(client.handshake { bench.turn() })
    let answer = client.exchange("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n") { bench.turn() }
    #expect(HTTPBench.statuses(answer) == [400] && answer.hasSuffix("}"), "\(answer)")
    #expect(bench.requests.isEmpty)
  }

  @Test(arguments: ["NORMAL:-VERS-ALL:+VERS-TLS1.1:%COMPAT", "NORMAL:-VERS-ALL:+VERS-TLS1.0:%COMPAT"])
  func anOlderVersionIsRefused(priorities: String) throws {
    try SelfSigned(name: "box", days: 90).write(to: files)
    let bench = try bench()
    let client = try #require(TLSClient(port: bench.port, priorities: priorities))
    #expect(!client.handshake { bench.turn() })
    #expect(bench.requests.isEmpty)
  }

  @Test func aClientWithoutTLSIsHungUpOn() throws {
    try SelfSigned(name: "box", days: 90).write(to: files)
    let bench = try bench()
    let answer = try bench.exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(!answer.contains("HTTP/1.1 200") && bench.requests.isEmpty)
  }

  /// libmicrohttpd wants to run again at once as long as a handshake waits for its client.
  @Test(arguments: [false, true]) func aHandshakeThatStopsDoesNotKeepTheServerBusy(sendsWholeHello: Bool) throws {
    try SelfSigned(name: "box", days: 90).write(to: files)
    let bench = try bench()
    let client = try #require(TLSClient(port: bench.port))
    if sendsWholeHello { client.beginHandshake() } else { client.sendFirstByteOfAHello() }
    while bench.connections.arrivals == 0 { bench.turn() }
    let events = (0..<1000).reduce(0) { count, _ in count + bench.loop.turn(waiting: false) }
    #expect(events < 500 && bench.connections.count == 1)
    guard sendsWholeHello else { return }
    #expect(client.handshake { bench.turn() })
    let answer = client.exchange("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n") { bench.turn() }
    #expect(answer.hasSuffix("/a:0"))
  }

  @Test func aLongAnswerIsWholeBesideAHandshakeThatStops() throws {
    try SelfSigned(name: "box", days: 90).write(to: files)
    let bench = try bench()
    bench.answer = { _ in HTTPAnswer(status: .ok, body: [UInt8](repeating: UInt8(ascii: "a"), count: 4 << 20)) }
    let stopped = try #require(TLSClient(port: bench.port))
    stopped.sendFirstByteOfAHello()
    let client = try #require(TLSClient(port: bench.port))
    #expect(client.handshake { bench.turn() })
    let answer = client.exchange("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n") { bench.turn() }
    #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.utf8.count > 4 << 20)
    withExtendedLifetime(stopped) {}
  }

  @Test func aRenewedCertificateIsReadWithoutARestart() throws {
    try SelfSigned(name: "old", days: 90).write(to: files)
    var limits = HTTPLimits()
    // Two connections stay without a request until the files are read again.
    limits.secondsToHead = 10 * CertificateStore.checkInterval
    let bench = try bench(limits)
    let early = try #require(TLSClient(port: bench.port))
    #expect(early.handshake { bench.turn() } && early.name == "old")
    try SelfSigned(name: "new", days: 90).write(to: files)
    bench.now = CertificateStore.checkInterval - 1
    let soon = try #require(TLSClient(port: bench.port))
    #expect(soon.handshake { bench.turn() } && soon.name == "old")
    bench.now = CertificateStore.checkInterval
    let late = try #require(TLSClient(port: bench.port))
    #expect(late.handshake { bench.turn() } && late.name == "new")
    #expect(bench.lines.count == 1 && bench.lines[0].contains("was read again"))
    // The earlier connection continues.
    let answer = early.exchange("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n") {
      bench.turn()
    }
    #expect(answer.hasSuffix("/a:0"))
  }

  /// A renewal replaces one file after the other.
  @Test func aPairThatDoesNotMatchLeavesTheOldOneInUse() throws {
    let old = SelfSigned(name: "old", days: 90)
    try old.write(to: files)
    let bench = try bench()
    let new = SelfSigned(name: "new", days: 90)
    try Data(new.certificate).write(to: URL(filePath: files.certificate))
    bench.now = CertificateStore.checkInterval
    let between = try #require(TLSClient(port: bench.port))
    #expect(between.handshake { bench.turn() } && between.name == "old")
    #expect(bench.lines.count == 1 && bench.lines[0].contains("is not the key of"))
    try new.write(to: files)
    bench.now += CertificateStore.checkInterval
    let after = try #require(TLSClient(port: bench.port))
    #expect(after.handshake { bench.turn() } && after.name == "new")
  }

  @Test(arguments: [(15, 0), (13, 1), (1, 1)])
  func anExpiringCertificateIsReportedOnceADay(days: Int, lines: Int) throws {
    try SelfSigned(name: "box", days: days, hours: 1).write(to: files)
    let bench = try bench()
    #expect(bench.lines.count == lines && bench.lines.allSatisfy { $0.contains("ends in \(days) days") })
    for second in stride(from: 60.0, through: 600, by: 60) {
      bench.now = second
      _ = try bench.connect()
    }
    #expect(bench.lines.count == lines)
    bench.now = 86_400
    _ = try bench.connect()
    #expect(bench.lines.count == 2 * lines)
  }

  @Test func filesThatCannotBeUsedAreNamedWithTheReason() throws {
    func reason(_ files: CertificateFiles) -> String? {
      do throws(HTTPServerError) {
        _ = try TLSCertificate(files)
        return nil
      } catch { return error.description }
    }
    #expect(reason(files)?.contains("No such file") == true)
    let box = SelfSigned(name: "box", days: 90)
    try box.write(to: files)
    #expect(reason(files) == nil)
    for open in [0o644, 0o660] {
      try FileManager.default.setAttributes([.posixPermissions: open], ofItemAtPath: files.key)
      #expect(reason(files)?.contains("chmod 600 \(files.key)") == true)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: files.key)
    #expect(reason(files) == nil)
    try Data("rubbish".utf8).write(to: URL(filePath: files.certificate))
    #expect(reason(files)?.contains(files.certificate) == true)
    #expect(reason(files)?.contains("..") == false)
    try Data(box.certificate).write(to: URL(filePath: files.certificate))
    try Data("rubbish".utf8).write(to: URL(filePath: files.key))
    #expect(reason(files)?.contains(files.key) == true)
    try Data(SelfSigned(name: "other", days: 90).key).write(to: URL(filePath: files.key))
    #expect(reason(files)?.contains("it is not the key of") == true)
    #expect(reason(CertificateFiles(certificate: folder.path, key: files.key))?.contains("no regular file") == true)
  }

  private func bench(_ limits: HTTPLimits = HTTPLimits()) throws -> HTTPBench {
    try HTTPBench(limits) { [files] in
      let log = $0.log
      $0.certificates = try CertificateStore(files, now: 0) { log($0) }
    }
  }
}

/// A certificate that vouches for itself, and its key, in PEM.
struct SelfSigned {
  let certificate: [UInt8]
  let key: [UInt8]

  init(name: String, days: Int, hours: Int = 0) {
    var key: gnutls_x509_privkey_t?
    gnutls_x509_privkey_init(&key)
    // GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1)
    gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, 1 << 31 | UInt32(GNUTLS_ECC_CURVE_SECP256R1.rawValue), 0)
    var certificate: gnutls_x509_crt_t?
    gnutls_x509_crt_init(&certificate)
    gnutls_x509_crt_set_version(certificate, 3)
    gnutls_x509_crt_set_serial(certificate, [1], 1)
    gnutls_x509_crt_set_activation_time(certificate, time(nil) - 60)
    gnutls_x509_crt_set_expiration_time(certificate, time(nil) + days * 86_400 + hours * 3600)
    gnutls_x509_crt_set_dn_by_oid(certificate, "2.5.4.3", 0, name, UInt32(name.utf8.count))
    gnutls_x509_crt_set_key(certificate, key)
    gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0)
    var bytes = [UInt8](repeating: 0, count: 65536)
    var count = bytes.count
    gnutls_x509_crt_export(certificate, GNUTLS_X509_FMT_PEM, &bytes, &count)
    self.certificate = Array(bytes[..<count])
    count = bytes.count
    gnutls_x509_privkey_export(key, GNUTLS_X509_FMT_PEM, &bytes, &count)
    self.key = Array(bytes[..<count])
    gnutls_x509_crt_deinit(certificate)
    gnutls_x509_privkey_deinit(key)
  }

  /// Writes both files; the key is its owner's.
  func write(to files: CertificateFiles) throws {
    try Data(certificate).write(to: URL(filePath: files.certificate))
    try Data(key).write(to: URL(filePath: files.key))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: files.key)
  }
}

/// A client that never waits: `turn` lets the server work.
final class TLSClient {
  private let socket: TestClient
  private var session: gnutls_session_t?
  private var credentials: gnutls_certificate_credentials_t?

  init?(port: UInt16, priorities: String = "NORMAL") {
    guard let socket = TestClient(port: port) else { return nil }
    self.socket = socket
    _ = fcntl(socket.descriptor, F_SETFL, fcntl(socket.descriptor, F_GETFL) | O_NONBLOCK)
    gnutls_init(&session, UInt32(GNUTLS_CLIENT) | UInt32(GNUTLS_NONBLOCK))
    gnutls_certificate_allocate_credentials(&credentials)
    gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials))
    gnutls_priority_set_direct(session, priorities, nil)
    gnutls_transport_set_int2(session, socket.descriptor, socket.descriptor)
  }

  deinit {
    gnutls_deinit(session)
    gnutls_certificate_free_credentials(credentials)
  }

  /// Sends its hello and nothing more.
  func beginHandshake() { _ = gnutls_handshake(session) }

  /// Sends the byte that each hello begins with: the type of a handshake record (RFC 8446, section 5.1).
  func sendFirstByteOfAHello() { socket.send([22]) }

  /// Whether both sides agree.
  func handshake(_ turn: () -> Void) -> Bool {
    while true {
      let result = gnutls_handshake(session)
      if result == 0 { return true }
      guard result == GNUTLS_E_AGAIN || result == GNUTLS_E_INTERRUPTED else { return false }
      turn()
    }
  }

  /// The name in the server's certificate.
  var name: String {
    var count: UInt32 = 0
    guard let list = gnutls_certificate_get_peers(session, &count), count > 0 else { return "" }
    var certificate: gnutls_x509_crt_t?
    gnutls_x509_crt_init(&certificate)
    defer { gnutls_x509_crt_deinit(certificate) }
    gnutls_x509_crt_import(certificate, list, GNUTLS_X509_FMT_DER)
    var text = [UInt8](repeating: 0, count: 64)
    var size = text.count
    gnutls_x509_crt_get_dn_by_oid(certificate, "2.5.4.3", 0, 0, &text, &size)
    return String(decoding: text.prefix(size), as: UTF8.self)
  }

  /// Sends a text, and returns all received bytes until the server closes.
  func exchange(_ text: String, _ turn: () -> Void) -> String {
    let bytes = Array(text.utf8)
    while gnutls_record_send(session, bytes, bytes.count) == Int(GNUTLS_E_AGAIN) { turn() }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16384)
    while true {
      let count = gnutls_record_recv(session, &buffer, buffer.count)
      if count > 0 {
        all += buffer[..<count]
      } else if count == Int(GNUTLS_E_AGAIN) || count == Int(GNUTLS_E_INTERRUPTED) {
        turn()
      } else {
        return String(decoding: all, as: UTF8.self)
      }
    }
  }
}
