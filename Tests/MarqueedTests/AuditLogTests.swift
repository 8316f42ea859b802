import ContentModel
import ControlProtocol
import DisplayTypes
import EventLoop
import Glibc
import SimulatedBackend
import TestKit
import Testing

@testable import ControlServer
@testable import marqueed

@MainActor
@Suite("Audit") final class AuditLogTests {
  private let folder: TemporaryFolder
  private let screens: SimulatedClock
  private let clock: SimulatedDayClock
  private let store: StoreThread
  private var lines: [String] = []
  private lazy var audit = makeAudit()

  init() throws {
    folder = try TemporaryFolder("audit")
    let loop = try EventLoop()
    screens = SimulatedClock(loop: loop)
    screens.stop()
    clock = SimulatedDayClock(follower: screens, now: WallTime(seconds: 1_800_014_400))
    store = StoreThread(main: loop.mailbox)
    audit.begin()
  }

  private func makeAudit() -> AuditLog {
    AuditLog(
      KeptValue("audit.json", in: folder.path, store: store, clock: screens), clock: clock
    ) { [unowned self] in lines.append($0) }
  }

  private func note(_ request: ControlRequest, user: UInt32 = 4_000_000, process: Int32 = 1) {
    audit.note(
      request, from: PeerCredentials(processID: process, userID: user, groupIDs: [], program: "remote"))
  }

  private func rotate(_ screen: String = "HDMI-A-1", _ rotation: String = "90") -> ControlRequest {
    .rotate(RotateCall(screen: screen, rotation: rotation))
  }

  @Test("a call has its time, its caller, its screen and its public arguments")
  func entry() throws {
    note(rotate(), user: 0, process: 7)
    let call = try #require(audit.calls.first)
    #expect(audit.calls.count == 1)
    #expect(
      call
        == AuditInfo(
          time: "2027-01-15T12:00:00Z", last: "2027-01-15T12:00:00Z", calls: 1, userID: 0, user: "root", processID: 7,
          program: "remote", method: "Rotate", screen: "HDMI-A-1", arguments: ["rotation": .string("90")]))
    #expect(lines == [#"audit: Rotate HDMI-A-1 {"rotation":"90"} by root (uid 0), remote (pid 7)"#])
  }

  @Test("nothing of contents, tokens, data of apps, activities and input is in an entry")
  func secrets() {
    let secret = "secret"
    let activity = ActivityInfo(type: secret, userInfo: [secret: .string(secret)])
    note(.show(ShowCall(screen: "HDMI-A-1", content: .banner(BannerInfo(text: secret)), token: secret)))
    note(
      .showTogether(ShowTogetherCall(contents: [ScreenContent(screen: "A", content: .color(secret))], token: secret)))
    note(
      .updateScenes(
        UpdateScenesCall(
          token: secret,
          changes: [
            SceneChangeInfo(session: "S", content: .color(secret), userInfo: [secret: .null], activity: activity)
          ])))
    note(.sendInput(SendInputCall(session: "S", kind: secret, values: [secret: .string(secret)])))
    note(.setUserInfo(SetUserInfoCall(session: "S", userInfo: [secret: .string(secret)], token: secret)))
    note(.setTalkNotes(SetTalkNotesCall(notes: [TalkNoteInfo(page: 1, text: secret)])))
    note(.startTalk(StartTalkCall(deck: "/\(secret).pdf")))
    note(.controlTalk(ControlTalkCall(action: .message, text: secret)))
    note(.offerSetup(OfferSetupCall(address: secret, page: secret, code: secret, link: secret)))
    #expect(audit.calls.count == 9)
    #expect(!"\(audit.calls)".contains(secret))
    #expect(!lines.joined().contains(secret))
    #expect(audit.calls[1].arguments == ["contents": .array([.object(["screen": .string("A")])])])
    #expect(audit.calls[2].arguments == ["changes": .array([.object(["session": .string("S")])])])
  }

  @Test("a call that only reads is no entry")
  func reading() {
    note(.screens(ScreensCall()))
    note(.plan(PlanCall(configuration: "", file: "/marquee.yaml")))
    #expect(audit.calls.isEmpty && lines.isEmpty)
  }

  @Test("equal calls in a row are one entry")
  func count() {
    for _ in 1...1000 {
      note(.sendInput(SendInputCall(session: "S", kind: "key")))
      screens.advance(by: 16_000_000)
    }
    #expect(audit.calls.map(\.calls) == [1000])
    #expect(audit.calls.first?.last == "2027-01-15T12:00:15.984Z")
    note(rotate())
    note(.sendInput(SendInputCall(session: "S", kind: "key")))
    screens.advance(by: 61_000_000_000)
    note(.sendInput(SendInputCall(session: "S", kind: "key")))
    note(.sendInput(SendInputCall(session: "S", kind: "key")), process: 2)
    #expect(audit.calls.map(\.calls) == [1000, 1, 1, 1, 1])
  }

  @Test("the log has a line for each call, but equal calls in a row, and input, are counted within a minute")
  func logLines() throws {
    for number in 1...30 { note(rotate("HDMI-A-\(number)")) }
    #expect(lines.count == 30)
    for _ in 1...5 { for rotation in ["90", "0"] { note(rotate("HDMI-A-1", rotation)) } }
    #expect(lines.count == 40)
    for _ in 1...12 { note(rotate("HDMI-A-1", "0")) }
    #expect(lines.count == 40)
    for number in 1...10 {
      note(.sendInput(SendInputCall(session: "S", kind: "key")), process: 2)
      note(rotate("HDMI-A-\(number)", "180"), process: 2)
    }
    #expect(lines.count == 51)
    screens.advance(by: AuditLog.countInterval - 1)
    #expect(lines.count == 51)
    screens.advance(by: 1)
    #expect(
      Array(lines[51...]) == [
        #"audit: Rotate HDMI-A-1 {"rotation":"0"} by user (uid 4000000), remote (pid 1) (12 more)"#,
        "audit: SendInput by user (uid 4000000), remote (pid 2) (9 more)",
      ])
    note(.sendInput(SendInputCall(session: "S", kind: "key")), process: 2)
    screens.advance(by: AuditLog.countInterval)
    #expect(lines.count == 54)
    note(rotate("HDMI-A-1", "0"))
    note(rotate("HDMI-A-1", "0"))
    audit.end()
    #expect(lines.count == 56)
    #expect(try #require(lines.last).hasSuffix("(1 more)"))
  }

  @Test("counts that wait for the log have a limit")
  func counts() {
    for process in 1...100 as ClosedRange<Int32> { for _ in 1...2 { note(rotate(), process: process) } }
    #expect(lines.count == 100 + AuditLog.waitingCounts + 1)
  }

  @Test("a user with many calls pushes out none of another user")
  func room() {
    note(rotate("HDMI-A-9"), user: 4_000_001)
    for number in 1...2000 { note(rotate("HDMI-A-\(number)")) }
    #expect(audit.calls.count == AuditLog.capacity)
    #expect(audit.calls.first?.screen == "HDMI-A-9")
    #expect(audit.calls.last?.screen == "HDMI-A-2000")
  }

  @Test("long texts and lists are cut")
  func length() throws {
    let changes = (1...64).map { SceneChangeInfo(session: "\($0)") }
    note(.updateScenes(UpdateScenesCall(changes: changes)))
    note(.setForeground(SetForegroundCall(app: String(repeating: "a", count: 60_000))))
    guard case .array(let kept)? = audit.calls[0].arguments["changes"] else { Issue.record("no changes"); return }
    #expect(kept.count == 8)
    #expect(audit.calls[1].arguments["app"] == .string(String(repeating: "a", count: 128)))
  }

  @Test("calls are found by a moment, and by a time until now")
  func since() throws {
    note(rotate("HDMI-A-1"))
    screens.advance(by: 7_200_000_000_000)
    note(rotate("HDMI-A-2"))
    #expect(try audit.calls(since: "1h").map(\.screen) == ["HDMI-A-2"])
    #expect(try audit.calls(since: "3h").map(\.screen) == ["HDMI-A-1", "HDMI-A-2"])
    #expect(try audit.calls(since: "2027-01-15T13:00:00+01:00").count == 2)
    #expect(try audit.calls(since: "2027-01-15T12:00:01Z").count == 1)
    #expect(throws: ControlError.self) { try audit.calls(since: "yesterday") }
  }

  @Test("a replay is not audited")
  func replay() {
    let replayed = makeAudit()
    replayed.note(rotate(), from: PeerCredentials(processID: 1, userID: 0, groupIDs: []))
    #expect(replayed.calls.isEmpty && lines.isEmpty)
  }

  @Test("a call is there after a crash at once, and after three seconds if another was kept before it")
  func crash() throws {
    func afterCrash() throws -> [String?] {
      #expect(store.end(milliseconds: 60_000))
      let next = makeAudit()
      next.begin()
      return next.calls.map(\.screen)
    }
    note(rotate("HDMI-A-1"))
    #expect(try afterCrash() == ["HDMI-A-1"])
    screens.advance(by: 1_000_000_000)
    note(rotate("HDMI-A-2"))
    #expect(try afterCrash() == ["HDMI-A-1"])
    screens.advance(by: 2_000_000_000)
    #expect(try afterCrash() == ["HDMI-A-1", "HDMI-A-2"])
    screens.advance(by: AuditLog.keepInterval)
    note(rotate("HDMI-A-3"))
    #expect(try afterCrash() == ["HDMI-A-1", "HDMI-A-2", "HDMI-A-3"])
  }

  @Test("the calls are there after a restart, also those that are answered while the daemon ends")
  func restart() throws {
    note(rotate("HDMI-A-1"))
    note(rotate("HDMI-A-2"))
    audit.end()
    note(rotate("HDMI-A-3"))
    #expect(store.end(milliseconds: 60_000))
    let next = makeAudit()
    next.begin()
    #expect(next.calls == audit.calls)
  }
}
