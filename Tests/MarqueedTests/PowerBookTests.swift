import DisplayTypes
import JSONCoding
import MonitorPower
import Presentation
import Testing

@testable import marqueed

/// When a display is told to go to standby, or woken: by the state of its screen, and by what is kept.
struct PowerBookTests {
  private static let second: UInt64 = 1_000_000_000
  private static let tv = key("HDMI-A-1", "TV")
  private static let cec = PowerBook.Route.cec(adapter: "/dev/cec0", place: 0x1000)

  private static func key(_ connector: String, _ model: String) -> PowerBook.Key {
    PowerBook.Key(connector: connector, identity: DisplayIdentity(make: "ABC", model: model, serial: "1"))
  }

  private static func moment(_ seconds: UInt64) -> MonotonicTime {
    MonotonicTime(nanoseconds: (100 + seconds) * second)
  }

  /// Looks at the TV alone, at this second; nil is its absence.
  private static func look(
    _ book: inout PowerBook, _ hasSignal: Bool?, at seconds: UInt64
  ) -> [PowerBook.Order] {
    book.look(hasSignal.map { [PowerBook.Sight(key: tv, hasSignal: $0)] } ?? [], at: moment(seconds)).orders
  }

  private static func told(_ wish: PowerWish, _ answer: PowerAnswer) -> PowerReport {
    PowerReport(asked: wish, told: answer, isFinal: true)
  }

  /// A book of a TV that is asleep since second 12.
  private static func asleep() -> PowerBook {
    var book = PowerBook()
    for second: UInt64 in [0, 1] { #expect(look(&book, true, at: second) == []) }
    #expect(look(&book, false, at: 10) == [])
    #expect(look(&book, false, at: 11) == [.tell(tv, .standby)])
    book.begin(.standby, tv, by: cec)
    book.end(told(.standby, .standby), of: tv, at: moment(12))
    return book
  }

  @Test func onlyAChangeThatHasSettledIsTold() {
    var book = Self.asleep()
    // A mode on the way, and back.
    #expect(Self.look(&book, true, at: 20) == [])
    #expect(Self.look(&book, false, at: 21) == [])
    #expect(Self.look(&book, true, at: 30) == [])
    #expect(Self.look(&book, true, at: 31) == [.tell(Self.tv, .on)])
    #expect(Self.look(&book, true, at: 40) == [])
  }

  @Test func aDisplayThatComesInTheNightIsNotTold() {
    var book = PowerBook()
    #expect(Self.look(&book, true, at: 0) == [])
    #expect(Self.look(&book, false, at: 1) == [])
    #expect(Self.look(&book, false, at: 2) == [])
    #expect(Self.look(&book, false, at: 100) == [])
    #expect(Self.look(&book, true, at: 101) == [])
    #expect(Self.look(&book, true, at: 102) == [.tell(Self.tv, .on)])
  }

  @Test func aBusyScreenDoesNotPutOffAnother() {
    let other = Self.key("HDMI-A-2", "Other")
    var book = Self.asleep()
    var told: [PowerBook.Order] = []
    for tenth in 0..<20 as Range<UInt64> {
      let now = MonotonicTime(nanoseconds: 200 * Self.second + tenth * Self.second / 10)
      let sights = [
        PowerBook.Sight(key: Self.tv, hasSignal: true),
        PowerBook.Sight(key: other, hasSignal: tenth.isMultiple(of: 2)),
      ]
      told += book.look(sights, at: now).orders
    }
    #expect(told == [.tell(Self.tv, .on)])
  }

  @Test func aDisplayThatPullsItsPlugInStandbyIsWokenAndSparedFromThenOn() throws {
    var book = Self.asleep()
    #expect(Self.look(&book, nil, at: 20) == [])
    #expect(Self.look(&book, nil, at: 49) == [])
    #expect(Self.look(&book, nil, at: 50) == [.tell(Self.tv, .on)])
    #expect(book.routeToSleeper(Self.tv) == Self.cec)
    book.begin(.on, Self.tv, by: Self.cec)
    // Its plug is there while it starts.
    #expect(Self.look(&book, false, at: 60) == [.spare(Self.tv)])
    book.end(Self.told(.on, .on), of: Self.tv, at: Self.moment(61))
    #expect(book.kept.map(\.unplugsItself) == [true])
    #expect(book.kept.map(\.isAsleep) == [false])
    // In the morning it shows us; in the next night it is left alone, also after a restart.
    #expect(Self.look(&book, true, at: 100) == [])
    #expect(Self.look(&book, true, at: 101) == [.tell(Self.tv, .on)])
    let text = try JSON.encode(PowerFileRecord(book.kept))
    var next = PowerBook(try JSON.decode(PowerFileRecord.self, from: text).kept)
    for second: UInt64 in [0, 1] { #expect(Self.look(&next, true, at: second) == []) }
    #expect(Self.look(&next, false, at: 10) == [])
    #expect(Self.look(&next, false, at: 11) == [.spare(Self.tv)])
    // Until a rule has said that it is left alone.
    _ = next.look([PowerBook.Sight(key: Self.tv, hasSignal: false, isLeftAlone: true)], at: Self.moment(12))
    #expect(next.kept == [])
  }

  /// Monitors over DisplayPort often do that.
  @Test func aMonitorThatPullsItsPlugInStandbyIsWokenByItsEDIDAfterARestartToo() throws {
    var book = PowerBook()
    for second: UInt64 in [0, 1] { #expect(Self.look(&book, true, at: second) == []) }
    #expect(Self.look(&book, false, at: 10) == [])
    #expect(Self.look(&book, false, at: 11) == [.tell(Self.tv, .standby)])
    book.begin(.standby, Self.tv, by: .ddc(edid: "00ff"))
    book.end(Self.told(.standby, .silent), of: Self.tv, at: Self.moment(12))
    #expect(book.adapter(of: Self.tv) == nil)
    let text = try JSON.encode(PowerFileRecord(book.kept))
    var next = PowerBook(try JSON.decode(PowerFileRecord.self, from: text).kept)
    #expect(Self.look(&next, nil, at: 20) == [])
    #expect(Self.look(&next, nil, at: 50) == [.tell(Self.tv, .on)])
    #expect(next.routeToSleeper(Self.tv) == .ddc(edid: "00ff"))
  }

  @Test func aPlugThatIsBackAtOnceWakesNobody() {
    var book = Self.asleep()
    #expect(Self.look(&book, nil, at: 20) == [])
    #expect(Self.look(&book, false, at: 40) == [])
    #expect(Self.look(&book, false, at: 400) == [])
    #expect(book.kept.map(\.isAsleep) == [true])
  }

  @Test func aDisplayThatIsAwayIsWokenAgainAndAgainButNotForEver() {
    var book = Self.asleep()
    var seconds: UInt64 = 20
    var wakes: [UInt64] = []
    for _ in 0..<200 {
      let (orders, next) = book.look([], at: Self.moment(seconds))
      if orders == [.tell(Self.tv, .on)] {
        wakes.append(seconds)
        book.begin(.on, Self.tv, by: Self.cec)
        book.end(Self.told(.on, .noAddress), of: Self.tv, at: Self.moment(seconds))
      } else {
        #expect(orders == [])
      }
      if let next { seconds = next.nanoseconds / Self.second - 100 } else if orders == [] { break }
    }
    #expect(wakes.prefix(5) == [50, 110, 410, 1310, 4910])
    #expect(wakes.count == PowerBook.mostTriesAway + 1)
    #expect(book.kept == [])
  }

  @Test(arguments: [PowerAnswer.noAnswer, .busy, .standby, .noAddress, .noAdapter])
  func aDisplayThatDoesNotWakeIsToldAgainWhileItsScreenIsOn(_ answer: PowerAnswer) {
    var book = Self.asleep()
    #expect(Self.look(&book, true, at: 20) == [])
    #expect(Self.look(&book, true, at: 21) == [.tell(Self.tv, .on)])
    for (seconds, last) in [(81, 21), (381, 81), (1281, 381)] as [(UInt64, UInt64)] {
      book.begin(.on, Self.tv, by: Self.cec)
      book.end(Self.told(.on, answer), of: Self.tv, at: Self.moment(last))
      #expect(Self.look(&book, true, at: seconds - 1) == [])
      #expect(Self.look(&book, true, at: seconds) == [.tell(Self.tv, .on)])
    }
    book.end(Self.told(.on, answer), of: Self.tv, at: Self.moment(1281))
    #expect(Self.look(&book, true, at: 100_000) == [])
    #expect(book.kept == [])
  }

  @Test func whoPutItToSleepWakesItAfterARestart() throws {
    let text = try JSON.encode(PowerFileRecord(Self.asleep().kept))
    let kept = try JSON.decode(PowerFileRecord.self, from: text).kept
    var book = PowerBook(kept)
    #expect(Self.look(&book, true, at: 0) == [])
    #expect(Self.look(&book, true, at: 1) == [.tell(Self.tv, .on)])
    // It may have pulled its plug meanwhile.
    var away = PowerBook(kept)
    #expect(Self.look(&away, nil, at: 0) == [])
    #expect(Self.look(&away, nil, at: 30) == [.tell(Self.tv, .on)])
  }

  @Test func aDisplayThatIsToBeLeftAloneIsWokenFirst() {
    func look(_ book: inout PowerBook, _ hasSignal: Bool, at seconds: UInt64) -> [PowerBook.Order] {
      let sight = PowerBook.Sight(key: Self.tv, hasSignal: hasSignal, isLeftAlone: true)
      return book.look([sight], at: Self.moment(seconds)).orders
    }
    var book = Self.asleep()
    #expect(look(&book, false, at: 20) == [] && look(&book, true, at: 30) == [])
    #expect(look(&book, true, at: 31) == [.tell(Self.tv, .on)])
    book.begin(.on, Self.tv, by: Self.cec)
    book.end(Self.told(.on, .noAnswer), of: Self.tv, at: Self.moment(32))
    // It is not put to standby again.
    for seconds: UInt64 in [40, 41, 42] { #expect(look(&book, false, at: seconds) == []) }
    #expect(book.hadSignal(Self.tv) == false)
    #expect(look(&book, true, at: 50) == [])
    #expect(look(&book, true, at: 51) == [.tell(Self.tv, .on)])
    book.begin(.on, Self.tv, by: Self.cec)
    book.end(Self.told(.on, .on), of: Self.tv, at: Self.moment(52))
    #expect(look(&book, true, at: 53) == [])
    #expect(book.hadSignal(Self.tv) == nil && book.kept == [])
  }

  /// The file of the programs that kept an adapter and an EDID beside each other.
  private struct EarlierRecord: Codable, Hashable {
    struct Display: Codable, Hashable {
      var key: PowerBook.Key
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
    let kept = try JSON.decode(PowerFileRecord.self, from: JSON.encode(earlier)).kept
    #expect(
      kept == [
        PowerBook.Kept(key: Self.key("A", "TV"), isAsleep: true, route: Self.cec),
        PowerBook.Kept(
          key: Self.key("B", "TV"), isAsleep: true, unplugsItself: true,
          route: .cec(adapter: "/dev/cec1", place: nil)),
        PowerBook.Kept(key: Self.key("C", "TV"), unplugsItself: true, route: .ddc(edid: "00ff")),
        PowerBook.Kept(key: Self.key("D", "TV"), isAsleep: true),
      ])
    #expect(try JSON.decode(EarlierRecord.self, from: JSON.encode(PowerFileRecord(kept))) == earlier)
  }

  /// It is not tried again and again, nor called back when it goes.
  @Test func aDisplayThatNothingCanTellIsAsleepNoMore() {
    var book = Self.asleep()
    #expect(Self.look(&book, true, at: 20) == [])
    #expect(Self.look(&book, true, at: 21) == [.tell(Self.tv, .on)])
    book.leave(Self.tv)
    #expect(book.kept == [] && book.routeToSleeper(Self.tv) == nil)
    for seconds: UInt64 in [100, 200, 300] { #expect(Self.look(&book, nil, at: seconds) == []) }
  }

  @Test func anotherDisplayOnTheConnectorIsNotWoken() {
    let other = Self.key("HDMI-A-1", "Other")
    var book = Self.asleep()
    for second: UInt64 in [20, 21, 22] {
      #expect(book.look([PowerBook.Sight(key: other, hasSignal: true)], at: Self.moment(second)).orders == [])
    }
  }

  @Test(arguments: [PowerAnswer.noAdapter, .otherInput]) func whatWasNotToldPutsNothingToSleep(_ answer: PowerAnswer) {
    var book = Self.asleep()
    book.end(Self.told(.standby, answer), of: Self.tv, at: Self.moment(12))
    #expect(book.kept == [])
    #expect(Self.look(&book, nil, at: 20) == [])
    #expect(Self.look(&book, nil, at: 50) == [])
  }
}
