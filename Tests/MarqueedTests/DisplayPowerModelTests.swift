import ControlProtocol
import DisplayTypes
import MonitorPower
import Presentation
import Testing

@testable import marqueed

/// The times at which a display is put to standby or woken, by its screen's state and the kept state.
struct DisplayPowerModelTests {
  private static let second: UInt64 = 1_000_000_000
  private static let tv = key("HDMI-A-1", "TV")
  private static let cec = DisplayPowerModel.Route.cec(adapter: "/dev/cec0", place: 0x1000)

  private static func key(_ connector: String, _ model: String) -> DisplayPowerModel.Key {
    DisplayPowerModel.Key(connector: connector, identity: DisplayIdentity(make: "ABC", model: model, serial: "1"))
  }

  private static func moment(_ seconds: UInt64) -> MonotonicTime {
    MonotonicTime(nanoseconds: (100 + seconds) * second)
  }

  /// Looks at the TV alone, at this second; nil is its absence.
  private static func update(
    _ model: inout DisplayPowerModel, _ hasSignal: Bool?, at seconds: UInt64
  ) -> [DisplayPowerModel.Order] {
    model.update(hasSignal.map { [DisplayPowerModel.Condition(key: tv, hasSignal: $0)] } ?? [], at: moment(seconds))
      .orders
  }

  private static func report(_ wish: PowerWish, _ answer: PowerAnswer) -> PowerReport {
    PowerReport(asked: wish, told: answer)
  }

  /// The model of a TV that is on.
  private static func awake() -> DisplayPowerModel {
    var model = DisplayPowerModel()
    for second: UInt64 in [0, 1] { #expect(update(&model, true, at: second) == []) }
    return model
  }

  /// The model of a TV that is asleep since second 12.
  private static func asleep() -> DisplayPowerModel {
    var model = awake()
    #expect(update(&model, false, at: 10) == [])
    #expect(update(&model, false, at: 11) == [.request(tv, .standby)])
    model.begin(.standby, tv, by: cec)
    model.end(report(.standby, .standby), of: tv, at: moment(12))
    return model
  }

  @Test func onlyASettledChangeIsSent() {
    var model = Self.asleep()
    // A mode on the way, and back.
    #expect(Self.update(&model, true, at: 20) == [])
    #expect(Self.update(&model, false, at: 21) == [])
    #expect(Self.update(&model, true, at: 30) == [])
    #expect(Self.update(&model, true, at: 31) == [.request(Self.tv, .on)])
    #expect(Self.update(&model, true, at: 40) == [])
  }

  @Test func aDisplayPluggedInTheNightGetsNoMessage() {
    var model = DisplayPowerModel()
    #expect(Self.update(&model, true, at: 0) == [])
    #expect(Self.update(&model, false, at: 1) == [])
    #expect(Self.update(&model, false, at: 2) == [])
    #expect(Self.update(&model, false, at: 100) == [])
    #expect(Self.update(&model, true, at: 101) == [])
    #expect(Self.update(&model, true, at: 102) == [.request(Self.tv, .on)])
  }

  @Test func aBusyScreenDoesNotPutOffAnother() {
    let other = Self.key("HDMI-A-2", "Other")
    var model = Self.asleep()
    var told: [DisplayPowerModel.Order] = []
    for tenth in 0..<20 as Range<UInt64> {
      let now = MonotonicTime(nanoseconds: 200 * Self.second + tenth * Self.second / 10)
      let observations = [
        DisplayPowerModel.Condition(key: Self.tv, hasSignal: true),
        DisplayPowerModel.Condition(key: other, hasSignal: tenth.isMultiple(of: 2)),
      ]
      told += model.update(observations, at: now).orders
    }
    #expect(told == [.request(Self.tv, .on)])
  }

  @Test func aDisplayThatPullsItsPlugInStandbyIsWokenAndSparedFromThenOn() throws {
    var model = Self.asleep()
    #expect(Self.update(&model, nil, at: 20) == [])
    #expect(Self.update(&model, nil, at: 49) == [])
    #expect(Self.update(&model, nil, at: 50) == [.request(Self.tv, .on)])
    #expect(model.routeToSleeper(Self.tv) == Self.cec)
    model.begin(.on, Self.tv, by: Self.cec)
    // Its plug is there while it starts.
    #expect(Self.update(&model, false, at: 60) == [.leaveOn(Self.tv)])
    model.end(Self.report(.on, .on), of: Self.tv, at: Self.moment(61))
    #expect(model.kept.map(\.unplugsItself) == [true])
    #expect(model.kept.map(\.isAsleep) == [false])
    // In the morning it shows us; in the next night it is left alone, also after a restart.
    #expect(Self.update(&model, true, at: 100) == [])
    #expect(Self.update(&model, true, at: 101) == [.request(Self.tv, .on)])
    let text = try JSON.encode(DisplayPowerFile(displays: model.kept))
    var next = DisplayPowerModel(try JSON.decode(DisplayPowerFile.self, from: text).displays)
    for second: UInt64 in [0, 1] { #expect(Self.update(&next, true, at: second) == []) }
    #expect(Self.update(&next, false, at: 10) == [])
    #expect(Self.update(&next, false, at: 11) == [.leaveOn(Self.tv)])
    // This holds until a rule leaves the display alone.
    _ = next.update(
      [DisplayPowerModel.Condition(key: Self.tv, hasSignal: false, isLeftAlone: true)], at: Self.moment(12))
    #expect(next.kept == [])
  }

  /// Monitors over DisplayPort often do that.
  @Test func aMonitorThatPullsItsPlugInStandbyIsWokenByItsEDIDAfterARestartToo() throws {
    var model = DisplayPowerModel()
    for second: UInt64 in [0, 1] { #expect(Self.update(&model, true, at: second) == []) }
    #expect(Self.update(&model, false, at: 10) == [])
    #expect(Self.update(&model, false, at: 11) == [.request(Self.tv, .standby)])
    model.begin(.standby, Self.tv, by: .ddc(edid: "00ff"))
    model.end(Self.report(.standby, .silent), of: Self.tv, at: Self.moment(12))
    #expect(model.adapter(of: Self.tv) == nil)
    let text = try JSON.encode(DisplayPowerFile(displays: model.kept))
    var next = DisplayPowerModel(try JSON.decode(DisplayPowerFile.self, from: text).displays)
    #expect(Self.update(&next, nil, at: 20) == [])
    #expect(Self.update(&next, nil, at: 50) == [.request(Self.tv, .on)])
    #expect(next.routeToSleeper(Self.tv) == .ddc(edid: "00ff"))
  }

  @Test func aShortUnplugWakesNoDisplay() {
    var model = Self.asleep()
    #expect(Self.update(&model, nil, at: 20) == [])
    #expect(Self.update(&model, false, at: 40) == [])
    #expect(Self.update(&model, false, at: 400) == [])
    #expect(model.kept.map(\.isAsleep) == [true])
  }

  @Test func aDisplayThatIsAwayIsWokenAndOnceAgain() {
    var model = Self.asleep()
    var seconds: UInt64 = 20
    var wakes: [UInt64] = []
    for _ in 0..<20 {
      let (orders, next) = model.update([], at: Self.moment(seconds))
      if orders == [.request(Self.tv, .on)] {
        wakes.append(seconds)
        model.begin(.on, Self.tv, by: Self.cec)
        model.end(Self.report(.on, .noAddress), of: Self.tv, at: Self.moment(seconds))
      } else {
        #expect(orders == [])
      }
      if let next { seconds = next.nanoseconds / Self.second - 100 } else if orders == [] { break }
    }
    #expect(wakes == [50, 110])
    #expect(model.kept == [])
  }

  @Test(arguments: [PowerAnswer.noAnswer, .busy, .standby, .turningOn, .refused, .noAddress, .noAdapter])
  func aDisplayThatDoesNotWakeIsAskedOnceMoreAfterAMinute(_ answer: PowerAnswer) {
    var model = Self.asleep()
    #expect(Self.update(&model, true, at: 20) == [])
    #expect(Self.update(&model, true, at: 21) == [.request(Self.tv, .on)])
    model.begin(.on, Self.tv, by: Self.cec)
    // Not while it is being asked.
    #expect(Self.update(&model, true, at: 100) == [])
    model.end(Self.report(.on, answer), of: Self.tv, at: Self.moment(101))
    #expect(model.kept.map(\.isAsleep) == [true])
    #expect(Self.update(&model, true, at: 160) == [])
    #expect(Self.update(&model, true, at: 161) == [.request(Self.tv, .on)])
    model.begin(.on, Self.tv, by: Self.cec)
    model.end(Self.report(.on, answer), of: Self.tv, at: Self.moment(162))
    #expect(model.kept == [])
    #expect(Self.update(&model, true, at: 100_000) == [])
  }

  @Test(arguments: [PowerAnswer.noAnswer, .busy, .on, .turningOff, .refused, .noAddress, .noAdapter])
  func aDisplayThatDoesNotGoToStandbyIsAskedOnceMoreAfterAMinute(_ answer: PowerAnswer) {
    var model = Self.awake()
    #expect(Self.update(&model, false, at: 10) == [])
    #expect(Self.update(&model, false, at: 11) == [.request(Self.tv, .standby)])
    for (seconds, isRetried) in [(12, true), (73, false)] as [(UInt64, Bool)] {
      model.begin(.standby, Self.tv, by: Self.cec)
      #expect(model.kept.map(\.isAsleep) == [true])
      model.end(Self.report(.standby, answer), of: Self.tv, at: Self.moment(seconds))
      #expect(Self.update(&model, false, at: seconds + 59) == [])
      #expect(Self.update(&model, false, at: seconds + 60) == (isRetried ? [.request(Self.tv, .standby)] : []))
    }
    // If a message may have put it to standby, it is woken.
    #expect(model.kept.isEmpty == [.noAddress, .noAdapter].contains(answer))
  }

  @Test func aDisplayInTheWantedStateIsNotAskedAgain() {
    var model = Self.asleep()
    #expect(Self.update(&model, false, at: 1000) == [])
    #expect(Self.update(&model, true, at: 1010) == [])
    #expect(Self.update(&model, true, at: 1011) == [.request(Self.tv, .on)])
    model.end(Self.report(.on, .silent), of: Self.tv, at: Self.moment(1012))
    #expect(Self.update(&model, true, at: 2000) == [] && model.kept == [])
  }

  /// The new change gets an attempt and a retry of its own.
  @Test func aChangeTakesThePlaceOfARetry() {
    var model = Self.awake()
    #expect(Self.update(&model, false, at: 10) == [])
    #expect(Self.update(&model, false, at: 11) == [.request(Self.tv, .standby)])
    model.begin(.standby, Self.tv, by: Self.cec)
    model.end(Self.report(.standby, .noAnswer), of: Self.tv, at: Self.moment(12))
    #expect(Self.update(&model, true, at: 20) == [])
    #expect(Self.update(&model, true, at: 21) == [.request(Self.tv, .on)])
    model.end(Self.report(.on, .noAnswer), of: Self.tv, at: Self.moment(22))
    #expect(Self.update(&model, true, at: 81) == [])
    #expect(Self.update(&model, true, at: 82) == [.request(Self.tv, .on)])
  }

  /// Its plug returns later, or its rule then leaves it alone.
  @Test func aRetryOfStandbyEndsWithTheDisplayAndWithItsRule() {
    for isLeftAlone in [false, true] {
      var model = Self.awake()
      #expect(Self.update(&model, false, at: 10) == [])
      #expect(Self.update(&model, false, at: 11) == [.request(Self.tv, .standby)])
      model.begin(.standby, Self.tv, by: Self.cec)
      model.end(Self.report(.standby, .busy), of: Self.tv, at: Self.moment(12))
      if !isLeftAlone { #expect(Self.update(&model, nil, at: 20) == []) }
      let observation = DisplayPowerModel.Condition(key: Self.tv, hasSignal: false, isLeftAlone: isLeftAlone)
      for second: UInt64 in [25, 100] { #expect(model.update([observation], at: Self.moment(second)).orders == []) }
    }
  }

  @Test func aSleepingDisplayIsWokenAfterARestart() throws {
    let text = try JSON.encode(DisplayPowerFile(displays: Self.asleep().kept))
    let kept = try JSON.decode(DisplayPowerFile.self, from: text).displays
    var model = DisplayPowerModel(kept)
    #expect(Self.update(&model, true, at: 0) == [])
    #expect(Self.update(&model, true, at: 1) == [.request(Self.tv, .on)])
    // It may have pulled its plug meanwhile.
    var away = DisplayPowerModel(kept)
    #expect(Self.update(&away, nil, at: 0) == [])
    #expect(Self.update(&away, nil, at: 30) == [.request(Self.tv, .on)])
  }

  @Test func aDisplayThatIsToBeLeftAloneIsWokenFirst() {
    func update(_ model: inout DisplayPowerModel, _ hasSignal: Bool, at seconds: UInt64) -> [DisplayPowerModel.Order] {
      let observation = DisplayPowerModel.Condition(key: Self.tv, hasSignal: hasSignal, isLeftAlone: true)
      return model.update([observation], at: Self.moment(seconds)).orders
    }
    var model = Self.asleep()
    #expect(update(&model, false, at: 20) == [] && update(&model, true, at: 30) == [])
    #expect(update(&model, true, at: 31) == [.request(Self.tv, .on)])
    model.begin(.on, Self.tv, by: Self.cec)
    model.end(Self.report(.on, .noAnswer), of: Self.tv, at: Self.moment(32))
    // It is not put to standby again.
    for seconds: UInt64 in [40, 41, 42] { #expect(update(&model, false, at: seconds) == []) }
    #expect(model.hadSignal(Self.tv) == false)
    #expect(update(&model, true, at: 50) == [])
    #expect(update(&model, true, at: 51) == [.request(Self.tv, .on)])
    model.begin(.on, Self.tv, by: Self.cec)
    model.end(Self.report(.on, .on), of: Self.tv, at: Self.moment(52))
    #expect(update(&model, true, at: 53) == [])
    #expect(model.hadSignal(Self.tv) == nil && model.kept == [])
  }

  /// The file of the programs that kept an adapter and an EDID beside each other.
  private struct EarlierRecord: Codable, Hashable {
    struct Display: Codable, Hashable {
      var key: DisplayPowerModel.Key
      var isAsleep = true
      var unplugsItself = false
      var adapter: String?
      var place: UInt16?
      var edid: String?
    }
    var version = 1
    var displays: [Display]
  }

  @Test func earlierProgramsAndThisOneReadEachOthersFiles() throws {
    let earlier = EarlierRecord(displays: [
      EarlierRecord.Display(key: Self.key("A", "TV"), adapter: "/dev/cec0", place: 0x1000),
      EarlierRecord.Display(key: Self.key("B", "TV"), unplugsItself: true, adapter: "/dev/cec1"),
      EarlierRecord.Display(key: Self.key("C", "TV"), isAsleep: false, unplugsItself: true, edid: "00ff"),
      EarlierRecord.Display(key: Self.key("D", "TV")),
    ])
    let kept = try JSON.decode(DisplayPowerFile.self, from: JSON.encode(earlier)).displays
    #expect(
      kept == [
        DisplayPowerModel.Kept(key: Self.key("A", "TV"), isAsleep: true, route: Self.cec),
        DisplayPowerModel.Kept(
          key: Self.key("B", "TV"), isAsleep: true, unplugsItself: true,
          route: .cec(adapter: "/dev/cec1", place: nil)),
        DisplayPowerModel.Kept(key: Self.key("C", "TV"), unplugsItself: true, route: .ddc(edid: "00ff")),
        DisplayPowerModel.Kept(key: Self.key("D", "TV"), isAsleep: true),
      ])
    #expect(try JSON.decode(EarlierRecord.self, from: JSON.encode(DisplayPowerFile(displays: kept))) == earlier)
  }

  /// It is not tried repeatedly, and not woken when it goes.
  @Test func anUnreachableDisplayNoLongerCountsAsAsleep() {
    var model = Self.asleep()
    #expect(Self.update(&model, true, at: 20) == [])
    #expect(Self.update(&model, true, at: 21) == [.request(Self.tv, .on)])
    model.leave(Self.tv, .on)
    #expect(model.kept == [] && model.routeToSleeper(Self.tv) == nil)
    for seconds: UInt64 in [100, 200, 300] { #expect(Self.update(&model, nil, at: seconds) == []) }
  }

  @Test func anotherDisplayOnTheConnectorIsNotWoken() {
    let other = Self.key("HDMI-A-1", "Other")
    var model = Self.asleep()
    for second: UInt64 in [20, 21, 22] {
      #expect(
        model.update([DisplayPowerModel.Condition(key: other, hasSignal: true)], at: Self.moment(second)).orders
          == []
      )
    }
  }

  @Test(arguments: [PowerAnswer.noAdapter, .otherInput])
  func anUnsentMessagePutsNoDisplayToSleep(_ answer: PowerAnswer) {
    var model = Self.asleep()
    model.end(Self.report(.standby, answer), of: Self.tv, at: Self.moment(12))
    #expect(model.kept == [])
    #expect(Self.update(&model, nil, at: 20) == [])
    #expect(Self.update(&model, nil, at: 50) == [])
  }
}
