internal import FlyingFox
internal import Foundation

/// Answers as this server gives them, each with the headers that confine its pages.
enum Answers {
  /// Nothing is loaded from elsewhere, nobody frames the pages, and nothing on them is a script that is not a file of this server.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; "
    + "base-uri 'none'; frame-ancestors 'none'"

  private static let confining: [(HTTPHeader, String)] = [
    (HTTPHeader("Content-Security-Policy"), policy),
    (HTTPHeader("X-Content-Type-Options"), "nosniff"),
    (HTTPHeader("X-Frame-Options"), "DENY"),
    (HTTPHeader("Referrer-Policy"), "same-origin"),
    (HTTPHeader("Cross-Origin-Opener-Policy"), "same-origin"),
    (HTTPHeader("Cross-Origin-Resource-Policy"), "same-origin"),
    (HTTPHeader("Permissions-Policy"), "camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
  ]

  static func make(
    _ status: HTTPStatusCode, type: String? = nil, cache: String = "no-store", body: Data = Data(),
    headers more: [HTTPHeader: String] = [:]
  ) -> HTTPResponse {
    // In one piece: each piece wakes the gate, and there may be fifty who get this picture now.
    HTTPResponse(
      statusCode: status, headers: headers(type: type, cache: cache, more: more),
      body: HTTPBodySequence(data: body, suggestedBufferSize: max(1, body.count)))
  }

  static func headers(type: String?, cache: String, more: [HTTPHeader: String] = [:]) -> HTTPHeaders {
    var headers = HTTPHeaders()
    for (name, value) in confining { headers.setValues([value], for: name) }
    headers.setValues([cache], for: .cacheControl)
    if let type { headers.setValues([type], for: .contentType) }
    for (name, value) in more { headers.setValues([value], for: name) }
    return headers
  }

  static func json(_ value: some Encodable, _ status: HTTPStatusCode = .ok, headers: [HTTPHeader: String] = [:])
    -> HTTPResponse
  {
    let body = (try? JSONEncoder().encode(value)) ?? Data("{}".utf8)
    return make(status, type: "application/json", body: body, headers: headers)
  }

  /// A refusal, in a sentence for people.
  static func refusal(_ status: HTTPStatusCode, _ sentence: String, headers: [HTTPHeader: String] = [:]) -> HTTPResponse
  {
    json(["error": sentence], status, headers: headers)
  }

  static func redirect(to path: String) -> HTTPResponse {
    make(HTTPStatusCode(303, phrase: "See Other"), headers: [.location: path])
  }

  /// A file that a browser may keep but asks for again, or nothing where it has it.
  static func file(_ file: PageFile, ifNoneMatch: String?) -> HTTPResponse {
    if ifNoneMatch == file.tag { return make(.notModified, cache: "no-cache", headers: [.eTag: file.tag]) }
    return make(.ok, type: file.type, cache: "no-cache", body: file.bytes, headers: [.eTag: file.tag])
  }
}
