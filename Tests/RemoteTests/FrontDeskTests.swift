import Foundation
import Synchronization
import Testing

@testable import RemoteServer

struct FrontDeskTests {
  /// Each pairing writes the file; whoever writes last must have them all.
  @Test func pairingsAtTheSameTimeAreAllKept() async throws {
    let folder = NSTemporaryDirectory() + "/desk-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let said = Mutex<[String]>([])
    let desk = FrontDesk(file: SessionFile(directory: folder)) { line in said.withLock { $0.append(line) } }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          let code = desk.makeCode(.control)
          _ = desk.redeem(code, from: "10.0.0.\(number)", talk: nil)
        }
      }
    }
    let paired = said.withLock { $0.count { $0.hasPrefix("paired") } }
    guard case .sessions(let kept) = SessionFile(directory: folder).load() else {
      throw CocoaError(.fileReadCorruptFile)
    }
    #expect(kept.count == paired && paired > 0)
    #expect(!said.withLock { $0.contains { $0.contains("cannot be written") } })
  }

  /// Whoever has the box is asked for once: not after a restart, nor when the pairing is over.
  @Test func theFirstPairingForControlClaimsForGood() throws {
    let folder = NSTemporaryDirectory() + "/desk-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func desk() -> FrontDesk { FrontDesk(file: nil, claim: ClaimFile(directory: folder)) { _ in } }
    let first = desk()
    _ = first.redeem(first.makeCode(.observe), from: "10.0.0.1", talk: nil)
    #expect(!first.isClaimed && !desk().isClaimed)
    _ = first.redeem(first.makeCode(.control), from: "10.0.0.1", talk: nil)
    #expect(first.isClaimed && desk().isClaimed)
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "/desk-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  /// The one before is good for two more minutes: two people may have read two of them.
  @Test(arguments: [true, false]) func whoClaimsMakesAllCodesOfCardsUseless(isCard: Bool) throws {
    try withFolder { folder in
      let calls = Mutex(0)
      let desk = FrontDesk(
        file: nil, claim: ClaimFile(directory: folder), onClaim: { calls.withLock { $0 += 1 } }, log: { _ in })
      let cards = [try #require(desk.makeCardCode()), try #require(desk.makeCardCode())]
      let other = desk.makeCode(.control)
      #expect(desk.redeem(isCard ? cards[0] : other, from: "10.0.0.1", talk: nil).token != nil)
      #expect(calls.withLock { $0 } == 1)
      #expect(desk.redeem(cards[1], from: "10.0.0.2", talk: nil).outcome == .withdrawn)
      #expect(desk.makeCardCode() == nil)
      // Who asks a paired device, or the machine, gets one nevertheless.
      #expect(desk.redeem(isCard ? other : desk.makeCode(.control), from: "10.0.0.3", talk: nil).token != nil)
    }
  }

  @Test func whoComesByACardIsPairedForTheScreensAndForLong() throws {
    try withFolder { folder in
      let desk = FrontDesk(
        file: nil, claim: ClaimFile(directory: folder), clock: FrontDesk.Clock(wall: { 0 }), log: { _ in })
      let code = try #require(desk.makeCardCode())
      let token = try #require(desk.redeem(code, from: "10.0.0.1", for: .talk, talk: "t").token)
      let session = try #require(desk.session(token))
      #expect(session.purpose == .screens && session.talk == nil && session.until == SessionBook.lastingLifetime)
      #expect(desk.follow(nil).isEmpty)
    }
  }

  @Test func noCodeOfACardIsMadeWhereItCouldNotBeKeptThatOneWasUsed() throws {
    #expect(FrontDesk(file: nil) { _ in }.makeCardCode() == nil)
    #expect(FrontDesk(file: nil, claim: ClaimFile(directory: "/nowhere/at-all")) { _ in }.makeCardCode() == nil)
    try withFolder { folder in
      // A directory stands in its way.
      try FileManager.default.createDirectory(
        atPath: "\(folder)/remote-claimed.new", withIntermediateDirectories: true)
      #expect(FrontDesk(file: nil, claim: ClaimFile(directory: folder)) { _ in }.makeCardCode() == nil)
    }
  }

  @Test func whereTheClaimIsNotKeptNobodyIsPairedByACard() throws {
    try withFolder { folder in
      let desk = FrontDesk(file: nil, claim: ClaimFile(directory: folder)) { _ in }
      let code = try #require(desk.makeCardCode())
      try FileManager.default.removeItem(atPath: folder)
      let (outcome, token) = desk.redeem(code, from: "10.0.0.1", talk: nil)
      #expect(outcome == .unkept && token == nil && desk.makeCardCode() == nil && desk.hasCardTrouble)
      // Nobody has it: where there is room again, somebody can.
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      #expect(desk.makeCardCode() != nil && !desk.hasCardTrouble)
    }
  }

  /// A box that is claimed, and whose owner was not kept, would let nobody in after a restart.
  @Test func whereThePairingIsNotKeptTheBoxIsNotClaimed() throws {
    try withFolder { folder in
      func open() -> FrontDesk {
        FrontDesk(file: SessionFile(directory: folder), claim: ClaimFile(directory: folder)) { _ in }
      }
      let desk = open()
      let code = try #require(desk.makeCardCode())
      // A directory stands in its way.
      let obstacle = "\(folder)/remote-sessions.json.new"
      try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: true)
      let (outcome, token) = desk.redeem(code, from: "10.0.0.1", talk: nil)
      #expect(outcome == .unkept && token == nil)
      #expect(desk.makeCardCode() == nil, "what could not be kept is offered to nobody")
      #expect(!ClaimFile(directory: folder).isThere)
      try FileManager.default.removeItem(atPath: obstacle)
      #expect(!open().isClaimed)
      let next = try #require(desk.makeCardCode())
      #expect(desk.redeem(next, from: "10.0.0.1", talk: nil).token != nil)
      #expect(open().isClaimed && ClaimFile(directory: folder).isThere)
    }
  }

  /// A box without a battery begins in the year of its system, and is years older when it has asked for the time.
  @Test func whoHasSetTheBoxUpStaysWhateverTheClockSays() throws {
    try withFolder { folder in
      let wall = Mutex(0.0)
      let desk = FrontDesk(
        file: nil, claim: ClaimFile(directory: folder), clock: FrontDesk.Clock(wall: { wall.withLock { $0 } }),
        log: { _ in })
      let code = try #require(desk.makeCardCode())
      let token = try #require(desk.redeem(code, from: "10.0.0.1", talk: nil).token)
      let other = try #require(desk.redeem(desk.makeCode(.control), from: "10.0.0.2", talk: nil).token)
      wall.withLock { $0 = 10 * 365 * 86400 }
      #expect(desk.session(token) != nil && desk.session(other) == nil)
      #expect(desk.redeem(desk.makeCode(.control), from: "10.0.0.3", talk: nil).token != nil)
      #expect(desk.session(token) != nil)
    }
  }

  /// What cannot be told is taken for claimed: too few codes are better than one too many.
  @Test func aClaimThatCannotBeLookedForIsThere() throws {
    try withFolder { folder in
      #expect(!ClaimFile(directory: folder).isThere)
      try "".write(toFile: "\(folder)/file", atomically: true, encoding: .utf8)
      #expect(ClaimFile(directory: "\(folder)/file").isThere)
      #expect(symlink("nowhere", "\(folder)/remote-claimed") == 0)
      #expect(ClaimFile(directory: folder).isThere)
    }
  }

  /// A box of before has pairings, and no claim.
  @Test func whoWasPairedBeforeHasClaimed() throws {
    try withFolder { folder in
      var book = SessionBook()
      var generator = SystemRandomNumberGenerator()
      _ = book.begin(.control, for: .screens, talk: nil, now: 0, using: &generator)
      try SessionFile(directory: folder).save(book.records)
      func desk() -> FrontDesk {
        FrontDesk(file: SessionFile(directory: folder), claim: ClaimFile(directory: folder)) { _ in }
      }
      #expect(desk().isClaimed && ClaimFile(directory: folder).isThere)
      try FileManager.default.removeItem(atPath: "\(folder)/remote-claimed")
      try "{".write(toFile: "\(folder)/remote-sessions.json", atomically: true, encoding: .utf8)
      #expect(desk().isClaimed)
      // The file is aside now; that somebody has paired is not.
      #expect(desk().isClaimed)
    }
  }

  @Test func aRevokedCodeLetsNobodyIn() {
    let desk = FrontDesk(file: nil) { _ in }
    let code = desk.makeCode(.control)
    desk.revoke(code)
    #expect(desk.redeem(code, from: "10.0.0.1", talk: nil).outcome == .withdrawn)
  }

  @Test func aPairingThatIsOverIsToldOf() throws {
    let wall = Mutex(0.0)
    let desk = FrontDesk(file: nil, clock: FrontDesk.Clock(wall: { wall.withLock { $0 } })) { _ in }
    let token = try #require(desk.redeem(desk.makeCode(.observe), from: "10.0.0.1", talk: nil).token)
    let session = try #require(desk.session(token))
    #expect(desk.over([session.digest]) == [])
    wall.withLock { $0 = SessionBook.lifetime }
    #expect(desk.over([session.digest]) == [session.digest])
  }

  /// A code that a talk's page has made may stand on a display for everybody.
  @Test func aPairingForTheScreensOutlivesTalksWhereItsCodeIsOfNone() throws {
    let desk = FrontDesk(file: nil) { _ in }
    func pair(_ purpose: SessionRecord.Purpose, code: SessionRecord.Purpose) throws -> String {
      let code = desk.makeCode(.observe, for: code)
      return try #require(desk.redeem(code, from: "10.0.0.1", for: purpose, talk: "one").token)
    }
    let screens = try pair(.screens, code: .screens)
    let ending = [
      try pair(.talk, code: .screens), try pair(.talk, code: .talk), try pair(.screens, code: .talk),
    ]
    #expect(desk.follow("one").isEmpty)
    #expect(desk.follow(nil).count == ending.count)
    #expect(desk.follow("two").isEmpty && desk.follow(nil).isEmpty)
    #expect(desk.session(screens) != nil && ending.allSatisfy { desk.session($0) == nil })
  }

  @Test func theOldestOfTooManyPairingsIsOver() throws {
    let desk = FrontDesk(file: nil) { _ in }
    let token = try #require(desk.redeem(desk.makeCode(.observe), from: "10.0.0.1", talk: nil).token)
    let first = try #require(desk.session(token)).digest
    for _ in 0..<SessionBook.most { _ = desk.redeem(desk.makeCode(.observe), from: "10.0.0.1", talk: nil) }
    #expect(desk.over([first]) == [first])
  }

  @Test func wrongCodesOfNeighboursMakeNobodyWait() {
    let desk = FrontDesk(file: nil) { _ in }
    for number in 1...50 {
      for _ in 1...3 { _ = desk.redeem("AAAA-AAAA", from: "2001:db8::\(number)", talk: nil) }
    }
    #expect(desk.redeem(desk.makeCode(.control), from: "2001:db8::ffff", talk: nil).outcome == .paired(.control))
  }
}
