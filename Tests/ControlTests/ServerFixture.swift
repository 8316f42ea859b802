import ControlProtocol
import ControlServer
import EventLoop
import Glibc

/// A server on its own socket, with a handler from the test. The test turns its loop.
@MainActor
final class ServerFixture: ControlHandler {
  let loop: EventLoop
  let path: String
  let server: ControlServer
  var requests: [ControlRequest] = []
  var notices: [ServerNotice] = []
  let streams = EventStreams(run: "a")
  /// Requests that the test answers later.
  var unanswered: [ControlResponder] = []
  var answer: (ControlRequest, ControlResponder) -> Void = { request, responder in
    responder.fail(.failed(message: "nothing was prepared for \(request)"))
  }

  init(
    limits: ServerLimits = ServerLimits(), policy: AccessPolicy = AccessPolicy(daemonUserID: geteuid()),
    listener: ControlListener? = nil
  ) throws {
    loop = try EventLoop()
    let own = "/tmp/marquee-test-\(getpid())-\(UInt32.random(in: 0 ... .max)).sock"
    let listener = try listener ?? ControlListener(at: SocketLocation(path: own))
    path = listener.path
    let proxy = HandlerProxy()
    server = ControlServer(
      listeners: [listener], loop: loop, policy: policy, version: "1.2.3",
      limits: limits, handler: proxy, log: { proxy.owner?.notices.append($0) })
    self.proxy = proxy
    proxy.owner = self
    try server.start()
  }

  private let proxy: HandlerProxy

  func handle(_ request: ControlRequest, responder: ControlResponder) {
    requests.append(request)
    answer(request, responder)
  }

  /// Turns the loop until `condition` holds; false if it does not after many turns.
  @discardableResult
  func turn(atMost turns: Int = 2000, until condition: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<turns {
      if try condition() { return true }
      loop.turn(waiting: false)
    }
    return try condition()
  }

  /// Turns once; whether there was nothing to wake for.
  var isAsleep: Bool { loop.turn(waiting: false) == 0 }

  /// Turns the loop until a message has reached the client.
  func message(to client: RawClient) throws -> String? {
    var message: String?
    try turn {
      message = try client.receive()
      return message != nil || client.isAtEnd
    }
    return message
  }

  func client() throws -> RawClient { try RawClient(path: path) }

  func stop() { server.stop() }
}

/// The server keeps no handler alive, and the fixture is made after it.
@MainActor
final class HandlerProxy: ControlHandler {
  weak var owner: ServerFixture?

  func handle(_ request: ControlRequest, responder: ControlResponder) {
    owner?.handle(request, responder: responder)
  }
}
