/// A paired phone.
struct Phone: Sendable {
  let port: UInt16
  let cookie: String

  /// Asks at the socket of `marquee-remote code`, and pairs.
  static func pair(codes: String) -> Phone? {
    guard let desk = Connection(path: codes) else { return nil }
    desk.send("control\n")
    let words = String(decoding: desk.read() ?? [], as: UTF8.self).split(separator: " ")
    guard words.count > 1, let port = words[0].split(separator: ":").last.flatMap({ UInt16($0) }) else { return nil }
    let answer = Phone(port: port, cookie: "").request("POST /api/pair", body: "{\"code\":\"\(words[1])\"}")
    guard let start = answer.firstRange(of: "Set-Cookie: ")?.upperBound else { return nil }
    return Phone(port: port, cookie: String(answer[start...].prefix { $0 != ";" && $0 != "\r\n" }))
  }

  private init(port: UInt16, cookie: String) {
    self.port = port
    self.cookie = cookie
  }

  /// A request on its own connection. Returns the answer with its header, or an empty text without one.
  func request(_ line: String, body: String? = nil) -> String {
    guard let connection = Connection(port: port) else { return "" }
    connection.send(text(line, body: body, close: true))
    return String(decoding: connection.readAll(), as: UTF8.self)
  }

  /// A persistent connection, like a browser's.
  func keep() -> Connection? { Connection(port: port) }

  /// A request on a persistent connection; nil if the connection has ended.
  func request(
    _ line: String, body: String? = nil, on connection: borrowing Connection
  ) -> (head: String, body: [UInt8])? {
    connection.send(text(line, body: body, close: false))
    var answer: [UInt8] = []
    while let more = connection.read() {
      answer += more
      guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { continue }
      let head = String(decoding: answer[..<end], as: UTF8.self)
      let length = Phone.value("Content-Length: ", in: head).flatMap { Int($0.prefix { $0 != "\r\n" }) } ?? 0
      if answer.count - end >= length { return (head, Array(answer[end...])) }
    }
    return nil
  }

  /// Receives states until the server ends the stream. `heard` gets the picture's address of each new slide.
  func follow(_ heard: (String) -> Void) {
    guard let stream = Connection(port: port) else { return }
    stream.send(text("GET /api/events", body: nil, close: false))
    var waiting = ""
    var last = ""
    while let bytes = stream.read() {
      waiting += String(decoding: bytes, as: UTF8.self)
      while let end = waiting.firstRange(of: "\n\n") {
        let event = waiting[..<end.lowerBound]
        if let page = Phone.value("\"page\":", in: event), let place = Phone.value("\"pictures\":\"", in: event) {
          let picture = "/picture/\(place)/\(page)/320"
          if picture != last { heard(picture) }
          last = picture
        }
        waiting = String(waiting[end.upperBound...])
      }
    }
  }

  /// The value of a JSON name, up to its end.
  static func value(_ name: String, in text: some StringProtocol) -> String? {
    let characters = Substring(text)
    guard let start = characters.firstRange(of: name)?.upperBound else { return nil }
    return String(characters[start...].prefix { !",\"}".contains($0) })
  }

  private func text(_ line: String, body: String?, close: Bool) -> String {
    var head = "\(line) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
    if close { head += "Connection: close\r\n" }
    if !cookie.isEmpty { head += "Cookie: \(cookie)\r\n" }
    if let body {
      head +=
        "Origin: http://127.0.0.1:\(port)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
    }
    return head + "\r\n" + (body ?? "")
  }
}
