import ControlProtocol
import ControlServer
import Glibc
import Testing

@MainActor
@Suite(.serialized) struct ControlServerTests {
  private let screens = #"{"method":"org.marquee.Display.Screens"}"#

  @Test func aRequestIsAnswered() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { _, responder in responder.reply(ScreensReply(screens: [])) }
    let client = try fixture.client()
    client.send(screens)
    #expect(try fixture.message(to: client) == #"{"parameters":{"screens":[]}}"#)
    #expect(fixture.requests == [.screens(ScreensCall())])
    #expect(fixture.server.counters.requests == 1)
  }

  @Test func theServiceDescribesItself() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    let client = try fixture.client()
    client.send(#"{"method":"org.varlink.service.GetInfo"}"#)
    let info = try #require(try fixture.message(to: client))
    #expect(info.contains(#""version":"1.2.3""#) && info.contains(#"["org.marquee.Display","org.varlink.service"]"#))
    for interface in ControlMethod.interfaces {
      client.send(
        #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"\#(interface)"}}"#)
      #expect(try fixture.message(to: client)?.contains("interface \(interface)") == true)
    }
    client.send(#"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"a.b"}}"#)
    #expect(try fixture.message(to: client)?.contains("InterfaceNotFound") == true)
    #expect(fixture.requests.isEmpty)
  }

  @Test func requestsOfOneClientAreAnsweredInOrderOneAtATime() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { _, responder in fixture.unanswered.append(responder) }
    let client = try fixture.client()
    client.send(screens + "\0" + #"{"method":"org.marquee.Display.Sessions"}"#)
    fixture.turn { fixture.unanswered.count == 1 }
    fixture.turn(atMost: 20) { false }
    #expect(fixture.requests == [.screens(ScreensCall())])
    fixture.unanswered[0].reply(ScreensReply(screens: []))
    #expect(try fixture.message(to: client)?.contains("screens") == true)
    fixture.turn { fixture.unanswered.count == 2 }
    fixture.unanswered[1].reply(SessionsReply(sessions: []))
    #expect(try fixture.message(to: client)?.contains("sessions") == true)
  }

  @Test func aSlowAnswerDelaysNoOtherClient() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { request, responder in
      if case .wait = request { fixture.unanswered.append(responder) } else { responder.reply(AppsReply(apps: [])) }
    }
    let slow = try fixture.client()
    let quick = try fixture.client()
    slow.send(#"{"method":"org.marquee.Display.Wait","parameters":{"screen":"A","condition":"connected"}}"#)
    fixture.turn { fixture.unanswered.count == 1 }
    quick.send(#"{"method":"org.marquee.Display.Apps"}"#)
    #expect(try fixture.message(to: quick) == #"{"parameters":{"apps":[]}}"#)
  }

  @Test func theHandlerLearnsThatTheClientHasGone() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    var wasTold = 0
    fixture.answer = { _, responder in
      responder.onGone = { wasTold += 1 }
      fixture.unanswered.append(responder)
    }
    var client: RawClient? = try fixture.client()
    client?.send(screens)
    fixture.turn { fixture.unanswered.count == 1 }
    #expect(fixture.unanswered[0].isOpen)
    client = nil
    fixture.turn { wasTold > 0 }
    #expect(wasTold == 1)
    #expect(!fixture.unanswered[0].isOpen)
    fixture.unanswered[0].reply(ScreensReply(screens: []))
    #expect(fixture.server.openConnections == 0)
  }

  @Test func aRequestIsAcceptedBeforeItsFirstReplyThatIsNoError() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    var accepted = 0
    fixture.answer = { _, responder in
      responder.onAccepted = { accepted += 1 }
      fixture.unanswered.append(responder)
    }
    func ask(_ message: String) throws -> (RawClient, ControlResponder) {
      accepted = 0
      let client = try fixture.client()
      let known = fixture.unanswered.count
      client.send(message)
      fixture.turn { fixture.unanswered.count > known }
      return (client, try #require(fixture.unanswered.last))
    }
    do {
      let (client, responder) = try ask(screens)
      responder.reply(ScreensReply(screens: []))
      responder.fail(.failed(message: "too late"))
      #expect(accepted == 1 && !client.isAtEnd)
    }
    do {
      let (client, responder) = try ask(screens)
      responder.fail(.failed(message: "no"))
      responder.reply(ScreensReply(screens: []))
      #expect(accepted == 0 && !client.isAtEnd)
    }
    do {
      let (client, responder) = try ask(#"{"method":"org.marquee.Display.Screens","oneway":true}"#)
      responder.reply(ScreensReply(screens: []))
      #expect(accepted == 1 && !client.isAtEnd)
    }
    do {
      let (client, responder) = try ask(#"{"method":"org.marquee.Display.Events","more":true}"#)
      for _ in 1...2 { responder.send(OwnInputReply(app: "a")) }
      responder.fail(.failed(message: "the end"))
      #expect(accepted == 1 && !client.isAtEnd)
    }
    // The change of a client that leaves stands.
    do { _ = try ask(screens) }
    fixture.turn { accepted > 0 }
    #expect(accepted == 1)
  }

  @Test func aClientThatSendsNoMoreIsStillAnswered() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { _, responder in fixture.unanswered.append(responder) }
    let client = try fixture.client()
    client.send(screens)
    client.finishSending()
    fixture.turn { fixture.unanswered.count == 1 }
    fixture.turn(atMost: 20) { false }
    fixture.unanswered[0].reply(ScreensReply(screens: []))
    #expect(try fixture.message(to: client) == #"{"parameters":{"screens":[]}}"#)
    try fixture.turn {
      _ = try client.receive(); return client.isAtEnd
    }
    #expect(client.isAtEnd)
    #expect(fixture.server.openConnections == 0)
  }

  @Test func oneWayCallsAreDoneAndNotAnswered() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { request, responder in
      if case .screens = request {
        responder.reply(ScreensReply(screens: []))
      } else {
        responder.reply(AppsReply(apps: []))
      }
    }
    let client = try fixture.client()
    client.send(#"{"method":"org.marquee.Display.Screens","oneway":true}"#)
    client.send(#"{"method":"org.marquee.Display.Apps"}"#)
    #expect(try fixture.message(to: client) == #"{"parameters":{"apps":[]}}"#)
    #expect(fixture.requests.count == 2)
  }

  @Test func aStreamNeedsMore() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    let client = try fixture.client()
    client.send(#"{"method":"org.marquee.Display.Events"}"#)
    #expect(try fixture.message(to: client)?.contains("org.varlink.service.ExpectedMore") == true)
    #expect(fixture.requests.isEmpty)
  }

  @Test func moreAndOnewayContradictEachOther() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    let client = try fixture.client()
    client.send(#"{"method":"org.marquee.Display.Events","more":true,"oneway":true}"#)
    let answer = try fixture.message(to: client)
    #expect(answer?.contains("MalformedMessage") == true && answer?.contains("oneway") == true)
    #expect(fixture.requests.isEmpty)
  }

  @Test func onlyOneShortLivedMessageWaitsForItsReader() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    var stream: ControlResponder?
    fixture.answer = { _, responder in stream = responder }
    let client = try fixture.client()
    client.send(#"{"method":"org.marquee.Display.OwnInput","parameters":{"app":"a"},"more":true}"#)
    fixture.turn { stream != nil }
    let responder = try #require(stream)
    for name in ["b", "c"] {
      #expect(responder.sendIfRead(OwnInputReply(app: name)))
      for _ in 0..<1000 { #expect(!responder.sendIfRead(OwnInputReply(app: "late"))) }
      #expect(try fixture.message(to: client)?.contains("\"\(name)\"") == true)
      #expect(try client.receive() == nil)
    }
    responder.send(OwnInputReply(app: "d"))
    #expect(!responder.sendIfRead(OwnInputReply(app: "late")))
    #expect(try fixture.message(to: client)?.contains("\"d\"") == true)
  }

  @Test func aClientThatReadsNothingCausesNoWakeups() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    var stream: ControlResponder?
    fixture.answer = { _, responder in stream = responder }
    let client = try fixture.client()
    client.send(#"{"method":"org.marquee.Display.OwnInput","parameters":{"app":"a"},"more":true}"#)
    fixture.turn { stream != nil }
    let responder = try #require(stream)
    var taken = 0
    for _ in 0..<3 {
      responder.send(OwnInputReply(app: "b"))
      responder.whenRead { taken += 1 }
      // The kernel reports the state once after the registration. From then on nothing is ready.
      let before = taken
      fixture.turn(atMost: 20) { false }
      #expect(taken == before)
      #expect(fixture.isAsleep)
      #expect(try fixture.message(to: client)?.contains("\"b\"") == true)
      fixture.turn { taken > before }
      #expect(taken == before + 1)
      fixture.turn(atMost: 20) { false }
      #expect(taken == before + 1)
      #expect(fixture.isAsleep)
    }
    // A responder that has already read everything.
    responder.whenRead { taken += 1 }
    fixture.turn { taken == 4 }
    #expect(taken == 4)
    responder.whenRead { taken += 1 }
    client.finishSending()
    fixture.turn { taken == 5 }
    #expect(taken == 5)
  }

  @Test func everyReaderGetsTheStateAndThenTheEvents() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    let snapshot = EventInfo(
      event: .snapshot, sequence: 4, monotonicNanoseconds: 1,
      snapshot: StateSnapshot(screens: [], sessions: [], apps: []))
    fixture.answer = { _, responder in fixture.streams.add(responder, snapshot: snapshot) }
    let clients = try [fixture.client(), fixture.client()]
    for client in clients { client.send(#"{"method":"org.marquee.Display.Events","more":true}"#) }
    fixture.turn { fixture.streams.count == 2 }
    fixture.streams.send(EventInfo(event: .screenDidConnect, sequence: 5, monotonicNanoseconds: 2, screen: "A"))
    for client in clients {
      let first = try #require(try fixture.message(to: client))
      #expect(first.contains(#""event":"snapshot""#) && first.contains(#""continues":true"#))
      #expect(try fixture.message(to: client)?.contains(#""event":"screenDidConnect""#) == true)
    }
  }

  @Test func aReaderThatWasAwayGetsMissedEventsOrTheStateWithTheReason() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    let snapshot = EventInfo(event: .snapshot, sequence: 3, monotonicNanoseconds: 1)
    for number in UInt64(1)...3 {
      fixture.streams.send(EventInfo(event: .sceneDidUpdate, sequence: number, monotonicNanoseconds: number))
    }
    fixture.answer = { request, responder in
      guard case .events(let call) = request else { return }
      fixture.streams.add(responder, call, snapshot: snapshot)
    }
    func first(_ count: Int, _ parameters: String) throws -> [String] {
      let client = try fixture.client()
      client.send(#"{"method":"org.marquee.Display.Events","more":true,"parameters":\#(parameters)}"#)
      return try (0..<count).map { _ in try #require(try fixture.message(to: client)) }
    }
    let resumed = try first(3, #"{"after":1,"run":"a"}"#)
    #expect(resumed[0].contains(#""event":"resumed""#) && resumed[0].contains(#""sequence":1"#))
    #expect(resumed[1].contains(#""sequence":2"#) && resumed[2].contains(#""sequence":3"#))
    #expect(try first(1, #"{"after":4,"run":"a"}"#)[0].contains(#""reason":"tooOld""#))
    let other = try first(1, #"{"after":1,"run":"b"}"#)[0]
    #expect(other.contains(#""reason":"otherRun""#) && other.contains(#""event":"snapshot""#))
    #expect(try first(1, "{}")[0].contains(#""run":"a""#))
  }

  @Test func aReaderThatGoesIsForgotten() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    let snapshot = EventInfo(event: .snapshot, sequence: 0, monotonicNanoseconds: 0)
    fixture.answer = { _, responder in fixture.streams.add(responder, snapshot: snapshot) }
    var client: RawClient? = try fixture.client()
    client?.send(#"{"method":"org.marquee.Display.Events","more":true}"#)
    fixture.turn { fixture.streams.count == 1 }
    client = nil
    fixture.turn { fixture.streams.count == 0 }
    #expect(fixture.streams.count == 0)
    #expect(fixture.server.openConnections == 0)
  }

  @Test func stoppingRemovesTheSocketAndEndsTheClients() throws {
    let fixture = try ServerFixture()
    let client = try fixture.client()
    fixture.turn { fixture.server.openConnections == 1 }
    fixture.stop()
    #expect(access(fixture.path, F_OK) != 0)
    #expect(access(fixture.path + ".lock", F_OK) != 0)
    _ = try client.receive()
    #expect(client.isAtEnd)
    #expect(fixture.server.openConnections == 0)
  }
}
