internal import Foundation
internal import VirtualMachine

/// Requests to the server of the web pages. Each has its own connection, which ends with the power.
struct PageRequests: Sendable {
  /// The address of the server in the machine.
  static let address = "10.0.2.15:8484"

  private let machine: VirtualMachine
  private let port: UInt16
  private let flag: CutFlag

  init(_ machine: VirtualMachine, port: UInt16, _ flag: CutFlag) {
    self.machine = machine
    self.port = port
    self.flag = flag
  }

  /// An answer: status line, header fields and text.
  struct Answer {
    let text: String

    var isSuccess: Bool { text.hasPrefix("HTTP/1.1 200 ") }

    /// The cookie that the browser sends from now on.
    var cookie: String? { text.firstMatch(of: /Set-Cookie: ([^;\r]+)/).map { String($0.1) } }

    /// A code for another browser.
    var code: String? { text.firstMatch(of: /"code": *"([^"]+)"/).map { String($0.1) } }
  }

  /// Sends a GET request; nil if no complete answer comes.
  func get(_ path: String, cookie: String? = nil) throws -> Answer? { try send("GET", path, [], cookie, type: nil) }

  /// Posts an object.
  func post(_ path: String, _ object: String, cookie: String? = nil) throws -> Answer? {
    try send("POST", path, Array(object.utf8), cookie, type: "application/json")
  }

  /// Sends a piece of a file.
  func upload(_ path: String, _ bytes: ArraySlice<UInt8>, cookie: String) throws -> Answer? {
    try send("POST", path, Array(bytes), cookie, type: "application/octet-stream")
  }

  private func send(_ method: String, _ path: String, _ body: [UInt8], _ cookie: String?, type: String?) throws
    -> Answer?
  {
    var head = [
      "\(method) \(path) HTTP/1.1", "Host: \(Self.address)", "Origin: http://\(Self.address)", "Connection: close",
    ]
    if let type { head += ["Content-Type: \(type)", "Content-Length: \(body.count)"] }
    if let cookie { head.append("Cookie: \(cookie)") }
    let connection = try machine.connect(hostPort: port)
    guard connection.send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body) else { return nil }
    var bytes: [UInt8] = []
    while true {
      guard let more = try connection.receive(within: .milliseconds(200)) else {
        if flag.isCut { return nil }
        continue
      }
      if more.isEmpty { break }
      bytes += more
    }
    let text = String(decoding: bytes, as: UTF8.self)
    // An incomplete header is not an answer.
    return text.contains("\r\n\r\n") ? Answer(text: text) : nil
  }
}
