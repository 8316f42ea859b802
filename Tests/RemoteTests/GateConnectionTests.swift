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

    init(_ limits: GateLimits = GateLimits()) throws {
      loop = try EventLoop()
      (client, farClient) = try #require(CountingChannel.pair())
      (server, farServer) = try #require(CountingChannel.pair())
      connection = GateConnection(
        name: "1", network: "here", client: client, server: server, limits: limits, now: 0)
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

  /// Somebody who sends a whole file reads the answer only later, and would never see it where the socket was closed with bytes in it.
  @Test(arguments: [
    ("Content-Length: \(10 << 30)", "413 Content Too Large"), ("Transfer-Encoding: chunked", "411 Length Required"),
    ("Content-Length: 1\r\nContent-Length: 2", "400 Bad Request"),
    ("Cookie: \(String(repeating: "a", count: 5000))", "431 Request Header Fields Too Large"),
  ])
  func whoIsRefusedReadsWhyAndMaySendOn(header: String, status: String) throws {
    let bench = try Bench()
    let piece = String(repeating: "a", count: 60_000)
    let head = "POST /api/upload HTTP/1.1\r\n\(header)\r\n\r\n"
    let answer = bench.send(head + piece, from: bench.farClient, to: bench.farClient)
    #expect(answer.hasPrefix("HTTP/1.1 \(status)\r\nConnection: close\r\n") && answer.contains("{\"error\":\""))
    for _ in 0..<3 { #expect(bench.send(piece, from: bench.farClient, to: bench.farClient) == "") }
    var buffer = [UInt8](repeating: 0, count: 100)
    // The server has heard nothing, and has its connection to end.
    #expect(!bench.isOver && bench.farServer.read(into: &buffer) == .over)
    bench.farClient.endWriting()
    bench.loop.turn(waiting: true)
    #expect(bench.isOver)
  }

  @Test func whoIsRefusedSendsNotForEver() throws {
    var limits = GateLimits()
    limits.discardedBytes = 100_000
    let bench = try Bench(limits)
    let piece = String(repeating: "a", count: 60_000)
    _ = bench.send("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", from: bench.farClient, to: bench.farClient)
    _ = bench.send(piece, from: bench.farClient, to: bench.farClient)
    #expect(!bench.isOver)
    _ = bench.send(piece, from: bench.farClient, to: bench.farClient)
    #expect(bench.isOver)
  }

  /// One thread serves everybody.
  @Test func whoIsRefusedAndSendsMuchLeavesTheOthersTheirTurn() throws {
    let bench = try Bench()
    _ = bench.send("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", from: bench.farClient, to: bench.farClient)
    let much = [UInt8](repeating: 1, count: 150_000)
    let sent = bench.farClient.write(much[...])
    try #require(sent == .bytes(much.count))
    bench.client.forget()
    bench.loop.turn(waiting: true)
    #expect(bench.client.reads == 4 && !bench.isOver)
    // The rest is read by the next events.
    bench.loop.turn(waiting: true)
    #expect(bench.client.reads == 8)
    bench.loop.turn(waiting: true)
    #expect(bench.client.reads > 9 && !bench.isOver)
  }

  /// Half of an answer is there, and the other half has to follow it.
  @Test func aRefusalIsNotPutIntoAnAnswer() throws {
    let bench = try Bench()
    let request = "GET / HTTP/1.1\r\n\r\n"
    #expect(bench.send(request, from: bench.farClient, to: bench.farServer) == request)
    let half = "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf"
    #expect(bench.send(half, from: bench.farServer, to: bench.farClient) == half)
    #expect(
      bench.send("POST / HTTP/1.1\r\nContent-Length: 99999\r\n\r\n", from: bench.farClient, to: bench.farClient) == "")
    #expect(bench.isOver)
  }

  /// The server still owes an answer, and two would be taken for each other.
  @Test func aRefusalIsNoAnswerToTheRequestBefore() throws {
    let bench = try Bench()
    let request = "GET / HTTP/1.1\r\n\r\n"
    #expect(bench.send(request, from: bench.farClient, to: bench.farServer) == request)
    #expect(
      bench.send("POST / HTTP/1.1\r\nContent-Length: 99999\r\n\r\n", from: bench.farClient, to: bench.farClient) == "")
    #expect(bench.isOver)
  }
}
