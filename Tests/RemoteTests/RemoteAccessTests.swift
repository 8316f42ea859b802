import Foundation
import Synchronization
import TestKit
import Testing

@testable import marquee_remote

struct RemoteAccessTests {
  /// Each pairing writes the file. The last write must contain all of them.
  @Test func pairingsAtTheSameTimeAreAllKept() async throws {
    let folder = try TemporaryFolder.make("access")
    defer { TemporaryFolder.remove(folder) }
    let said = Mutex<[String]>([])
    let access = RemoteAccess(directory: folder) { line in said.withLock { $0.append(line) } }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          let code = access.makeCode(.control)
          let redemption = await access.redeem(code, from: "10.0.0.\(number)", talk: nil)
          #expect(redemption.trouble == nil)
        }
      }
    }
    let paired = said.withLock { $0.count { $0.hasPrefix("paired") } }
    #expect(try sessions(folder).count == paired && paired > 0)
    #expect(!said.withLock { $0.contains { $0.contains("cannot be written") } })
  }

  /// The box needs its owner's pairing only once: not after a restart, nor when the pairing has ended.
  @Test func theFirstPairingForControlClaimsForGood() async throws {
    let folder = try TemporaryFolder.make("access")
    defer { TemporaryFolder.remove(folder) }
    func access() -> RemoteAccess { open(folder) }
    let first = access()
    _ = await first.redeem(first.makeCode(.observe), from: "10.0.0.1", talk: nil)
    #expect(!first.isClaimed && !access().isClaimed)
    _ = await first.redeem(first.makeCode(.control), from: "10.0.0.1", talk: nil)
    #expect(first.isClaimed && access().isClaimed)
  }

  private func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = try TemporaryFolder.make("access")
    defer { TemporaryFolder.remove(folder) }
    try await body(folder)
  }

  /// An access that has finished its writes at the start, because only one may write into a folder at a time.
  private func open(_ folder: String) -> RemoteAccess {
    let access = RemoteAccess(directory: folder) { _ in }
    access.finish()
    return access
  }

  /// The kept sessions in a folder.
  private func sessions(_ folder: String) throws -> [WebSession] {
    let text = try Data(contentsOf: URL(filePath: "\(folder)/remote-sessions.json"))
    return try JSONDecoder().decode(PairingRecord.self, from: text).sessions
  }

  /// The one before is good for two more minutes: two people may have read two of them.
  @Test(arguments: [true, false]) func aClaimInvalidatesAllCodesOfCards(isCard: Bool) async throws {
    try await withFolder { folder in
      let calls = Mutex(0)
      let access = RemoteAccess(
        directory: folder, onClaim: { calls.withLock { $0 += 1 } }, log: { _ in })
      let cards = [try #require(access.makeCardCode()), try #require(access.makeCardCode())]
      let other = access.makeCode(.control)
      #expect(await access.redeem(isCard ? cards[0] : other, from: "10.0.0.1", talk: nil).token != nil)
      #expect(calls.withLock { $0 } == 1)
      #expect(await access.redeem(cards[1], from: "10.0.0.2", talk: nil).outcome == .withdrawn)
      #expect(access.makeCardCode() == nil)
      // A code from a paired device or the machine itself still works.
      #expect(await access.redeem(isCard ? other : access.makeCode(.control), from: "10.0.0.3", talk: nil).token != nil)
    }
  }

  @Test func aDevicePairedByACardControlsTheScreensForLong() async throws {
    try await withFolder { folder in
      let access = RemoteAccess(
        directory: folder, clock: RemoteAccess.AccessClock(wall: { 0 }), log: { _ in })
      let code = try #require(access.makeCardCode())
      let token = try #require(await access.redeem(code, from: "10.0.0.1", for: .talk, talk: "t").token)
      let session = try #require(access.session(token))
      #expect(session.purpose == .screens && session.talk == nil && session.until == WebSessions.lastingLifetime)
      #expect(access.talkDidChange(nil).isEmpty)
    }
  }

  @Test func noCodeOfACardIsMadeWhereItCouldNotBeKeptThatOneWasUsed() async throws {
    #expect(RemoteAccess(directory: nil) { _ in }.makeCardCode() == nil)
    #expect(RemoteAccess(directory: "/dev/null/state") { _ in }.makeCardCode() == nil)
    try await withFolder { folder in
      // A directory with its name prevents the file.
      try FileManager.default.createDirectory(
        atPath: "\(folder)/remote-sessions.json.new", withIntermediateDirectories: true)
      #expect(RemoteAccess(directory: folder) { _ in }.makeCardCode() == nil)
    }
  }

  @Test func withoutAKeptClaimACardPairsNoDevice() async throws {
    try await withFolder { folder in
      let access = RemoteAccess(directory: folder) { _ in }
      let code = try #require(access.makeCardCode())
      try FileManager.default.removeItem(atPath: folder)
      let redemption = await access.redeem(code, from: "10.0.0.1", talk: nil)
      #expect(
        redemption.outcome == .unkept && redemption.token == nil && access.makeCardCode() == nil
          && access.hasCardTrouble)
      // The box has no owner: when there is space again, a client can claim it.
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      #expect(access.makeCardCode() != nil && !access.hasCardTrouble)
    }
  }

  /// If a box is claimed and its owner was not kept, nobody can pair after a restart.
  @Test(arguments: [[EIO], [0, EIO]]) func whereThePairingIsNotKeptTheBoxIsNotClaimed(errors: [Int32]) async throws {
    try await withFolder { folder in
      let next = Mutex<[Int32]>([])
      let access = RemoteAccess(
        directory: folder,
        sync: { _ in
          errno = next.withLock { $0.isEmpty ? 0 : $0.removeFirst() }
          return errno == 0 ? 0 : -1
        }, log: { _ in })
      let code = try #require(access.makeCardCode())
      next.withLock { $0 = errors }
      let redemption = await access.redeem(code, from: "10.0.0.1", talk: nil)
      #expect(redemption.outcome == .unkept && redemption.token == nil)
      #expect(redemption.trouble?.hasSuffix("cannot be written: Input/output error") == true)
      access.finish()
      #expect(!access.isClaimed && !open(folder).isClaimed)
      let another = try #require(access.makeCardCode())
      #expect(await access.redeem(another, from: "10.0.0.1", talk: nil).token != nil)
      #expect(open(folder).isClaimed)
      #expect(try sessions(folder).count == 1)
    }
  }

  /// A box without a battery begins in the year of its system, and is years older when it has asked for the time.
  @Test func theFirstDeviceStaysPairedAtAnyClock() async throws {
    try await withFolder { folder in
      let wall = Mutex(0.0)
      let access = RemoteAccess(
        directory: folder, clock: RemoteAccess.AccessClock(wall: { wall.withLock { $0 } }),
        log: { _ in })
      let code = try #require(access.makeCardCode())
      let token = try #require(await access.redeem(code, from: "10.0.0.1", talk: nil).token)
      let other = try #require(await access.redeem(access.makeCode(.control), from: "10.0.0.2", talk: nil).token)
      wall.withLock { $0 = 10 * 365 * 86400 }
      #expect(access.session(token) != nil && access.session(other) == nil)
      #expect(await access.redeem(access.makeCode(.control), from: "10.0.0.3", talk: nil).token != nil)
      #expect(access.session(token) != nil)
    }
  }

  private func keep(_ text: String, in folder: String, as name: String = "remote-sessions.json") throws {
    try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
  }

  private let owner = "[{\"digest\": \"a\", \"role\": \"control\", \"until\": 1, \"talk\": \"t\"}]"

  /// A box of before has pairings, and says in a file of its own that somebody has it.
  @Test func filesOfBeforeAreRead() async throws {
    try await withFolder { folder in
      try keep(owner, in: folder)
      let access = open(folder)
      #expect(access.isClaimed)
      #expect(try sessions(folder) == [WebSession(digest: "a", role: .control, until: 1, talk: "t")])
      let text = try String(contentsOfFile: "\(folder)/remote-sessions.json", encoding: .utf8)
      #expect(text.hasPrefix("{\"checksum\":") || text.contains(",\"checksum\":\"fnv1a64:"))
    }
    try await withFolder { folder in
      try keep("[]", in: folder)
      #expect(!open(folder).isClaimed)
      try keep("", in: folder, as: "remote-claimed")
      #expect(open(folder).isClaimed)
      // What was of before is needed no more.
      try FileManager.default.removeItem(atPath: "\(folder)/remote-claimed")
      #expect(open(folder).isClaimed)
    }
  }

  /// What cannot be told is taken for claimed: too few codes are better than one too many.
  @Test func aClaimThatCannotBeLookedForIsThere() async throws {
    try await withFolder { folder in
      try keep("", in: folder, as: "file")
      #expect(open("\(folder)/file").isClaimed)
      #expect(symlink("nowhere", "\(folder)/remote-claimed") == 0)
      #expect(open(folder).isClaimed)
    }
  }

  @Test(arguments: ["", "[", "{}", "\u{0}", "[{\"digest\": \"a\"}]", "{\"version\":99}"])
  func aDamagedFileIsSetAsideAndTheBoxIsClaimed(text: String) async throws {
    try await withFolder { folder in
      for number in 1...2 {
        try keep(text, in: folder)
        let lines = Mutex<[String]>([])
        let access = RemoteAccess(directory: folder) { line in lines.withLock { $0.append(line) } }
        access.finish()
        let aside = "\(folder)/remote-sessions.json.\(number).aside"
        let line = lines.withLock { $0.first } ?? ""
        #expect(line.hasSuffix("it was set aside as \(aside), and every device must be paired again"), "\(line)")
        #expect(FileManager.default.contents(atPath: aside) == Data(text.utf8))
        #expect(try sessions(folder).isEmpty && access.isClaimed)
      }
      #expect(open(folder).isClaimed)
    }
  }

  /// The previous file would admit a device that has left.
  @Test func earlierPairingsAreUsedUnlessADeviceHasLeft() async throws {
    try await withFolder { folder in
      let access = open(folder)
      var tokens: [String] = []
      for number in 1...3 {
        let redemption = await access.redeem(access.makeCode(.observe), from: "10.0.0.\(number)", talk: nil)
        tokens.append(try #require(redemption.token))
      }
      try keep("{", in: folder)
      let next = open(folder)
      #expect(tokens.map { next.session($0) != nil } == [true, true, false])
      #expect(next.isClaimed, "nobody knows who came last")
      next.end(try #require(next.session(tokens[0])).digest)
      #expect(await next.waitUntilKept() == nil)
      try keep("{", in: folder)
      let last = open(folder)
      #expect(!tokens.contains { last.session($0) != nil })
    }
  }

  @Test func failuresToKeepAreReportedFromTheStart() async throws {
    try await withFolder { folder in
      try keep("", in: folder, as: "file")
      let lines = Mutex<[String]>([])
      let access = RemoteAccess(directory: "\(folder)/file") { line in lines.withLock { $0.append(line) } }
      let redemption = await access.redeem(access.makeCode(.control), from: "10.0.0.1", talk: nil)
      let trouble = "\(folder)/file/remote-sessions.json.new cannot be written: it is no directory"
      #expect(redemption.token != nil && redemption.trouble == trouble)
      let said = lines.withLock { $0 }
      #expect(
        said.count == 2 && said.first?.hasPrefix("\(trouble). ") == true && said.first?.contains("--state") == true)
    }
  }

  @Test func aDirectoryThatIsMissingIsMade() async throws {
    try await withFolder { folder in
      let inner = "\(folder)/a/b"
      let access = RemoteAccess(directory: inner) { _ in }
      #expect(await access.redeem(access.makeCode(.control), from: "10.0.0.1", talk: nil).trouble == nil)
      let kept = try sessions(inner)
      #expect(kept.count == 1)
    }
  }

  @Test func aRevokedCodePairsNoDevice() async {
    let access = RemoteAccess(directory: nil) { _ in }
    let code = access.makeCode(.control)
    access.revoke(code)
    #expect(await access.redeem(code, from: "10.0.0.1", talk: nil).outcome == .withdrawn)
  }

  @Test func theEndOfAPairingIsReported() async throws {
    let wall = Mutex(0.0)
    let access = RemoteAccess(directory: nil, clock: RemoteAccess.AccessClock(wall: { wall.withLock { $0 } })) { _ in }
    let token = try #require(await access.redeem(access.makeCode(.observe), from: "10.0.0.1", talk: nil).token)
    let session = try #require(access.session(token))
    #expect(access.ended(among: [session.digest]) == [])
    wall.withLock { $0 = WebSessions.lifetime }
    #expect(access.ended(among: [session.digest]) == [session.digest])
  }

  /// A code from a talk's page may be on a display for everybody.
  @Test func aPairingForTheScreensOutlivesTalksWhereItsCodeIsOfNone() async throws {
    let access = RemoteAccess(directory: nil) { _ in }
    func pair(_ purpose: WebSession.Purpose, code: WebSession.Purpose) async throws -> String {
      let code = access.makeCode(.observe, for: code)
      return try #require(await access.redeem(code, from: "10.0.0.1", for: purpose, talk: "one").token)
    }
    let screens = try await pair(.screens, code: .screens)
    let ending = [
      try await pair(.talk, code: .screens), try await pair(.talk, code: .talk), try await pair(.screens, code: .talk),
    ]
    #expect(access.talkDidChange("one").isEmpty)
    #expect(access.talkDidChange(nil).count == ending.count)
    #expect(access.talkDidChange("two").isEmpty && access.talkDidChange(nil).isEmpty)
    #expect(access.session(screens) != nil && ending.allSatisfy { access.session($0) == nil })
  }

  @Test func theOldestOfTooManyPairingsIsOver() async throws {
    let access = RemoteAccess(directory: nil) { _ in }
    let token = try #require(await access.redeem(access.makeCode(.observe), from: "10.0.0.1", talk: nil).token)
    let first = try #require(access.session(token)).digest
    for _ in 0..<WebSessions.most { _ = await access.redeem(access.makeCode(.observe), from: "10.0.0.1", talk: nil) }
    #expect(access.ended(among: [first]) == [first])
  }

  @Test func wrongCodesOfNeighboursDelayNoOtherClient() async {
    let access = RemoteAccess(directory: nil) { _ in }
    for number in 1...50 {
      for _ in 1...3 { _ = await access.redeem("AAAA-AAAA", from: "2001:db8::\(number)", talk: nil) }
    }
    #expect(
      await access.redeem(access.makeCode(.control), from: "2001:db8::ffff", talk: nil).outcome == .paired(.control))
  }
}
