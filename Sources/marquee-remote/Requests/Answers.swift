internal import ControlClient
internal import ControlProtocol

/// The answers of this server, with the headers that confine its pages.
enum Answers {
  /// Pages load only files of this server, run only scripts from its files, and appear in no frame.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; "
    + "base-uri 'none'; frame-ancestors 'none'"

  private static let confining: [(name: String, value: String)] = [
    ("Content-Security-Policy", policy),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
  ]

  static func make(
    _ status: HTTPStatus, type: String? = nil, cache: String = "no-store", body: [UInt8] = [],
    headers more: [String: String] = [:]
  ) -> HTTPAnswer {
    var headers = confining + [("Cache-Control", cache)]
    if let type { headers.append(("Content-Type", type)) }
    headers += more.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return HTTPAnswer(status: status, headers: headers, body: body)
  }

  static func json(
    _ value: some Encodable, _ status: HTTPStatus = .ok, headers: [String: String] = [:]
  ) -> HTTPAnswer {
    let body = (try? ControlJSON.encode(value)) ?? Array("{}".utf8)
    return make(status, type: "application/json", body: body, headers: headers)
  }

  /// A refusal with a sentence for people.
  static func refusal(_ status: HTTPStatus, _ sentence: String, headers: [String: String] = [:]) -> HTTPAnswer {
    json(["error": sentence], status, headers: headers)
  }

  static func redirect(to path: String) -> HTTPAnswer {
    make(.seeOther, headers: ["Location": path])
  }

  /// An answer with a file. The browser may store it, but asks each time whether it has changed.
  static func file(_ file: PageAsset, ifNoneMatch: String?) -> HTTPAnswer {
    versioned(file.bytes, type: file.type, tag: file.tag, cache: "no-cache", ifNoneMatch: ifNoneMatch)
  }

  static func picture(_ picture: WebPicture, _ request: HTTPRequest, cache: String) -> HTTPAnswer {
    versioned(
      picture.png, type: "image/png", tag: picture.tag, cache: cache, ifNoneMatch: request.header("if-none-match"))
  }

  /// Status 304 if the browser has this version.
  private static func versioned(
    _ body: [UInt8], type: String, tag: String, cache: String, ifNoneMatch: String?
  ) -> HTTPAnswer {
    if ifNoneMatch == tag { return make(.notModified, cache: cache, headers: ["ETag": tag]) }
    return make(.ok, type: type, cache: cache, body: body, headers: ["ETag": tag])
  }

  static let missing = refusal(.notFound, "There is no such page.")
  static let unpaired = refusal(
    .unauthorized, "This browser is not paired, or the talk that it was paired for has ended.")
  static let foreign = refusal(.forbidden, "Only this server's own pages may send this request.")
  static let tooMany = refusal(
    .tooManyRequests, "There were too many requests at once. Wait a moment.", headers: ["Retry-After": "1"])
  private static let tooManyListeners = refusal(
    .serviceUnavailable, "Too many devices follow already.", headers: ["Retry-After": "5"])
  static let observer = refusal(.forbidden, "This device is paired to observe only.")

  /// - Parameter events: nil if there are too many listeners.
  static func stream(_ events: EventStream?) -> HTTPAnswer {
    guard let events else { return tooManyListeners }
    var answer = make(.ok, type: "text/event-stream")
    answer.body = .stream(events)
    return answer
  }

  static func failure(_ failure: CallFailure) -> HTTPAnswer {
    switch failure {
    case .busy:
      refusal(.serviceUnavailable, "marqueed is busy. Try again.", headers: ["Retry-After": "1"])
    case .late:
      refusal(.serviceUnavailable, "marqueed was busy for too long, and the request was not sent. Try again.")
    case .client(.failed(.busy(let reason))):
      refusal(.serviceUnavailable, reason, headers: ["Retry-After": "1"])
    case .client(.failed(let error)):
      refusal(error == .noTalk ? .conflict : .unprocessableContent, error.message)
    case .client(.refused(let message)): refusal(.serviceUnavailable, message)
    case .client(let error): refusal(.serviceUnavailable, error.description)
    }
  }
}

/// The header `Accept` (RFC 9110, 12.5.1).
enum AcceptedTypes {
  /// Whether a client prefers a page to JSON. A client that names neither is a program.
  static func wantsPage(_ accept: String?) -> Bool {
    let ranges = (accept ?? "").lowercased().split(separator: ",").map(range)
    func weight(_ types: [String]) -> Double { ranges.filter { types.contains($0.type) }.map(\.weight).max() ?? 0 }
    return weight(["text/html", "text/*"]) > weight(["application/json", "application/*"])
  }

  private static func range(_ text: Substring) -> (type: String, weight: Double) {
    let parts = text.split(separator: ";").map { part in String(part.filter { $0 != " " && $0 != "\t" }) }
    let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 }
    return (parts.first ?? "", weight ?? 1)
  }
}
