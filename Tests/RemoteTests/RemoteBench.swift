import ControlProtocol
import Foundation
import TestDaemon
import TestKit
import Testing

@testable import marquee_remote

extension CallTimeouts {
  /// A busy host is no reason for an error.
  static let endless = CallTimeouts(
    actions: CallQueue.Timeouts(reply: 60, queue: 60), slides: CallQueue.Timeouts(reply: 60, queue: 60),
    screens: CallQueue.Timeouts(reply: 60, queue: 60), previews: CallQueue.Timeouts(reply: 60, queue: 60))
}

/// A whole server over a fake daemon, and the requests of a browser.
///
/// Its clock is stopped unless a test brings its own.
final class RemoteBench: Sendable {
  let daemon: FakeDaemon
  let server: RemoteServer
  let port: UInt16

  /// An answer.
  struct Answer {
    let status: Int
    let head: String
    let body: String

    init(_ text: String) {
      let parts = text.components(separatedBy: "\r\n\r\n")
      status = Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0
      head = parts.first ?? ""
      body = parts.dropFirst().joined(separator: "\r\n\r\n")
    }

    var cookie: String? {
      head.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") }?.dropFirst(12).split(separator: ";").first
        .map(String.init)
    }
  }

  init(
    _ talk: TalkInfo = DaemonSample.talk(page: 1), listen: String = "127.0.0.1:0", names: [String] = [],
    offersSetup: Bool = false, stateDirectory: String? = nil, media: String? = nil,
    clock: RemoteAccess.AccessClock = RemoteAccess.AccessClock(monotonic: { 0 }), timeouts: CallTimeouts = .endless
  ) async throws {
    daemon = try FakeDaemon(talk)
    let address = try #require(ListenAddress(listen))
    server = try await RemoteServer(
      RemoteOptions(
        addresses: [address], names: names, socket: daemon.path, stateDirectory: stateDirectory,
        media: media ?? RemoteOptions.mediaFolder([:]), offersSetup: offersSetup), clock: clock, timeouts: timeouts
    ) { [lines] line in lines.change { $0.append(line) } }
    port = server.addresses.first?.port ?? 0
    try await lines.wait { $0.contains("connected to marqueed") }
    // It has asked for earlier events on their own connection.
    try await daemon.wait { $0.asked.count >= 2 }
  }

  private let lines = Watched<[String]>([])

  /// The address of the picture of a slide.
  func picture(_ page: Int, width: Int = 640) -> String { "/picture/\(server.pictures ?? "")/\(page)/\(width)" }

  var said: [String] { lines.value }

  func end() async {
    await server.stop()
    daemon.end()
  }

  /// A request like those of a page of this server. `headers` replaces header fields; nil removes one.
  func ask(
    _ method: String, _ path: String, body: String? = nil, cookie: String? = nil, headers: [String: String?] = [:]
  ) async -> Answer {
    var all: [String: String?] = ["Host": "127.0.0.1:\(port)", "Connection": "close", "Cookie": cookie]
    if let body {
      all["Content-Type"] = "application/json"
      all["Content-Length"] = "\(body.utf8.count)"
      all["Origin"] = "http://127.0.0.1:\(port)"
    }
    for (name, value) in headers { all[name] = .some(value) }
    let head = all.compactMap { name, value in value.map { "\(name): \($0)\r\n" } }.joined()
    let text = await raw("\(method) \(path) HTTP/1.1\r\n\(head)\r\n\(body ?? "")")
    return Answer(text)
  }

  /// Sends bytes, and returns all received bytes until the other side closes.
  func raw(_ text: String) async -> String {
    let port = port
    return await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: RemoteBench.exchange(Array(text.utf8), port)) }.start()
    }
  }

  /// Sends bytes and nothing more, and waits until the other side closes.
  func throwAway(_ bytes: [UInt8]) async {
    let port = port
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      Thread {
        _ = RemoteBench.exchange(bytes, port, isAll: true)
        continuation.resume()
      }.start()
    }
  }

  /// A cookie of a role.
  func pair(observer: Bool = false, for purpose: String = "talk") async throws -> String {
    let code = server.makeCode(observer: observer)
    let answer = await ask("POST", "/api/pair", body: "{\"code\": \"\(code)\", \"purpose\": \"\(purpose)\"}")
    return try #require(answer.cookie)
  }

  /// Sends bytes, and returns all received bytes until the other side closes.
  static func exchange(_ bytes: [UInt8], _ port: UInt16, isAll: Bool = false) -> String {
    guard let number = try? TestSocket.connected(toPort: port) else { return "" }
    defer { close(number) }
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        send(number, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { break }
      sent += count
    }
    if isAll { shutdown(number, Int32(SHUT_WR)) }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(number, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      all += buffer[..<count]
    }
    return String(decoding: all, as: UTF8.self)
  }
}
