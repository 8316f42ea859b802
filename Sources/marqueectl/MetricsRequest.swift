/// What an HTTP client has asked for on a connection that has one answer: the metrics, by `GET /metrics`.
///
/// Pure. Whatever else it says is not looked at.
enum MetricsRequest {
  case metrics
  case unknownPath
  case unknownMethod
  case nonsense

  /// A request's head is no longer than that.
  static let mostBytes = 8192

  /// Whether the head of a request has come as a whole.
  static func isWhole(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.contains("\r\n\r\n") || text.contains("\n\n")
  }

  /// Reads the first line of a request's head.
  init(_ bytes: [UInt8]) {
    let line = bytes.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else {
      self = .nonsense
      return
    }
    let path = words[1].prefix { $0 != "?" }
    self = words[0] != "GET" ? .unknownMethod : path == "/metrics" ? .metrics : .unknownPath
  }

  /// The whole answer; `metrics` is asked for where the client has asked for them, and nil where the daemon says nothing.
  func answer(_ metrics: () -> String?) -> String {
    switch self {
    case .metrics:
      guard let text = metrics() else { return Self.answer("503 Service Unavailable", "marqueed does not answer\n") }
      return Self.answer("200 OK", text, "text/plain; version=0.0.4; charset=utf-8")
    case .unknownPath: return Self.answer("404 Not Found", "ask for /metrics\n")
    case .unknownMethod: return Self.answer("405 Method Not Allowed", "ask with GET\n")
    case .nonsense: return Self.answer("400 Bad Request", "this is no request of HTTP/1\n")
    }
  }

  private static func answer(_ status: String, _ body: String, _ type: String = "text/plain; charset=utf-8") -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
  }
}
