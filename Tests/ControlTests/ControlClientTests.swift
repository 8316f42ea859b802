import ControlClient
import ControlProtocol
import ControlServer
import EventLoop
import Glibc
import Synchronization
import Testing

@MainActor
@Suite(.serialized) struct ControlClientTests {
  /// The result of a client thread. The test's thread turns the server meanwhile.
  private final class Outcome<Value: Sendable>: Sendable {
    let value = Mutex<Result<Value, ClientError>?>(nil)
  }

  private func run<Value: Sendable>(
    _ fixture: ServerFixture, _ body: @escaping @Sendable (String) throws(ClientError) -> Value
  ) throws -> Value {
    let outcome = Outcome<Value>()
    let path = fixture.path
    let mailbox = fixture.loop.mailbox
    let thread = ClientThread {
      let result: Result<Value, ClientError>
      do throws(ClientError) {
        result = .success(try body(path))
      } catch {
        result = .failure(error)
      }
      outcome.value.withLock { $0 = result }
      mailbox.post {}
    }
    while outcome.value.withLock({ $0 == nil }) { fixture.loop.turn(waiting: true) }
    thread.join()
    return try #require(outcome.value.withLock { $0 }).get()
  }

  @Test func aTypedCallIsAnswered() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { request, responder in
      guard case .modes(let call) = request else { return responder.fail(.failed(message: "wrong")) }
      responder.reply(ModesReply(screen: call.screen, modes: []))
    }
    let reply = try run(fixture) { path throws(ClientError) in
      let client = try ControlClient(path: path)
      _ = try client.call(ModesCall(screen: "A"))
      return try client.call(ModesCall(screen: "B"))
    }
    #expect(reply == ModesReply(screen: "B", modes: []))
  }

  private nonisolated static func play(_ item: String) -> PlayInfo {
    PlayInfo(
      screen: "A", session: "S", item: item, content: "c", firstFlip: "f", lastFlip: "l", end: "e",
      firstFlipNanoseconds: 1,
      lastFlipNanoseconds: 2, endNanoseconds: 3, flips: 4, ending: "completed", reason: "", estimated: false,
      clockRight: true)
  }

  @Test func allPlaysComeInPieces() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    var asked: [Bool] = []
    fixture.answer = { _, responder in
      asked.append(responder.takesMore)
      guard responder.takesMore else { return responder.reply(PlaysReply(plays: [], isCut: true)) }
      responder.send(PlaysReply(plays: [Self.play("a")], isCut: false))
      responder.whenRead {
        responder.send(PlaysReply(plays: [Self.play("b")], isCut: false))
        responder.whenRead { responder.reply(PlaysReply(plays: [], isCut: false, warning: "two are lost")) }
      }
    }
    let pieces = try run(fixture) { path throws(ClientError) in
      let plays = try ControlClient(path: path).plays(PlaysCall(screen: "A"))
      var pieces: [PlaysReply] = []
      while let piece = try plays.next(timeoutSeconds: 60) { pieces.append(piece) }
      return pieces
    }
    #expect(pieces.map { $0.plays.map(\.item) } == [["a"], ["b"], []])
    #expect(pieces.map(\.warning) == [nil, nil, "two are lost"])
    let whole = try run(fixture) { path throws(ClientError) in try ControlClient(path: path).call(PlaysCall()) }
    #expect(whole.isCut && asked == [true, false])
  }

  @Test func errorsAreTyped() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { request, responder in
      switch request {
      case .modes: responder.fail(.noSuchScreen(screen: "X", near: ["A"]))
      case .reload: responder.fail(.accessDenied(method: "Reload", required: .admin, granted: .observe))
      default: break
      }
    }
    #expect(throws: ClientError.failed(.noSuchScreen(screen: "X", near: ["A"]))) {
      try run(fixture) { path throws(ClientError) in try ControlClient(path: path).call(ModesCall(screen: "X")) }
    }
    #expect(
      performing: {
        try run(fixture) { path throws(ClientError) in try ControlClient(path: path).call(ReloadCall()) }
      }, throws: { if case ClientError.refused = $0 { true } else { false } })
    #expect(throws: ClientError.timedOut(seconds: 0)) {
      try run(fixture) { path throws(ClientError) in
        try ControlClient(path: path).call(StatusCall(), timeoutSeconds: 0)
      }
    }
  }

  /// Goes only when it is let; a second at a time.
  private final class Steps: TestedTime {
    private(set) var now = 0.0
    private(set) var settlings = 0
    /// Rung after all due work; nil if there is none.
    private let settled: WakeEvent?

    init(settled: WakeEvent? = nil) { self.settled = settled }

    func settle() {
      settlings += 1
      settled?.wait(milliseconds: 60_000)
    }

    func pass(atMost seconds: Double) { now += min(1, seconds) }
  }

  @Test func inATestedTimeADeadlineIsReachedByStepsAlone() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { _, _ in }
    let now = try run(fixture) { path throws(ClientError) in
      let client = try ControlClient(path: path)
      let time = Steps()
      client.time = time
      do throws(ClientError) {
        _ = try client.call(StatusCall(), timeoutSeconds: 2.5)
      } catch .timedOut {}
      return time.now
    }
    #expect(now == 2.5)
  }

  @Test func inATestedTimeAnAnswerThatIsDueTakesNoTime() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    let answered = try WakeEvent()
    fixture.answer = { _, responder in
      responder.reply(ModesReply(screen: "A", modes: []))
      // In the next turn the answer has left.
      fixture.loop.mailbox.post { answered.signal() }
    }
    let (now, settlings) = try run(fixture) { path throws(ClientError) in
      let client = try ControlClient(path: path)
      let time = Steps(settled: answered)
      client.time = time
      _ = try client.call(ModesCall(screen: "A"), timeoutSeconds: 0)
      return (time.now, time.settlings)
    }
    #expect(now == 0)
    #expect(settlings <= 1)
  }

  @Test func aRefusedClientGetsTheReason() throws {
    let fixture = try ServerFixture(policy: AccessPolicy(exactly: [geteuid(): .none]))
    defer { fixture.stop() }
    #expect(
      performing: {
        try run(fixture) { path throws(ClientError) in try ControlClient(path: path).call(ScreensCall()) }
      }, throws: { if case ClientError.refused = $0 { true } else { false } })
  }

  @Test func eventsAreRead() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    let snapshot = EventInfo(event: .snapshot, sequence: 1, monotonicNanoseconds: 1)
    fixture.answer = { _, responder in
      fixture.streams.add(responder, snapshot: snapshot)
      fixture.streams.send(EventInfo(event: .sceneDidUpdate, sequence: 2, monotonicNanoseconds: 2))
      responder.reply(EventInfo(event: .sceneDidUpdate, sequence: 3, monotonicNanoseconds: 3))
    }
    let sequences = try run(fixture) { path throws(ClientError) in
      let reader = try ControlClient(path: path).events()
      var found: [UInt64] = []
      while let event = try reader.next() { found.append(event.sequence) }
      return found
    }
    #expect(sequences == [1, 2, 3])
  }

  @Test func aMissingDaemonIsReported() {
    #expect(throws: ClientError.noDaemon(tried: ["/tmp/no-such-marquee"])) {
      try ControlClient(path: "/tmp/no-such-marquee")
    }
  }

  @Test func aTextThatIsTooLongIsRefusedBeforeItIsSent() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    let text = String(repeating: "x", count: 1 << 20)
    #expect(throws: ClientError.failed(.textTooLong(length: 1 << 20, limit: ControlLimits.textBytes))) {
      try run(fixture) { path throws(ClientError) in
        try ControlClient(path: path).call(ShowCall(screen: "A", content: .banner(BannerInfo(text: text))))
      }
    }
    #expect(fixture.server.counters.requests == 0)
  }

  @Test func aDaemonThatDiesIsNoticed() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { _, _ in fixture.stop() }
    #expect(
      performing: {
        try run(fixture) { path throws(ClientError) in try ControlClient(path: path).call(ScreensCall()) }
      }, throws: { if case ClientError.lost = $0 { true } else { false } })
  }
}
