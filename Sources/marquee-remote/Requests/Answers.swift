internal import ControlProtocol

/// Answers as this server gives them, each with the headers that confine its pages.
enum Answers {
  /// Nothing is loaded from elsewhere, nobody frames the pages, and nothing on them is a script that is not a file of this server.
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
    HTTPAnswer(status: status, headers: headers(type: type, cache: cache, more: more), body: body)
  }

  static func headers(type: String?, cache: String, more: [String: String] = [:])
    -> [(name: String, value: String)]
  {
    var headers = confining
    headers.append(("Cache-Control", cache))
    if let type { headers.append(("Content-Type", type)) }
    return headers + more.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }

  static func json(_ value: some Encodable, _ status: HTTPStatus = .ok, headers: [String: String] = [:])
    -> HTTPAnswer
  {
    let body = (try? ControlJSON.encode(value)) ?? Array("{}".utf8)
    return make(status, type: "application/json", body: body, headers: headers)
  }

  /// A refusal, in a sentence for people.
  static func refusal(_ status: HTTPStatus, _ sentence: String, headers: [String: String] = [:]) -> HTTPAnswer {
    json(["error": sentence], status, headers: headers)
  }

  static func redirect(to path: String) -> HTTPAnswer {
    make(.seeOther, headers: ["Location": path])
  }

  /// A file that a browser may keep but asks for again, or nothing where it has it.
  static func file(_ file: PageAsset, ifNoneMatch: String?) -> HTTPAnswer {
    if ifNoneMatch == file.tag { return make(.notModified, cache: "no-cache", headers: ["ETag": file.tag]) }
    return make(.ok, type: file.type, cache: "no-cache", body: file.bytes, headers: ["ETag": file.tag])
  }
}

/// Whether a client wants a page or JSON, by its header `Accept` (RFC 9110, 12.5.1).
enum AcceptedTypes {
  /// Whether a page is wanted more than JSON.
  ///
  /// A client that names neither is a program.
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
