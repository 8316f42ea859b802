import Testing

@testable import RemoteGate

struct RequestScannerTests {
  private func isTaken(_ text: String, inPortionsOf portion: Int = .max) -> Bool {
    var scanner = RequestScanner(GateLimits())
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      guard scanner.take(rest.prefix(portion)) == nil else { return false }
      rest = rest.dropFirst(portion)
    }
    return true
  }

  private let two = "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nGET \n\n\n\n\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test(arguments: [1, 2, 7, 1000]) func requestsFollowEachOther(portion: Int) {
    #expect(isTaken(two + two, inPortionsOf: portion))
  }

  @Test func whatIsTooLongIsRefused() {
    #expect(isTaken("GET /\(String(repeating: "a", count: 4000)) HTTP/1.1\r\n\r\n"))
    #expect(!isTaken("GET /\(String(repeating: "a", count: 4200)) HTTP/1.1\r\n\r\n"))
    #expect(
      !isTaken("GET / HTTP/1.1\r\n" + String(repeating: "X: \(String(repeating: "x", count: 500))\r\n", count: 30)))
    #expect(!isTaken("POST / HTTP/1.1\r\nContent-Length: 40000\r\n\r\n"))
    // Each of them may be so long, not all together.
    #expect(isTaken(String(repeating: "GET /\(String(repeating: "a", count: 3000)) HTTP/1.1\r\n\r\n", count: 20)))
  }

  @Test(arguments: [
    "\r\n\r\n", "\n", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
    "POST / HTTP/1.1\r\nTRANSFER-ENCODING : x\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: 1e3\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length:\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length : 5\r\n\r\n",
    "POST / HTTP/1.1\r\nTransfer-Encoding\u{b}: chunked\r\n\r\n",
    "POST / HTTP/1.1\r\n\u{a0}Content-Length: 5\r\n\r\n",
    "POST / HTTP/1.1\r\nX: a\r\n Content-Length: 5\r\n\r\n",
    "POST / HTTP/1.1\r\nX: a\rContent-Length: 5\r\n\r\n",
    "POST / HTTP/1.1\r\nX: a\0\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length\r\n\r\n",
    "POST / HTTP/1.1\r\n: 5\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
  ])
  func whatContradictsItselfIsRefused(text: String) {
    #expect(!isTaken(text))
  }
}
