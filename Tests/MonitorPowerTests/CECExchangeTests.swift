import SystemPackage
import TestKit
import Testing

@testable import MonitorPower

struct CECExchangeTests {
  private static let ours = CECAddress(place: 0x2000, deviceMask: 1 << 4)
  private static let nowhere = CECAddress(place: 0xFFFF, deviceMask: 0)
  private static let standby = Step.send(.standby(from: 4), reply: 0)
  private static let inquiry = Step.send(.requestActiveSource(from: 4), reply: 0x82)
  private static let viewOn = Step.send(.imageViewOn(from: 4), reply: 0)
  private static let show = Step.send(.activeSource(from: 4, place: 0x2000), reply: nil)
  private static let reading = Step.send(.givePowerStatus(from: 4), reply: 0x90)

  /// A step of an exchange, on the line or the clock.
  private enum Step: Hashable {
    case claim
    case send(CECMessage, reply: UInt8?)
    case wait
  }

  /// An adapter that takes its answers from lists by operation code. The last answer of a list repeats.
  private final class Line: CECPort {
    var connector: CECAdapter.Connector? { nil }
    var wantsPlace = false
    var needsPlug: Bool { false }
    private(set) var steps: [Step] = []
    private(set) var places: [UInt16] = []
    private var current: CECAddress
    private var answers: [UInt8: [CECResult]]
    /// The addresses from the next pauses on.
    var later: [CECAddress] = []
    var error: Errno?

    init(_ address: CECAddress = ours, _ answers: [UInt8: [CECResult]] = [:]) {
      current = address
      self.answers = answers
    }

    func setPlace(_ place: UInt16) throws(Errno) {
      places.append(place)
      throw .invalidArgument
    }
    func address() -> CECAddress { current }
    func claim() { steps.append(.claim) }

    func send(_ message: CECMessage, reply: UInt8?) throws(Errno) -> CECResult {
      if let error { throw error }
      steps.append(.send(message, reply: reply))
      let code = message.bytes[1]
      guard var list = answers[code], let first = list.first else { return reply == nil ? .sent : .noReply }
      if list.count > 1 {
        list.removeFirst()
        answers[code] = list
      }
      return first
    }

    func wait() {
      steps.append(.wait)
      if !later.isEmpty { current = later.removeFirst() }
    }

    func count(of step: Step) -> Int { steps.count { $0 == step } }
  }

  private static func status(_ value: UInt8) throws -> CECResult {
    .reply(try #require(CECMessage(bytes: [0x04, 0x90, value])))
  }

  @discardableResult
  private func bring(
    _ line: Line, _ wish: PowerWish, place: UInt16? = nil, isCancelled: @escaping () -> Bool = { false }
  ) throws -> PowerAnswer? {
    var exchange = CECExchange(line, wish, isCancelled: isCancelled, wait: { _ in line.wait() })
    return try exchange.run(place: place)
  }

  @Test func messagesAreThoseOfTheStandard() {
    #expect(CECMessage.standby(from: 4).bytes == [0x40, 0x36])
    #expect(CECMessage.imageViewOn(from: 8).bytes == [0x80, 0x04])
    #expect(CECMessage.activeSource(from: 4, place: 0x2100).bytes == [0x4F, 0x82, 0x21, 0x00])
    #expect(CECMessage.requestActiveSource(from: 4).bytes == [0x4F, 0x85])
    #expect(CECMessage.givePowerStatus(from: 11).bytes == [0xB0, 0x8F])
    #expect(CECMessage.imageViewOn(from: CECMessage.unregistered).bytes == [0xF0, 0x04])
  }

  @Test func standbyIsSentOnceAndReadBackUntilItIsThere() throws {
    let line = Line(Self.ours, [0x8F: [try Self.status(0), try Self.status(3), try Self.status(1)]])
    #expect(try bring(line, .standby) == .standby)
    #expect(
      line.steps == [Self.inquiry, Self.standby, .wait, Self.reading, .wait, Self.reading, .wait, Self.reading])
  }

  /// The place of another device, of a device behind the same socket, and of the display itself.
  @Test(arguments: [[0x10, 0x00], [0x21, 0x00], [0x00, 0x00]] as [[UInt8]])
  func aDisplayThatShowsAnotherInputIsLeftOn(_ place: [UInt8]) throws {
    let line = Line(Self.ours, [0x85: [.reply(try #require(CECMessage(bytes: [0x8F, 0x82] + place)))]])
    #expect(try bring(line, .standby) == .otherInput)
    #expect(line.steps == [Self.inquiry])
    #expect(PowerReport(asked: .standby, told: .otherInput).isWell)
  }

  /// Our place, half an answer, and each kind of silence.
  @Test func aDisplayThatShowsNoOtherInputIsPutToStandby() throws {
    let ours = try #require(CECMessage(bytes: [0x0F, 0x82, 0x20, 0x00]))
    let half = try #require(CECMessage(bytes: [0x0F, 0x82, 0x10]))
    for result: CECResult in [.reply(ours), .reply(half), .noReply, .refused, .notAcknowledged] {
      let line = Line(Self.ours, [0x85: [result], 0x8F: [try Self.status(1)]])
      #expect(try bring(line, .standby) == .standby)
      #expect(line.count(of: Self.standby) == 1)
    }
  }

  /// It is unknown then whether another device is shown.
  @Test func withoutAFreeLineNoStandbyIsSent() throws {
    let line = Line(Self.ours, [0x85: [.lost]])
    #expect(try bring(line, .standby) == .busy)
    #expect(line.steps == [Self.inquiry])
  }

  @Test func onAlsoShowsOurInput() throws {
    let line = Line(Self.ours, [0x8F: [try Self.status(2), try Self.status(0)]])
    #expect(try bring(line, .on) == .on)
    // The display may have chosen another input while it started.
    #expect(line.steps == [Self.viewOn, Self.show, .wait, Self.reading, .wait, Self.reading, Self.show])
    let awake = Line(Self.ours, [0x8F: [try Self.status(0)]])
    #expect(try bring(awake, .on) == .on)
    #expect(awake.steps == [Self.viewOn, Self.show, .wait, Self.reading])
  }

  @Test func anAddressIsClaimedFirst() throws {
    let line = Line(CECAddress(place: 0x2000, deviceMask: 0), [0x8F: [try Self.status(1)]])
    line.later = [CECAddress(place: 0x2000, deviceMask: 1 << 15), Self.ours]
    #expect(try bring(line, .standby) == .standby)
    #expect(line.steps == [.claim, .wait, .wait, Self.inquiry, Self.standby, .wait, Self.reading])
  }

  @Test(arguments: [PowerWish.on, .standby]) func withoutAnAddressItEnds(_ wish: PowerWish) throws {
    let line = Line(CECAddress(place: 0x1000, deviceMask: 0))
    #expect(try bring(line, wish) == .noAddress)
    #expect(line.steps == [.claim] + [Step](repeating: .wait, count: CECExchange.secondsForAddress))
    #expect(!PowerReport(asked: wish, told: .noAddress).isWell)
  }

  @Test func aDisplayThatHasTakenItsPlugAwayIsWokenFirst() throws {
    let line = Line(Self.nowhere, [0x8F: [try Self.status(0)]])
    line.later = [Self.ours]
    #expect(try bring(line, .on) == .on)
    let wake = Step.send(.imageViewOn(from: 15), reply: nil)
    #expect(line.steps == [.claim, wake, .wait, Self.viewOn, Self.show, .wait, Self.reading])
  }

  @Test func aDisplayThatDropsItsPlugWhileItStartsIsShownOurInputAgain() throws {
    let line = Line(Self.ours, [0x8F: [try Self.status(0)]])
    line.later = [Self.nowhere, Self.nowhere, Self.ours]
    #expect(try bring(line, .on) == .on)
    #expect(line.steps == [Self.viewOn, Self.show, .wait, .wait, .wait, Self.reading, Self.show])
  }

  @Test func aDisplayThatTakesItsPlugAwayInStandbyHasTakenTheMessage() throws {
    let line = Line(Self.ours, [0x8F: [try Self.status(3)]])
    line.later = [Self.ours, Self.nowhere]
    #expect(try bring(line, .standby) == .silent)
    #expect(line.count(of: Self.reading) == 1 && line.count(of: .wait) == 1 + CECExchange.silentReadings)
  }

  @Test(arguments: [CECResult.notAcknowledged, .noReply, .refused])
  func aDisplayThatIsDeafInStandbyHasTakenTheMessage(_ silence: CECResult) throws {
    let line = Line(Self.ours, [0x8F: [silence]])
    #expect(try bring(line, .standby) == .silent)
    #expect(line.count(of: Self.reading) == CECExchange.silentReadings)
  }

  /// The kernel has waited a second for each missing reply.
  @Test(arguments: [(CECResult.noReply, 10, PowerAnswer.silent), (.notAcknowledged, 20, .noAnswer), (.lost, 20, .busy)])
  func aDisplayThatIsSilentWhileItStartsIsReadForSomeTime(
    _ silence: CECResult, _ readings: Int, _ answer: PowerAnswer
  ) throws {
    let line = Line(Self.ours, [0x8F: [silence]])
    #expect(try bring(line, .on) == answer)
    #expect(line.count(of: Self.reading) == readings && line.count(of: Self.viewOn) == 1)
    // If a display finally reports that it is on, our input is shown again.
    let late = Line(Self.ours, [0x8F: [CECResult](repeating: silence, count: 9) + [try Self.status(0)]])
    #expect(try bring(late, .on) == .on)
    #expect(late.steps.suffix(2) == [Self.reading, Self.show])
  }

  @Test func aDisplayThatStaysAsItIsIsAskedOnce() throws {
    let cases: [(wish: PowerWish, status: UInt8, ask: Step)] = [(.standby, 0, Self.standby), (.on, 1, Self.viewOn)]
    for (wish, value, ask) in cases {
      let line = Line(Self.ours, [0x8F: [try Self.status(value)]])
      let told = try #require(try bring(line, wish))
      #expect(told == (wish == .on ? .standby : .on) && !PowerReport(asked: wish, told: told).isWell)
      #expect(line.count(of: ask) == 1 && line.count(of: Self.reading) == CECExchange.secondsForReading)
    }
  }

  @Test func aDisplayThatIsAwayDoesNotAnswer() throws {
    let line = Line(Self.ours, [0x36: [.notAcknowledged]])
    #expect(try bring(line, .standby) == .noAnswer)
    #expect(line.steps == [Self.inquiry, Self.standby])
  }

  /// It may listen only later, and then it may show another input.
  @Test func aDisplayThatTakesNoWakeIsReadAllTheSame() throws {
    let line = Line(Self.ours, [0x04: [.notAcknowledged], 0x8F: [try Self.status(0)]])
    #expect(try bring(line, .on) == .on)
    #expect(line.steps == [Self.viewOn, .wait, Self.reading, Self.show])
  }

  @Test func aRefusalAndALostMessageEndIt() throws {
    for (result, answer) in [(CECResult.refused, PowerAnswer.refused), (.lost, .busy)] {
      let standby = Line(Self.ours, [0x36: [result]])
      #expect(try bring(standby, .standby) == answer)
      #expect(standby.steps == [Self.inquiry, Self.standby])
      let on = Line(Self.ours, [0x04: [result]])
      #expect(try bring(on, .on) == answer)
      #expect(on.steps == [Self.viewOn])
    }
  }

  @Test func anAdapterThatIsGoneIsAnError() {
    let line = Line()
    line.error = .operationNotSupportedByDevice
    #expect(throws: Errno.operationNotSupportedByDevice) { try bring(line, .standby) }
    line.error = .resourceBusy
    #expect(throws: Never.self) { try bring(line, .standby) }
  }

  @Test func aCancelledExchangeSendsNothingMore() throws {
    let line = Line(Self.ours, [0x8F: [try Self.status(0)]])
    #expect(try bring(line, .standby, isCancelled: { line.count(of: Self.inquiry) == 1 }) == nil)
    #expect(!line.steps.contains(Self.standby) && !line.steps.contains(Self.reading))
    let read = Line(Self.ours, [0x8F: [try Self.status(0)]])
    #expect(try bring(read, .standby, isCancelled: { read.count(of: Self.reading) == 2 }) == nil)
    #expect(read.count(of: Self.reading) == 2)
    let claimed = Line(Self.nowhere)
    #expect(try bring(claimed, .standby, isCancelled: { true }) == nil)
    #expect(claimed.steps == [.claim])
  }

  @Test func anAdapterWithoutAnEDIDGetsItsAddress() throws {
    let line = Line(Self.ours, [0x8F: [try Self.status(1)]])
    line.wantsPlace = true
    #expect(try bring(line, .standby, place: 0x3000) == .standby)
    try bring(line, .standby, place: 0x2000)
    try bring(line, .standby)
    line.wantsPlace = false
    try bring(line, .standby, place: 0x3000)
    #expect(line.places == [0x3000])
  }

  /// Bytes of any length and status, from any address: the exchange neither traps nor runs forever.
  @Test(arguments: [PowerWish.on, .standby]) func anythingMayCome(_ wish: PowerWish) throws {
    let random = Anything(seed: 7)
    for _ in 0..<2000 {
      random.waits = 0
      var exchange = CECExchange(random, wish, isCancelled: { false }, wait: { _ in random.waits += 1 })
      _ = try? exchange.run(place: 0x1000)
      #expect(random.waits <= CECExchange.secondsForAddress + CECExchange.secondsForReading)
    }
  }
}

/// An adapter that answers at random, with the same numbers in each run.
private final class Anything: CECPort {
  private var numbers: SeededGenerator
  var waits = 0

  init(seed: UInt64) { numbers = SeededGenerator(exactly: seed) }

  private func next() -> UInt64 { numbers.next() }

  private func fail() throws(Errno) {
    if next() % 40 == 0 { throw Errno(rawValue: Int32(next() % 130)) }
  }

  var connector: CECAdapter.Connector? { nil }
  var wantsPlace: Bool { next() & 1 == 0 }
  var needsPlug: Bool { next() & 1 == 0 }
  func setPlace(_ place: UInt16) throws(Errno) { try fail() }
  func claim() throws(Errno) { try fail() }

  func address() throws(Errno) -> CECAddress {
    try fail()
    return CECAddress(
      place: UInt16(truncatingIfNeeded: next()), deviceMask: next() & 1 == 0 ? 0 : UInt16(truncatingIfNeeded: next()))
  }

  func send(_ message: CECMessage, reply: UInt8?) throws(Errno) -> CECResult {
    try fail()
    return CECResult(
      transmitStatus: UInt8(truncatingIfNeeded: next()), receiveStatus: UInt8(truncatingIfNeeded: next()),
      bytes: (0..<next() % 17).map { _ in UInt8(truncatingIfNeeded: next()) })
  }
}
