import EventLoop
import Glibc
import SystemPackage

@testable import HTTPServer

/// Reads the bytes as those of a client. The first byte chooses where they are cut, and the others are those of the connection.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = bytes.first else { return 0 }
  guard let bench = unsafe bench else { preconditionFailure("the server does not start") }
  let whole = bench.serve([bytes[1...]])
  for request in whole.requests { check(request) }
  precondition(whole.answers >= whole.requests.count, "a request has no answer")
  let cut = 1 + Int(first) % bytes.count
  if cut > 1 {
    let parts = bench.serve([bytes[1..<cut], bytes[cut...]])
    precondition(parts.requests.count == whole.requests.count, "a cut changes the number of requests")
    for (one, other) in zip(parts.requests, whole.requests) {
      precondition(
        one.method == other.method && one.path == other.path && one.body == other.body, "a cut changes a request")
    }
  }
  return 0
}

private nonisolated(unsafe) let bench = try? HTTPFuzzBench()

/// A proxy before the server must find the same end of each request, and the request must be valid for the handlers.
private func check(_ request: HTTPRequest) {
  let limits = HTTPLimits()
  func values(_ name: String) -> [String] { request.headers.filter { $0.name == name }.map(\.value) }
  precondition(values("host").count <= 1, "a request has two hosts")
  precondition(values("transfer-encoding").isEmpty, "a request has a coding")
  let lengths = values("content-length")
  precondition(lengths.count <= 1, "a request has two lengths")
  precondition(Int(lengths.first ?? "0") == request.body.count, "a body has another length than its head says")
  precondition(
    request.body.count <= limits.bodyBytes && request.path.utf8.count <= limits.lineBytes, "a request is too long")
  for (name, value) in request.headers {
    let isToken = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }
    precondition(isToken && !name.isEmpty, "a header's name is no token")
    precondition(value.utf8.count <= limits.lineBytes, "a header is too long")
    precondition(value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }, "a header has a control character")
  }
}

/// A server without a port: each connection is a pair of sockets.
///
/// Its clock moves only when it is set.
private final class HTTPFuzzBench {
  private let loop: EventLoop
  private var made: HTTPConnections?
  /// Readable while a client waits.
  private let bell: Int32
  private var arrival: AcceptedClient?
  private var requests: [HTTPRequest] = []
  private var now = 0.0

  init() throws {
    loop = try EventLoop()
    let (own, other) = try Self.pair()
    bell = other
    var options = HTTPConnections.Options(listeners: [NonblockingSocket(owning: own)])
    options.now = { [weak self] in self?.now ?? 0 }
    options.findLinks = { [] }
    options.acceptNext = { [weak self] listener throws(Errno) in
      var byte: UInt8 = 0
      _ = unsafe recv(listener.descriptor, &byte, 1, Int32(MSG_DONTWAIT))
      defer { self?.arrival = nil }
      return self?.arrival
    }
    let connections = HTTPConnections(options, loop: loop) { [weak self] request, responder in
      self?.requests.append(request)
      responder.answer(HTTPAnswer(status: .ok, body: Array(request.path.utf8)))
    }
    made = connections
    try connections.open()
  }

  private static func pair() throws(Errno) -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw Errno(rawValue: errno)
    }
    return (ends[0], ends[1])
  }

  /// Sends portions like a client that then closes its side, and reads all answers.
  func serve(_ portions: [ArraySlice<UInt8>]) -> (requests: [HTTPRequest], answers: Int) {
    guard let made, let (own, client) = try? Self.pair() else { preconditionFailure("there is no socket") }
    defer { close(client) }
    requests = []
    arrival = AcceptedClient(socket: NonblockingSocket(owning: own), address: "192.0.2.1", own: "192.0.2.2")
    _ = unsafe send(bell, [1], 1, Int32(MSG_DONTWAIT))
    var answer: [UInt8] = []
    settle(client, &answer)
    for portion in portions {
      // A server that has closed accepts no more.
      _ = unsafe send(client, Array(portion), portion.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      settle(client, &answer)
    }
    shutdown(client, Int32(SHUT_WR))
    settle(client, &answer)
    // A connection that is still open has its time limit.
    now += 1000
    made.closeLateConnections()
    settle(client, &answer)
    precondition(made.count == 0, "a connection stays")
    return (requests, Self.count(of: answer))
  }

  /// Turns the loop until there is no more work, and reads the server's bytes.
  private func settle(_ client: Int32, _ answer: inout [UInt8]) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var idle = 0
    while idle < 2 {
      idle = loop.turn(waiting: false) == 0 ? idle + 1 : 0
      let count = unsafe recv(client, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count > 0 { (answer, idle) = (answer + buffer[..<count], 0) }
    }
  }

  /// The number of answers that begin.
  private static func count(of bytes: [UInt8]) -> Int {
    let start = Array("HTTP/1.".utf8)
    guard bytes.count >= start.count else { return 0 }
    return (0...(bytes.count - start.count)).count {
      bytes[$0] == start[0] && bytes[$0..<($0 + start.count)].elementsEqual(start)
    }
  }
}
