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

  @Test func aRevokedCodeLetsNobodyIn() {
    let desk = FrontDesk(file: nil) { _ in }
    let code = desk.makeCode(.control)
    desk.revoke(code)
    #expect(desk.redeem(code, from: "10.0.0.1", talk: nil).outcome == .expired)
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
