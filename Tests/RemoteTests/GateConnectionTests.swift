import EventLoop
import Glibc
import Testing

@testable import RemoteGate

/// What a connection through the gate does, by the calls that it makes.
struct GateConnectionTests {
  private final class Bench {
    let loop: EventLoop
    let client: CountingChannel
    let server: CountingChannel
    let farClient: PlainSocket
    let farServer: PlainSocket
    let connection: GateConnection
    private(set) var isOver = false

    init() throws {
      loop = try EventLoop()
      (client, farClient) = try #require(CountingChannel.pair())
      (server, farServer) = try #require(CountingChannel.pair())
      connection = GateConnection(
        name: "1", network: "here", client: client, server: server, limits: GateLimits(), now: 0)
      let begun = connection.begin(loop) { [weak self] in
        guard let self else { return }
        if !connection.move(now: 0) {
          isOver = true
          connection.end()
        }
      }
      #expect(begun)
      #expect(connection.move(now: 0))
    }

    /// Sends a text from one end, and returns what has come at the other end then.
    func send(_ text: String, from: PlainSocket, to: PlainSocket) -> String {
      _ = from.write(Array(text.utf8)[...])
      loop.turn(waiting: true)
      var buffer = [UInt8](repeating: 0, count: 65536)
      guard case .bytes(let count) = to.read(into: &buffer) else { return "" }
      return String(decoding: buffer[..<count], as: UTF8.self)
    }
  }

  /// Fifty phones are told of each slide.
  @Test func aStateCostsOneReadAndOneWrite() throws {
    let bench = try Bench()
    let request = "GET /api/events HTTP/1.1\r\n\r\n"
    #expect(bench.send(request, from: bench.farClient, to: bench.farServer) == request)
    for number in 1...3 {
      bench.client.forget()
      bench.server.forget()
      #expect(bench.send("state \(number)", from: bench.farServer, to: bench.farClient) == "state \(number)")
      #expect([bench.server.reads, bench.client.writes] == [1, 1])
      #expect([bench.client.reads, bench.server.writes] == [0, 0])
    }
    #expect(bench.send(request, from: bench.farClient, to: bench.farServer) == request)
  }

  @Test func whatTheServerSaidLastArrivesAndThenItIsOver() throws {
    let bench = try Bench()
    let request = "GET / HTTP/1.1\r\n\r\n"
    #expect(bench.send(request, from: bench.farClient, to: bench.farServer) == request)
    _ = bench.farServer.write(Array("the last".utf8)[...])
    shutdown(bench.farServer.descriptor, Int32(SHUT_RDWR))
    bench.loop.turn(waiting: true)
    var buffer = [UInt8](repeating: 0, count: 100)
    guard case .bytes(let count) = bench.farClient.read(into: &buffer) else {
      Issue.record("nothing arrives")
      return
    }
    #expect(String(decoding: buffer[..<count], as: UTF8.self) == "the last" && bench.isOver)
  }
}
