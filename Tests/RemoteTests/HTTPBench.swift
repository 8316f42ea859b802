import EventLoop
import Foundation
import SystemPackage
import Testing

@testable import marquee_remote

/// A server with loop, clock and answers from the test.
final class HTTPBench {
  let loop: EventLoop
  let port: UInt16
  private var made: HTTPConnections?
  /// The requests that have reached the handler.
  var requests: [HTTPRequest] = []
  /// Answers them; nil leaves a request without one.
  var answer: (HTTPRequest) -> HTTPAnswer? = { request in
    HTTPAnswer(status: .ok, body: Array("\(request.path):\(request.body.count)".utf8))
  }
  var waiting: [HTTPResponder] = []
  var lines: [String] = []
  var now = 0.0
  /// The address that the next client seems to have.
  var address = "127.0.0.1"

  init(_ limits: HTTPLimits = HTTPLimits(), _ change: (inout HTTPConnections.Options) throws -> Void = { _ in }) throws
  {
    loop = try EventLoop()
    let listen = try #require(ListenAddress("127.0.0.1:0"))
    let (listener, port) = try InternetSocket.listen(listen)
    self.port = port
    var options = HTTPConnections.Options(listeners: [listener])
    options.limits = limits
    options.now = { [weak self] in self?.now ?? 0 }
    options.log = { [weak self] in self?.lines.append($0) }
    options.acceptNext = { [weak self] listener throws(Errno) in
      try InternetSocket.accept(listener).map {
        AcceptedClient(socket: $0.socket, address: self?.address ?? "", own: $0.own)
      }
    }
    try change(&options)
    let connections = HTTPConnections(options, loop: loop) { [weak self] request, responder in
      guard let self else { return }
      requests.append(request)
      if let answer = answer(request) { responder.answer(answer) } else { waiting.append(responder) }
    }
    made = connections
    try connections.open()
  }

  deinit { made?.close() }

  /// The server, which is there once the bench is made.
  var connections: HTTPConnections {
    guard let made else { preconditionFailure("asked for in its own initialiser") }
    return made
  }

  /// Lets the server work for a moment.
  func turn() { loop.turn(waiting: false) }

  /// Turns the loop until nothing is left to do at this moment.
  func settle() {
    var idle = 0
    // Bytes between two sockets of one machine may need a moment of the kernel's.
    while idle < 50 { idle = loop.turn(waiting: false) == 0 ? idle + 1 : 0 }
  }

  /// A client that has connected.
  func connect() throws -> TestClient {
    let client = try #require(TestClient(port: port))
    let before = connections.arrivals
    while connections.arrivals == before { loop.turn(waiting: false) }
    return client
  }

  /// Sends bytes in portions while the server works. Returns the received bytes when `isWhole` holds, or when the server closes.
  func exchange(
    _ client: TestClient, _ text: String, inPortionsOf portion: Int = .max,
    until isWhole: (String) -> Bool = { _ in false }
  ) -> String {
    var rest = Array(text.utf8)[...]
    var all: [UInt8] = []
    while true {
      if !rest.isEmpty { rest = rest.dropFirst(client.sendSome(rest.prefix(portion))) }
      loop.turn(waiting: false)
      switch client.readSome() {
      case .bytes(let bytes):
        all += bytes
        if isWhole(String(decoding: all, as: UTF8.self)) { return String(decoding: all, as: UTF8.self) }
      case .nothing: break
      case .end: return String(decoding: all, as: UTF8.self)
      }
    }
  }

  /// The same with a client of its own.
  func exchange(_ text: String, inPortionsOf portion: Int = .max) throws -> String {
    exchange(try connect(), text, inPortionsOf: portion)
  }

  /// The statuses of answers that follow each other.
  static func statuses(_ text: String) -> [Int] {
    text.matches(of: #/HTTP/1\.1 (\d+) /#).compactMap { Int($0.output.1) }
  }
}

extension TestClient {
  enum Arrived {
    case bytes([UInt8])
    case nothing
    case end
  }

  /// Sends the bytes that the kernel accepts now. After the other side has closed, it accepts all.
  func sendSome(_ bytes: ArraySlice<UInt8>) -> Int {
    let count = bytes.withUnsafeBytes {
      Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
    return count >= 0 ? count : errno == EAGAIN ? 0 : bytes.count
  }

  /// The received bytes, without waiting.
  func readSome() -> Arrived {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    if count > 0 { return .bytes(Array(buffer[..<count])) }
    return count < 0 && errno == EAGAIN ? .nothing : .end
  }
}
