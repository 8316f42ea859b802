import EventLoop
import Foundation
import SystemPackage
import TestDaemon
import Testing

@testable import marquee_remote

/// The requests that a server accepts, over real sockets, with a stopped clock.
@Suite(.timeLimit(.minutes(30)))
struct HTTPServerTests {
  private let host = "Host: a\r\n"

  @Test(arguments: [1, 2, 7, 1000]) func requestsFollowEachOther(portion: Int) throws {
    let bench = try HTTPBench()
    let two =
      "POST /one HTTP/1.1\r\n\(host)Content-Length: 9\r\n\r\nGET \n\n\n\n\nGET /two?a=%20b&c HTTP/1.1\r\n\(host)\r\n"
    let last = "GET /end HTTP/1.1\r\n\(host)Connection: close\r\n\r\n"
    let all = try bench.exchange(two + two + last, inPortionsOf: portion)
    #expect(bench.requests.map(\.path) == ["/one", "/two", "/one", "/two", "/end"])
    #expect(bench.requests.map(\.body.count) == [9, 0, 9, 0, 0])
    #expect(bench.requests[1].value("a") == " b" && bench.requests[1].value("c") == "")
    #expect(HTTPBench.statuses(all) == [200, 200, 200, 200, 200] && all.contains("/one:9"))
  }

  @Test(arguments: [(4000, 200), (4200, 431)]) func aTargetThatIsTooLongIsRefused(bytes: Int, status: Int) throws {
    let bench = try HTTPBench()
    let target = String(repeating: "a", count: bytes)
    let answer = try bench.exchange("GET /\(target) HTTP/1.1\r\n\(host)Connection: close\r\n\r\n")
    #expect(HTTPBench.statuses(answer) == [status])
  }

  @Test func aHeadThatIsTooLongIsRefused() throws {
    let bench = try HTTPBench()
    let line = "X: \(String(repeating: "x", count: 500))\r\n"
    let answer = try bench.exchange("GET / HTTP/1.1\r\n\(host)\(String(repeating: line, count: 30))\r\n")
    #expect(HTTPBench.statuses(answer) == [431] && bench.requests.isEmpty)
    // Each of them may be so long, not all together.
    let each = "GET /\(String(repeating: "a", count: 3000)) HTTP/1.1\r\n\(host)\r\n"
    let client = try bench.connect()
    let all = bench.exchange(client, String(repeating: each, count: 20)) { HTTPBench.statuses($0).count == 20 }
    #expect(HTTPBench.statuses(all) == Array(repeating: 200, count: 20))
  }

  /// A proxy before this server may read such a header differently, so the bytes after it must not be a request.
  @Test(arguments: [
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 5\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTRANSFER-ENCODING : x\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5,5\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1e3\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length : 5\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding\u{b}: chunked\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\n\u{a0}Content-Length: 5\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nX: a\rContent-Length: 5\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\n: x\r\n",
    "GET / HTTP/1.1\r\n: x\r\nHost: a\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\n:\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n\tb\r\nY: c\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n c\r\nY: c\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\n b\r\n",
    "GET / HTTP/1.1\r\nHost:\r\n b\r\n",
    "GET / HTTP/1.1\r\n b\r\nHost: a\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n 0\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n ,5\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nX: a\r\n Transfer-Encoding: chunked\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n \r\n",
    "GET / HTTP/1.1\nHost: a\nX: a\n b\n",
    "GET / HTTP/1.1\nHost: a\n:\n",
    "GET / HTTP/1.1\r\nHost: a\nX: b\r\n",
    "GET / HTTP/1.1\r\nX: b\r\n",
    "GET / HTTP/1.1\r\n",
  ])
  func aHeadThatContradictsItselfIsRefusedAndNothingOfItIsARequest(head: String) throws {
    let bench = try HTTPBench()
    let answer = try bench.exchange("\(head)\r\nGET /hidden HTTP/1.1\r\n\(host)\r\n")
    #expect(HTTPBench.statuses(answer) == [400], "\(answer)")
    #expect(bench.requests.isEmpty, "\(bench.requests)")
  }

  /// A client that sends a whole file reads the answer only later. A socket that is closed with unread bytes would destroy the answer.
  @Test(arguments: [
    ("Content-Length: \(10 << 30)", 413), ("Content-Length: 40000", 413), ("Transfer-Encoding: chunked", 411),
    ("Content-Length: 1\r\nContent-Length: 2", 400), ("Cookie: \(String(repeating: "a", count: 5000))", 431),
  ])
  func aRefusedClientReadsWhyAndMaySendOn(header: String, status: Int) throws {
    let bench = try HTTPBench()
    let client = try bench.connect()
    let piece = String(repeating: "a", count: 60_000)
    let answer = bench.exchange(client, "POST /api/upload HTTP/1.1\r\n\(host)\(header)\r\n\r\n\(piece)") {
      $0.contains("\"}")
    }
    #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && answer.contains("{\"error\":\""))
    #expect(answer.contains("Connection: close\r\n"))
    for _ in 0..<20 {
      var rest = Array(piece.utf8)[...]
      while !rest.isEmpty {
        rest = rest.dropFirst(client.sendSome(rest))
        bench.loop.turn(waiting: false)
      }
    }
    // The end of the answer, and no reset.
    #expect(bench.exchange(client, "") == "" && client.lastError == 0)
    #expect(bench.requests.isEmpty)
    client.endWriting()
    while bench.connections.count > 0 { bench.loop.turn(waiting: false) }
  }

  @Test func aRefusedClientIsReadOnlySoFarAndSoLong() throws {
    var limits = HTTPLimits()
    limits.droppedBytes = 100_000
    let head = "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n"
    let bench = try HTTPBench(limits)
    _ = bench.exchange(try bench.connect(), head + String(repeating: "a", count: 300_000)) { _ in
      bench.connections.count == 0
    }
    while bench.connections.count > 0 { bench.loop.turn(waiting: false) }
    let other = try bench.connect()
    _ = bench.exchange(other, head) { $0.contains("\"}") }
    bench.settle()
    bench.now = limits.secondsToDrop - 0.1
    bench.connections.closeLateConnections()
    #expect(bench.connections.count == 1)
    bench.now = limits.secondsToDrop
    bench.connections.closeLateConnections()
    #expect(bench.connections.count == 0)
  }

  @Test func theTimeOfAHeadIsBoundedHoweverSlowlyItComes() throws {
    let bench = try HTTPBench()
    let client = try bench.connect()
    _ = client.sendSome(Array("GET / HTTP/1.1\r\n".utf8)[...])
    bench.settle()
    bench.now = 9.9
    bench.connections.closeLateConnections()
    _ = client.sendSome(Array("X: a\r\n".utf8)[...])
    bench.settle()
    #expect(bench.connections.count == 1)
    bench.now = 10
    bench.connections.closeLateConnections()
    #expect(bench.exchange(client, "") == "" && bench.requests.isEmpty)
  }

  @Test func theRateOfABodyIsBounded() throws {
    let bench = try HTTPBench()
    let client = try bench.connect()
    _ = client.sendSome(Array("POST / HTTP/1.1\r\n\(host)Content-Length: 20480\r\n\r\na".utf8)[...])
    bench.settle()
    bench.now = 14.9
    bench.connections.closeLateConnections()
    #expect(bench.connections.count == 1)
    bench.now = 15
    bench.connections.closeLateConnections()
    #expect(bench.exchange(client, "") == "" && bench.requests.isEmpty)
  }

  @Test(arguments: [(false, 15.0), (true, 90.0)])
  func anIdleConnectionIsClosedPairedOnesLater(isPaired: Bool, seconds: Double) throws {
    let bench = try HTTPBench()
    bench.answer = { _ in
      var answer = HTTPAnswer(status: .ok, body: Array("yes".utf8))
      answer.isPaired = isPaired
      return answer
    }
    let client = try bench.connect()
    bench.now = 5
    _ = bench.exchange(client, "GET / HTTP/1.1\r\n\(host)\r\n") { $0.hasSuffix("yes") }
    bench.settle()
    bench.now = 5 + seconds - 0.1
    bench.connections.closeLateConnections()
    #expect(bench.connections.count == 1)
    bench.now = 5 + seconds
    bench.connections.closeLateConnections()
    #expect(bench.exchange(client, "") == "")
  }

  /// Three addresses could once lock every phone out: by silence, by half a body, and by refused requests that are read no further.
  @Test(arguments: [
    "", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\na", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
  ])
  func aCrowdLosesItsOwnConnectionsAndOthersConnect(sent: String) throws {
    var limits = HTTPLimits()
    (limits.connections, limits.unpaired, limits.unpairedOfNetwork) = (12, 9, 4)
    let bench = try HTTPBench(limits)
    bench.answer = { _ in
      var answer = HTTPAnswer(status: .ok, body: Array("yes".utf8))
      answer.isPaired = true
      return answer
    }
    let request = "GET / HTTP/1.1\r\n\(host)\r\n"
    bench.address = "192.0.2.1"
    let paired = try bench.connect()
    _ = bench.exchange(paired, request) { $0.hasSuffix("yes") }
    var crowd: [TestClient] = []
    for number in 0..<30 {
      bench.now += 0.01
      bench.address = "198.51.100.\(number % 3)"
      crowd.append(try bench.connect())
      _ = crowd.last?.sendSome(Array(sent.utf8)[...])
      bench.settle()
    }
    #expect(bench.connections.count <= 10)
    // A new phone is served, and so is the phone that was paired before.
    bench.address = "192.0.2.2"
    let phone = try bench.connect()
    #expect(bench.exchange(phone, request) { $0.hasSuffix("yes") }.hasPrefix("HTTP/1.1 200 "))
    #expect(bench.exchange(paired, request) { $0.hasSuffix("yes") }.hasPrefix("HTTP/1.1 200 "))
    #expect(bench.lines.count == 1 && bench.lines[0].contains("the maximum of connections is reached"))
    // The crowd's earliest connections have given way to its own.
    #expect(sent.hasPrefix("GET") || crowd.prefix(10).allSatisfy(\.isHungUpOn))
    #expect(sent.hasPrefix("GET") || !crowd.suffix(3).contains(where: \.isHungUpOn))
    bench.now += 60
    bench.address = "198.51.100.1"
    for _ in 0..<5 { crowd.append(try bench.connect()) }
    #expect(bench.lines.count == 2)
  }

  @Test func handshakesThatAreNotEndedGiveWayToNewOnes() throws {
    var limits = HTTPLimits()
    limits.withoutRequest = 3
    let bench = try HTTPBench(limits)
    let served = try bench.connect()
    _ = bench.exchange(served, "GET / HTTP/1.1\r\n\(host)\r\n") { $0.hasSuffix("/:0") }
    let clients = try (0..<5).map { _ in
      bench.now += 0.1
      return try bench.connect()
    }
    bench.settle()
    #expect(clients.map(\.isHungUpOn) == [true, true, false, false, false] && !served.isHungUpOn)
  }

  /// All networks have one connection each.
  @Test func ofNetworksWithEquallyManyTheOneThatWaitsLongestGivesWay() throws {
    var limits = HTTPLimits()
    limits.unpaired = 3
    let bench = try HTTPBench(limits)
    let clients = try (0..<12).map { number in
      bench.now += 0.1
      bench.address = "198.51.100.\(number)"
      return try bench.connect()
    }
    bench.settle()
    #expect(clients.map(\.isHungUpOn) == (0..<12).map { $0 < 9 })
  }

  /// One address is bounded by its own number; several of them reach the total.
  @Test(arguments: [1, 3]) func anObservingDeviceLocksNoOtherOut(addresses: Int) throws {
    var limits = HTTPLimits()
    (limits.connections, limits.unpaired, limits.pairedOfNetwork) = (12, 9, 4)
    let bench = try HTTPBench(limits)
    bench.answer = { request in
      var answer = HTTPAnswer(status: .ok, body: Array("yes".utf8))
      answer.isPaired = request.path == "/paired"
      return answer
    }
    bench.address = "192.0.2.1"
    let paired = try bench.connect()
    _ = bench.exchange(paired, "GET /paired HTTP/1.1\r\n\(host)\r\n") { $0.hasSuffix("yes") }
    let crowd = try (0..<30).map { number in
      bench.now += 0.01
      bench.address = "198.51.100.\(number % addresses)"
      let client = try bench.connect()
      _ = bench.exchange(client, "GET /paired HTTP/1.1\r\n\(host)\r\n") { $0.hasSuffix("yes") }
      bench.settle()
      return client
    }
    #expect(bench.connections.count == min(12, 1 + addresses * 4))
    // A new browser opens several connections, and none of them replaces another.
    bench.address = "192.0.2.2"
    let browser = try (0..<3).map { _ in
      bench.now += 0.01
      return try bench.connect()
    }
    for client in browser + [paired] {
      let answer = bench.exchange(client, "GET / HTTP/1.1\r\n\(host)\r\n") { $0.hasSuffix("yes") }
      #expect(answer.hasPrefix("HTTP/1.1 200 "))
    }
    // The latest connections of the crowd are still open.
    #expect(crowd.prefix(18).allSatisfy(\.isHungUpOn) && crowd.last?.isHungUpOn == false)
  }

  @Test func aStreamOfAPairedDeviceOutlastsItsIdleConnections() throws {
    var limits = HTTPLimits()
    limits.pairedOfNetwork = 3
    let bench = try HTTPBench(limits)
    bench.answer = { request in
      var answer = HTTPAnswer(status: .ok, body: Array("yes".utf8))
      answer.isPaired = true
      if request.path == "/stream" {
        let stream = EventStream(most: 1)
        stream.send(Array("yes".utf8))
        answer.body = .stream(stream)
      }
      return answer
    }
    let clients = try (0..<6).map { number in
      bench.now += 10
      let client = try bench.connect()
      let path = number == 0 ? "/stream" : "/"
      _ = bench.exchange(client, "GET \(path) HTTP/1.1\r\n\(host)\r\n") { $0.contains("yes") }
      bench.settle()
      return client
    }
    #expect(clients.map(\.isHungUpOn) == [false, true, true, true, false, false])
  }

  @Test func aConnectionWhosePairingHasEndedIsAStrangersAgain() throws {
    let bench = try HTTPBench()
    bench.answer = { request in
      var answer = HTTPAnswer(status: .ok, body: Array("yes".utf8))
      answer.isPaired = request.path != "/leave"
      return answer
    }
    let client = try bench.connect()
    for path in ["/", "/leave"] {
      _ = bench.exchange(client, "GET \(path) HTTP/1.1\r\n\(host)\r\n") { $0.hasSuffix("yes") }
    }
    bench.settle()
    bench.now = 14.9
    bench.connections.closeLateConnections()
    #expect(bench.connections.count == 1)
    bench.now = 15
    bench.connections.closeLateConnections()
    bench.settle()
    #expect(client.isHungUpOn)
  }

  // MARK: The client's end

  /// Bytes and the end of the stream in one packet are one event, and libmicrohttpd reads only the bytes.
  @Test(arguments: [
    ("", []), ("GET / HT", []), ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\na", []),
    ("GET /?\(String(repeating: "a", count: 8000)) HTTP/1.1\r\nHost: a\r\n\r\n", [200]),
    ("GET /?\(String(repeating: "a", count: 20000)) HTTP/1.1\r\nHost: a\r\n\r\n", [431]),
    ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", [400]), ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", [200]),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\naaGET / HTTP/1.1\r\nHost: a\r\n\r\n", [200, 200]),
  ])
  func aClientThatEndsItsStreamIsAnsweredAndClosed(sent: String, statuses: [Int]) throws {
    let bench = try HTTPBench()
    let client = try #require(TestClient(port: bench.port))
    client.send(Array(sent.utf8))
    client.endWriting()
    while bench.connections.arrivals == 0 { bench.turn() }
    while bench.connections.count > 0 { bench.turn() }
    var answer: [UInt8] = []
    while case .bytes(let bytes) = client.readSome() { answer += bytes }
    let text = String(decoding: answer, as: UTF8.self)
    #expect(HTTPBench.statuses(text) == statuses, "\(text)")
    #expect(client.isHungUpOn)
  }

  /// More than libmicrohttpd reads at once.
  @Test func manyRequestsBeforeTheEndOfAStreamAreAnswered() throws {
    let bench = try HTTPBench()
    let client = try bench.connect()
    let each = "GET /\(String(repeating: "a", count: 3000)) HTTP/1.1\r\n\(host)\r\n"
    client.send(Array(String(repeating: each, count: 40).utf8))
    client.endWriting()
    let all = bench.exchange(client, "")
    #expect(HTTPBench.statuses(all) == Array(repeating: 200, count: 40))
    bench.settle()
    #expect(bench.connections.count == 0)
  }

  @Test func aClientThatHasEndedItsStreamGetsALateAnswer() throws {
    let bench = try HTTPBench()
    bench.answer = { _ in nil }
    let client = try bench.connect()
    client.send(Array("GET / HTTP/1.1\r\n\(host)\r\n".utf8))
    client.endWriting()
    while bench.waiting.isEmpty { bench.turn() }
    bench.settle()
    bench.waiting[0].answer(HTTPAnswer(status: .ok, body: Array("yes".utf8)))
    #expect(bench.exchange(client, "").hasSuffix("yes"))
    bench.settle()
    #expect(bench.connections.count == 0)
  }

  /// A phone that only watches causes no wakeups without changes.
  @Test func fiftyIdleStreamsCauseNoWakeup() throws {
    let bench = try HTTPBench()
    var streams: [EventStream] = []
    bench.answer = { _ in
      let stream = EventStream(most: 1)
      streams.append(stream)
      stream.send(Array("first\n\n".utf8))
      var answer = HTTPAnswer(status: .ok, headers: [("Content-Type", "text/event-stream")])
      (answer.body, answer.isPaired) = (.stream(stream), true)
      return answer
    }
    var clients: [TestClient] = []
    for _ in 0..<50 {
      let client = try bench.connect()
      _ = bench.exchange(client, "GET /api/events HTTP/1.1\r\n\(host)\r\n") { $0.contains("first") }
      clients.append(client)
    }
    bench.settle()
    for _ in 0..<1000 { #expect(bench.loop.turn(waiting: false) == 0) }
    #expect(!bench.connections.waitsForATime)
    for stream in streams { stream.send(Array("second\n\n".utf8)) }
    for client in clients { #expect(bench.exchange(client, "") { $0.contains("second") }.contains("second")) }
    bench.settle()
    #expect(bench.loop.turn(waiting: false) == 0)
    // A phone that has gone is noticed at once, and its stream ends.
    let closed = Watched(0)
    for stream in streams { stream.onClose { closed.change { $0 += 1 } } }
    clients.removeLast(20)
    while bench.connections.count > 30 { bench.loop.turn(waiting: false) }
    #expect(closed.value == 20)
    streams[0].finish()
    #expect(bench.exchange(clients[0], "") { $0.hasSuffix("0\r\n\r\n") } != "")
  }

  @Test func aReaderThatIsSlowGetsTheNewest() throws {
    let stream = EventStream(most: 2)
    for number in 1...5 { stream.send([UInt8(number)]) }
    stream.finish()
    stream.send([9])
    #expect(stream.next() == [4] && !stream.isAtEnd && stream.next() == [5] && stream.isAtEnd && stream.next() == nil)
  }

  @Test func aHandlerThatForgetsToAnswerIsAnError() throws {
    let bench = try HTTPBench()
    bench.answer = { _ in nil }
    let client = try bench.connect()
    _ = client.sendSome(Array("GET / HTTP/1.1\r\n\(host)\r\n".utf8)[...])
    while bench.waiting.isEmpty { bench.loop.turn(waiting: false) }
    bench.waiting = []
    #expect(bench.exchange(client, "") { $0.hasSuffix("\r\n\r\n") }.hasPrefix("HTTP/1.1 500 "))
  }

  /// An answer for a client that has gone is dropped.
  @Test func aClientThatGoesBeforeItsAnswerLeavesNothingBehind() throws {
    let bench = try HTTPBench()
    bench.answer = { _ in nil }
    var client: TestClient? = try bench.connect()
    _ = client?.sendSome(Array("GET / HTTP/1.1\r\n\(host)\r\n".utf8)[...])
    while bench.waiting.isEmpty { bench.loop.turn(waiting: false) }
    client = nil
    bench.settle()
    bench.waiting[0].answer(HTTPAnswer(status: .ok, body: [UInt8](repeating: 1, count: 5_000_000)))
    while bench.connections.count > 0 { bench.loop.turn(waiting: false) }
  }

  @Test func aClosingServerEndsRunningRequests() throws {
    let bench = try HTTPBench()
    bench.answer = { $0.path == "/stream" ? streaming() : nil }
    let clients = try ["/stream", "/never", "/half"].map { path in
      let client = try bench.connect()
      let head = "GET \(path) HTTP/1.1\r\n\(host)"
      _ = client.sendSome(Array((path == "/half" ? head : head + "\r\n").utf8)[...])
      return client
    }
    while bench.requests.count < 2 { bench.loop.turn(waiting: false) }
    bench.settle()
    bench.connections.close()
    for client in clients {
      while case .bytes = client.readSome() {}
      #expect(client.isHungUpOn)
    }
    for responder in bench.waiting { responder.answer(HTTPAnswer(status: .ok)) }
    bench.settle()
    func streaming() -> HTTPAnswer {
      var answer = HTTPAnswer(status: .ok)
      answer.body = .stream(EventStream(most: 1))
      return answer
    }
  }

  // MARK: Accepting

  /// A client that waits in the backlog would wake the loop again and again.
  @Test func afterDescriptorsHaveRunOutTheServerRestsAndTriesAgain() throws {
    var tries = 0
    let bench = try HTTPBench {
      $0.acceptNext = { _ throws(Errno) in
        tries += 1
        throw .tooManyOpenFiles
      }
    }
    let client = try #require(TestClient(port: bench.port))
    while tries == 0 { bench.loop.turn(waiting: false) }
    for _ in 0..<50 { bench.loop.turn(waiting: false) }
    #expect(tries == 1)
    bench.now = 1
    bench.connections.closeLateConnections()
    while tries == 1 { bench.loop.turn(waiting: false) }
    withExtendedLifetime(client) {}
  }

  @Test func inTheLocalNetworkOtherAddressesAreNoWayIn() {
    let reach = ClientReach.localNetwork
    for own in ["192.168.1.5", "10.1.2.3", "172.31.0.1", "169.254.3.4", "127.0.0.1", "fe80::1", "fd00::1", "::1"] {
      #expect(reach.includes(own, phoneAddress: { nil }), "\(own)")
    }
    for own in ["203.0.113.5", "172.32.0.1", "100.64.0.1", "2001:db8::1", "unknown"] {
      #expect(!reach.includes(own, phoneAddress: { "192.168.1.5" }), "\(own)")
    }
    // A network that gives phones no private addresses.
    #expect(reach.includes("203.0.113.5", phoneAddress: { "203.0.113.5" }))
    #expect(ClientReach.anywhere.includes("203.0.113.5", phoneAddress: { nil }))
  }

  @Test(arguments: [ClientReach.localNetwork, .anywhere])
  func aClientOfAnAddressOutOfReachIsHungUpOn(reach: ClientReach) throws {
    var called: [String] = []
    let bench = try HTTPBench {
      $0.reach = reach
      $0.acceptNext = { listener throws(Errno) in
        guard let arrival = try InternetSocket.accept(listener) else { return nil }
        called.append(arrival.own)
        return AcceptedClient(socket: arrival.socket, address: arrival.address, own: "203.0.113.5")
      }
    }
    let client = try #require(TestClient(port: bench.port))
    while called.isEmpty { bench.loop.turn(waiting: false) }
    bench.settle()
    #expect(called == ["127.0.0.1"])
    #expect(client.isHungUpOn == (reach == .localNetwork))
  }

  @Test func theLinksAreLookedUpOnceASecond() throws {
    var looks = 0
    let link = try #require(AddressPrefix("2001:db8::7", length: 64))
    let bench = try HTTPBench {
      $0.findLinks = {
        looks += 1
        return [link]
      }
    }
    for number in 1...50 { #expect(bench.connections.network(of: "2001:db8::\(number)") == "2001:db8::\(number)") }
    #expect(looks == 1)
  }

  @Test func thereAreNoMoreConnectionsThanFiles() {
    #expect(HTTPLimits(openFiles: 4096).connections == HTTPLimits().connections)
    let few = HTTPLimits(openFiles: 256)
    #expect(few.connections > few.unpaired && few.unpaired > 0 && few.connections * 3 < 256)
    #expect(HTTPLimits(openFiles: 3).connections == 1)
  }
}
