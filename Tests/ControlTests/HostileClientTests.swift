import ControlProtocol
import ControlServer
import EventLoop
import Glibc
import Testing

@MainActor
@Suite(.serialized) struct HostileClientTests {
  private let screens = #"{"method":"org.marquee.Display.Screens"}"#

  /// The whole flood from one client that reads its answers, and a second one served all the while.
  @Test func aFloodOfRequestsStarvesNoClientAndFillsNoMemory() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { request, responder in
      if case .screens = request {
        responder.reply(ScreensReply(screens: []))
      } else {
        responder.reply(AppsReply(apps: []))
      }
    }
    let flooder = try fixture.client()
    let other = try fixture.client()
    let total = 100_000
    let batch = Array(String(repeating: screens + "\0", count: 500).utf8)
    var sent = 0
    var answered = 0
    var mostBuffered = 0
    var mostPerTurn: UInt64 = 0
    var served = 0
    var turnsWaited: Int?
    var longestWait = 0
    while answered < total {
      if sent < batch.count * (total / 500) { sent += max(0, flooder.send(batch[(sent % batch.count)...])) }
      if turnsWaited == nil, served * 1000 <= answered {
        other.send(#"{"method":"org.marquee.Display.Apps"}"#)
        turnsWaited = 0
      }
      let before = fixture.server.counters.requests
      fixture.loop.turn(waiting: false)
      mostPerTurn = max(mostPerTurn, fixture.server.counters.requests - before)
      mostBuffered = max(mostBuffered, fixture.server.bufferedBytes)
      while try flooder.receive() != nil { answered += 1 }
      guard let turns = turnsWaited else { continue }
      turnsWaited = turns + 1
      longestWait = max(longestWait, turns + 1)
      if try other.receive() != nil {
        served += 1
        turnsWaited = nil
      }
    }
    #expect(answered == total)
    #expect(served >= 100)
    #expect(longestWait <= 2)
    // A turn handles at most its budget of each client.
    #expect(mostPerTurn <= 2 * 16)
    #expect(mostBuffered < 256 * 1024)
  }

  @Test func aClientThatReadsNoAnswersIsNoLongerRead() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    let modes = Array(
      repeating: ScreenModeInfo(name: "1920x1080@60", width: 1920, height: 1080, refreshMillihertz: 60000), count: 50)
    let reply = ScreensReply(screens: [ScreenInfo(name: "A", device: "d", availableModes: modes)])
    fixture.answer = { _, responder in responder.reply(reply) }
    let client = try fixture.client()
    let batch = Array(String(repeating: screens + "\0", count: 1000).utf8)
    // Sends whole batches until the socket is full, although the server gets time to read.
    var rest = batch[...]
    for _ in 0..<2000 {
      if rest.isEmpty { rest = batch[...] }
      let sent = client.send(rest)
      if sent > 0 { rest = rest.dropFirst(sent) }
      fixture.loop.turn(waiting: false)
    }
    let handled = fixture.server.counters.requests
    #expect(fixture.server.bufferedBytes < 64 * 1024 + 16 * 1024 + 64 * 1024)
    fixture.turn(atMost: 50) { false }
    #expect(fixture.server.counters.requests == handled)
    #expect(fixture.server.openConnections == 1)
    // Once it reads, it is served again.
    while try client.receive() != nil {}
    fixture.turn(atMost: 50) { false }
    #expect(fixture.server.counters.requests > handled)
  }

  @Test func aReaderThatStopsReadingIsDroppedWithAnErrorAndHoldsNoMemory() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    let snapshot = EventInfo(event: .snapshot, sequence: 0, monotonicNanoseconds: 0)
    fixture.answer = { _, responder in fixture.streams.add(responder, snapshot: snapshot) }
    let lazy = try fixture.client()
    let keen = try fixture.client()
    for client in [lazy, keen] { client.send(#"{"method":"org.marquee.Display.Events","more":true}"#) }
    fixture.turn { fixture.streams.count == 2 }
    var mostBuffered = 0
    var seen = 0
    for number in 1...UInt64(20_000) {
      fixture.streams.send(
        EventInfo(event: .sceneDidUpdate, sequence: number, monotonicNanoseconds: number, screen: "A"))
      mostBuffered = max(mostBuffered, fixture.server.bufferedBytes)
      while try keen.receive() != nil { seen += 1 }
    }
    fixture.turn(atMost: 10) { false }
    while try keen.receive() != nil { seen += 1 }
    #expect(seen == 20_001)
    #expect(mostBuffered < 300 * 1024)
    #expect(fixture.streams.count == 1)
    #expect(fixture.server.counters.droppedReaders == 1)
    #expect(fixture.server.bufferedBytes < 1024)
    // It finally reads whole messages, then the reason, then the end.
    var last: String?
    try fixture.turn {
      while let message = try lazy.receive() { last = message }
      return lazy.isAtEnd
    }
    #expect(lazy.isAtEnd)
    #expect(last?.contains("org.marquee.Display.StreamOverflow") == true)
    #expect(fixture.server.openConnections == 1)
  }

  @Test func aDroppedReaderThatNeverReadsAgainIsCutOff() throws {
    var limits = ServerLimits()
    limits.stallNanoseconds = 0
    let fixture = try ServerFixture(limits: limits)
    defer { fixture.stop() }
    fixture.answer = { _, responder in
      fixture.streams.add(responder, snapshot: EventInfo(event: .snapshot, sequence: 0, monotonicNanoseconds: 0))
    }
    let lazy = try fixture.client()
    lazy.send(#"{"method":"org.marquee.Display.Events","more":true}"#)
    fixture.turn { fixture.streams.count == 1 }
    for number in 1...UInt64(20_000) where fixture.streams.count == 1 {
      fixture.streams.send(EventInfo(event: .sceneDidUpdate, sequence: number, monotonicNanoseconds: number))
    }
    fixture.turn { fixture.server.openConnections == 0 }
    #expect(fixture.server.openConnections == 0)
  }

  @Test func aMessageOverTheLimitEndsItsConnectionWithAnError() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    let client = try fixture.client()
    let chunk = [UInt8](repeating: UInt8(ascii: " "), count: 16 * 1024)
    var mostBuffered = 0
    for _ in 0..<8 {
      client.send(chunk)
      fixture.loop.turn(waiting: false)
      mostBuffered = max(mostBuffered, fixture.server.bufferedBytes)
    }
    let answer = try fixture.message(to: client)
    #expect(answer == #"{"error":"org.marquee.Display.MessageTooLong","parameters":{"limit":65536}}"#)
    _ = try client.receive()
    #expect(client.isAtEnd)
    #expect(mostBuffered <= 64 * 1024 + 16 * 1024)
    #expect(fixture.server.openConnections == 0)
    #expect(fixture.server.counters.malformed == 1)
  }

  @Test func malformedMessagesEndTheirConnectionWithAnError() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    for rubbish in ["", "GET / HTTP/1.1\r\n", "{", "[1]", "{}", "\u{1}\u{2}"] {
      let client = try fixture.client()
      client.send(rubbish)
      #expect(try fixture.message(to: client)?.contains("org.marquee.Display.MalformedMessage") == true, "\(rubbish)")
      _ = try client.receive()
      #expect(client.isAtEnd)
    }
    #expect(fixture.requests.isEmpty)
    #expect(fixture.server.openConnections == 0)
  }

  @Test func anErrorInAParameterLeavesTheConnectionOpen() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { _, responder in responder.reply(ScreensReply(screens: [])) }
    let client = try fixture.client()
    client.send(#"{"method":"org.marquee.Display.Modes","parameters":{"screen":1}}"#)
    #expect(
      try fixture.message(to: client)
        == #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"screen"}}"#)
    client.send(screens)
    #expect(try fixture.message(to: client) == #"{"parameters":{"screens":[]}}"#)
  }

  @Test func aHalfSentMessageWaitsForItsRest() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { _, responder in responder.reply(ScreensReply(screens: [])) }
    let client = try fixture.client()
    for byte in Array(screens.utf8) {
      client.send([byte])
      fixture.turn(atMost: 3) { false }
    }
    #expect(fixture.requests.isEmpty)
    client.send([0])
    #expect(try fixture.message(to: client) == #"{"parameters":{"screens":[]}}"#)
  }

  @Test func aHalfSentMessageDoesNotWaitForEver() throws {
    var limits = ServerLimits()
    limits.requestNanoseconds = 0
    let fixture = try ServerFixture(limits: limits)
    defer { fixture.stop() }
    let client = try fixture.client()
    client.send(Array(screens.utf8))
    #expect(try fixture.message(to: client)?.contains("MalformedMessage") == true)
    fixture.turn { fixture.server.openConnections == 0 }
    #expect(fixture.server.openConnections == 0)
  }

  @Test func waitingMessagesAreNotHalfSent() throws {
    var limits = ServerLimits()
    limits.requestNanoseconds = 0
    limits.requestsPerTurn = 1
    let fixture = try ServerFixture(limits: limits)
    defer { fixture.stop() }
    fixture.answer = { _, responder in responder.reply(ScreensReply(screens: [])) }
    let client = try fixture.client()
    client.send(Array(String(repeating: screens + "\0", count: 20).utf8))
    for _ in 0..<20 { #expect(try fixture.message(to: client)?.contains("screens") == true) }
  }

  @Test func aHalfSentMessageIsForgottenWithItsClient() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    var client: RawClient? = try fixture.client()
    client?.send(Array(screens.utf8))
    fixture.turn { fixture.server.bufferedBytes > 0 }
    client = nil
    fixture.turn { fixture.server.openConnections == 0 }
    #expect(fixture.server.openConnections == 0)
    #expect(fixture.requests.isEmpty)
  }

  @Test func connectionsOfOneUserAreLimited() throws {
    var limits = ServerLimits()
    limits.connectionsPerUser = 3
    let fixture = try ServerFixture(limits: limits)
    defer { fixture.stop() }
    fixture.answer = { _, responder in responder.reply(ScreensReply(screens: [])) }
    var clients = try (0..<3).map { _ in try fixture.client() }
    fixture.turn { fixture.server.openConnections == 3 }
    let late = try fixture.client()
    #expect(
      try fixture.message(to: late)
        == #"{"error":"org.marquee.Display.TooManyConnections","parameters":{"limit":3}}"#)
    _ = try late.receive()
    #expect(late.isAtEnd)
    clients.removeLast()
    fixture.turn { fixture.server.openConnections == 2 }
    let next = try fixture.client()
    next.send(screens)
    #expect(try fixture.message(to: next) == #"{"parameters":{"screens":[]}}"#)
    #expect(fixture.server.counters.turnedAway == 1)
    #expect(clients.count == 2)
  }

  @Test func aLogOfRubbishStaysSmall() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    for _ in 0..<100 {
      let client = try fixture.client()
      client.send("rubbish")
      _ = try fixture.message(to: client)
    }
    #expect(fixture.server.counters.malformed == 100)
    #expect(fixture.notices.count == 5)
  }
}
