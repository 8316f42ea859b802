import Testing

@testable import MonitorPower

struct CECTalkTests {
  private static let place = CECAddress(place: 0x2000, deviceMask: 1 << 4)
  private static let nowhere = CECAddress(place: 0xFFFF, deviceMask: 0)
  private static let second = CECTalk.Action.pause(nanoseconds: CECTalk.pauseBetween)
  private static let patience = CECTalk.Action.pause(nanoseconds: CECTalk.patience)
  private static let standby = CECTalk.Action.send(.standby(from: 4), reply: 0)
  private static let inquiry = CECTalk.Action.send(.requestActiveSource(from: 4), reply: 0x82)
  private static let viewOn = CECTalk.Action.send(.imageViewOn(from: 4), reply: 0)
  private static let show = CECTalk.Action.send(.activeSource(from: 4, place: 0x2000), reply: nil)
  private static let reading = CECTalk.Action.send(.givePowerStatus(from: 4), reply: 0x90)

  private func status(_ value: UInt8) throws -> CECResult {
    .reply(try #require(CECMessage(bytes: [0x04, 0x90, value])))
  }

  @Test func messagesAreThoseOfTheStandard() {
    #expect(CECMessage.standby(from: 4).bytes == [0x40, 0x36])
    #expect(CECMessage.imageViewOn(from: 8).bytes == [0x80, 0x04])
    #expect(CECMessage.activeSource(from: 4, place: 0x2100).bytes == [0x4F, 0x82, 0x21, 0x00])
    #expect(CECMessage.requestActiveSource(from: 4).bytes == [0x4F, 0x85])
    #expect(CECMessage.givePowerStatus(from: 11).bytes == [0xB0, 0x8F])
    #expect(CECMessage.imageViewOn(from: CECMessage.unregistered).bytes == [0xF0, 0x04])
  }

  @Test func standbyIsSaidAndReadBackUntilItIsThere() throws {
    var talk = CECTalk(.standby, address: Self.place)
    #expect(talk.begin() == Self.inquiry)
    #expect(talk.came(.noReply) == Self.standby)
    #expect(talk.came(.noReply) == Self.second)
    #expect(talk.timePassed() == Self.reading)
    #expect(talk.came(try status(3)) == Self.second)
    #expect(talk.told == .turningOff)
    #expect(talk.timePassed() == Self.reading)
    #expect(talk.came(try status(1)) == .finish(.standby))
    #expect(talk.timePassed() == .wait)
    #expect(talk.came(.lost) == .wait)
  }

  /// The place of another device, of one behind the same socket, and of the display itself.
  @Test(arguments: [[0x10, 0x00], [0x21, 0x00], [0x00, 0x00]] as [[UInt8]])
  func aDisplayThatShowsAnotherInputIsLeftOn(_ place: [UInt8]) throws {
    var talk = CECTalk(.standby, address: Self.place)
    #expect(talk.begin() == Self.inquiry)
    let answer = try #require(CECMessage(bytes: [0x8F, 0x82] + place))
    #expect(talk.came(.sent) == .wait)
    #expect(talk.came(.reply(answer)) == .finish(.otherInput))
    let report = PowerReport(asked: .standby, told: .otherInput, isFinal: true)
    #expect(report.isWell)
    #expect(report.sentence.contains("shows another input, and was left on"))
  }

  /// Ours, half an answer, and none in each way.
  @Test func aDisplayOfWhichNobodySaysThatIsPutToStandby() throws {
    let ours = try #require(CECMessage(bytes: [0x0F, 0x82, 0x20, 0x00]))
    let half = try #require(CECMessage(bytes: [0x0F, 0x82, 0x10]))
    for result: CECResult in [.reply(ours), .reply(half), .noReply, .refused, .notAcknowledged] {
      var talk = CECTalk(.standby, address: Self.place)
      #expect(talk.begin() == Self.inquiry)
      #expect(talk.came(result) == Self.standby)
    }
    var talk = CECTalk(.standby, address: Self.place)
    _ = talk.begin()
    #expect(talk.came(.lost) == Self.second)
    #expect(talk.timePassed() == Self.inquiry)
    #expect(talk.came(.lost) == Self.second)
    #expect(talk.timePassed() == Self.inquiry)
    #expect(talk.came(.lost) == .finish(.busy))
  }

  @Test func onAlsoShowsOurInput() throws {
    var talk = CECTalk(.on, address: Self.place)
    #expect(talk.begin() == Self.viewOn)
    #expect(talk.came(.noReply) == Self.show)
    #expect(talk.came(.sent) == Self.second)
    #expect(talk.timePassed() == Self.reading)
    #expect(talk.came(try status(2)) == Self.second)
    #expect(talk.timePassed() == Self.reading)
    // What it shows once it has started may be another input.
    #expect(talk.came(try status(0)) == Self.show)
    #expect(talk.came(.sent) == .finish(.on))
  }

  @Test func anAddressIsClaimedFirst() {
    var talk = CECTalk(.standby, address: CECAddress(place: 0x1000, deviceMask: 0))
    #expect(talk.begin() == .claim)
    #expect(talk.claimed() == Self.patience)
    #expect(talk.addressed(CECAddress(place: 0x1000, deviceMask: 0)) == .wait)
    #expect(talk.addressed(Self.place) == Self.inquiry)
  }

  @Test func withoutAnAddressItEnds() {
    var talk = CECTalk(.standby, address: CECAddress(place: 0x1000, deviceMask: 1 << 15))
    #expect(talk.begin() == .claim)
    #expect(talk.claimed() == Self.patience)
    #expect(talk.timePassed() == .finish(.noAddress))
    let report = PowerReport(asked: .standby, told: .noAddress, isFinal: true)
    #expect(!report.isWell && report.sentence.contains("got no address"))
  }

  @Test func anAddressForAWakeIsClaimedAgain() {
    var talk = CECTalk(.on, address: CECAddress(place: 0x1000, deviceMask: 0))
    var action = talk.begin()
    for _ in 1..<CECTalk.mostAttempts {
      #expect(action == .claim)
      #expect(talk.claimed() == Self.patience)
      action = talk.timePassed()
    }
    #expect(action == .claim)
    #expect(talk.claimed() == Self.patience)
    #expect(talk.timePassed() == .finish(.noAddress))
  }

  @Test func aDisplayThatDropsItsPlugWhileItStartsIsAskedAgain() throws {
    var talk = CECTalk(.on, address: Self.place)
    #expect(talk.begin() == Self.viewOn)
    #expect(talk.came(.noReply) == Self.show)
    // The plug goes while the message is on its way.
    #expect(talk.addressed(Self.nowhere) == .wait)
    #expect(talk.came(.lost) == Self.second)
    #expect(talk.timePassed() == .claim)
    #expect(talk.claimed() == .send(.imageViewOn(from: 15), reply: nil))
    #expect(talk.came(.sent) == Self.patience)
    #expect(talk.addressed(Self.place) == Self.viewOn)
    #expect(talk.came(.noReply) == Self.show)
    #expect(talk.came(.sent) == Self.second)
    #expect(talk.timePassed() == Self.reading)
    #expect(talk.came(try status(0)) == .finish(.on))
  }

  @Test func aDisplayThatTakesItsPlugAwayInStandbyHasTakenTheMessage() {
    var talk = CECTalk(.standby, address: Self.place)
    _ = talk.begin()
    #expect(talk.came(.noReply) == Self.standby)
    #expect(talk.came(.noReply) == Self.second)
    #expect(talk.addressed(Self.nowhere) == .wait)
    #expect(talk.timePassed() == .finish(.silent))
  }

  @Test func aDisplayThatListensNoMoreInStandbyHasTakenTheMessage() {
    var talk = CECTalk(.standby, address: Self.place)
    _ = talk.begin()
    #expect(talk.came(.noReply) == Self.standby)
    _ = talk.came(.noReply)
    for _ in 1..<CECTalk.mostAttempts {
      #expect(talk.timePassed() == Self.reading)
      #expect(talk.came(.notAcknowledged) == Self.second)
    }
    #expect(talk.timePassed() == Self.reading)
    #expect(talk.came(.notAcknowledged) == .finish(.silent))
  }

  @Test func aDisplayThatStaysInStandbyIsToldToWakeAgain() throws {
    var talk = CECTalk(.on, address: Self.place)
    var action = talk.begin()
    var (wakes, readings) = (0, 0)
    for _ in 0..<200 {
      switch action {
      case Self.viewOn:
        wakes += 1
        action = talk.came(.noReply)
      case Self.show: action = talk.came(.sent)
      case Self.reading:
        readings += 1
        action = talk.came(try status(1))
      default: action = talk.timePassed()
      }
      if case .finish = action { break }
    }
    #expect(action == .finish(.standby))
    #expect(readings == CECTalk.mostReadings)
    #expect(wakes == CECTalk.mostReadings / CECTalk.readingsBetweenWakes)
    #expect(!PowerReport(asked: .on, told: .standby, isFinal: true).isWell)
  }

  /// Silent in every way while it starts; then it tells that it is on, and is told again whom to show.
  @Test(arguments: [CECResult.noReply, .notAcknowledged, .refused, .lost])
  func aDisplayThatIsLongSilentWhileItStartsIsWaitedFor(_ silence: CECResult) throws {
    var talk = CECTalk(.on, address: Self.place)
    _ = talk.begin()
    _ = talk.came(.noReply)
    _ = talk.came(.sent)
    for _ in 0..<10 {
      while talk.timePassed() != Self.reading {
        _ = talk.came(.noReply)
        _ = talk.came(.sent)
      }
      #expect(talk.came(silence) == Self.second)
    }
    while talk.timePassed() != Self.reading {
      _ = talk.came(.noReply)
      _ = talk.came(.sent)
    }
    #expect(talk.came(try status(0)) == Self.show)
    #expect(talk.told == .on)
    #expect(talk.came(.sent) == .finish(.on))
  }

  @Test func aRefusalOfADisplayThatStartsIsAskedAgain() {
    var talk = CECTalk(.on, address: Self.place)
    _ = talk.begin()
    for _ in 1..<CECTalk.mostAttempts {
      #expect(talk.came(.refused) == Self.second)
      #expect(talk.timePassed() == Self.viewOn)
    }
    #expect(talk.came(.refused) == .finish(.refused))
  }

  @Test func aDisplayThatHasPulledItsPlugIsWokenUpFirst() {
    var talk = CECTalk(.on, address: Self.nowhere)
    #expect(talk.begin() == .claim)
    #expect(talk.claimed() == .send(.imageViewOn(from: 15), reply: nil))
    #expect(talk.came(.sent) == Self.patience)
    #expect(talk.addressed(Self.place) == Self.viewOn)
  }

  @Test func nobodyThereIsToldAfterThreeTries() {
    var talk = CECTalk(.standby, address: Self.place)
    #expect(talk.begin() == Self.inquiry)
    #expect(talk.came(.noReply) == Self.standby)
    for _ in 0..<2 {
      #expect(talk.came(.notAcknowledged) == Self.second)
      #expect(talk.timePassed() == Self.standby)
    }
    #expect(talk.came(.notAcknowledged) == .finish(.noAnswer))
  }

  @Test func aLineThatIsNeverFreeIsTold() {
    var talk = CECTalk(.standby, address: Self.place)
    _ = talk.begin()
    #expect(talk.came(.noReply) == Self.standby)
    _ = talk.came(.lost)
    // What takes too long counts as lost.
    _ = talk.timePassed()
    #expect(talk.timePassed() == Self.second)
    #expect(talk.timePassed() == Self.standby)
    #expect(talk.came(.lost) == .finish(.busy))
  }

  @Test func aRefusalAndASilenceAreTold() {
    var refused = CECTalk(.standby, address: Self.place)
    _ = refused.begin()
    #expect(refused.came(.noReply) == Self.standby)
    #expect(refused.came(.refused) == .finish(.refused))
    var silent = CECTalk(.standby, address: Self.place)
    _ = silent.begin()
    #expect(silent.came(.noReply) == Self.standby)
    _ = silent.came(.noReply)
    _ = silent.timePassed()
    #expect(silent.came(.refused) == .finish(.silent))
  }

  @Test func aDisplayThatStaysOnIsAskedOnlySoOften() throws {
    var talk = CECTalk(.standby, address: Self.place)
    _ = talk.begin()
    #expect(talk.came(.noReply) == Self.standby)
    var action = talk.came(.noReply)
    var readings = 0
    while case .pause = action {
      guard readings < 100 else { break }
      #expect(talk.timePassed() == Self.reading)
      readings += 1
      action = talk.came(try status(0))
    }
    #expect(readings == CECTalk.mostReadings)
    #expect(action == .finish(.on))
    #expect(!PowerReport(asked: .standby, told: .on, isFinal: true).isWell)
  }

  /// Bytes of any length and status, to any step: it neither traps nor goes on for ever.
  @Test(arguments: [PowerWish.on, .standby]) func anythingMayCome(_ wish: PowerWish) {
    var random = SplitMix(state: 7)
    for _ in 0..<2000 {
      var talk = CECTalk(wish, address: Bool.random(using: &random) ? Self.place : Self.nowhere)
      var action = talk.begin()
      var steps = 0
      while true {
        if case .finish = action { break }
        steps += 1
        guard steps < 1000 else {
          Issue.record("it does not end")
          return
        }
        switch UInt8.random(in: 0...5, using: &random) {
        case 0: action = talk.timePassed()
        case 1: action = talk.claimed()
        case 2:
          action = talk.addressed(
            CECAddress(
              place: .random(in: 0...0xFFFF, using: &random), deviceMask: .random(in: 0...0xFFFF, using: &random)))
        default:
          let length = Int.random(in: 0...16, using: &random)
          let result = CECResult(
            transmitStatus: .random(in: 0...255, using: &random), receiveStatus: .random(in: 0...255, using: &random),
            bytes: (0..<length).map { _ in .random(in: 0...255, using: &random) })
          action = talk.came(result)
        }
      }
    }
  }
}

/// The same numbers in each run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
