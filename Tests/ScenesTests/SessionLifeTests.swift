import Composition
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// Sessions beyond their scenes: their user information, how they are destroyed, and when they expire.
@Suite("Session's life")
@MainActor
struct SessionLifeTests {
  let lobby = TestApp("lobby", 1)
  let menu = TestApp("menu", 2)
  let idle = Color(red: 9, green: 9, blue: 9)

  private func rig() -> SystemRig {
    SystemRig(
      policy: ScreenPolicy(idleColor: idle, foregroundApp: Sourced("lobby")),
      apps: [lobby.app(), menu.app(isFallback: true)])
  }

  private func discarded(_ rig: SystemRig) -> [String] {
    rig.events.compactMap { event in
      if case .sessionDidDiscard(let label) = event.kind { label.session } else { nil }
    }
  }

  private func kept(_ rig: SystemRig) -> [String]? { rig.kept?.sessions.map(\.identifier) }

  /// Destroys a session, and returns the outcomes for its screen.
  private func destroy(_ identifier: String, _ rig: SystemRig) throws -> [(screen: String, outcome: PictureOutcome)]? {
    var outcomes: [(screen: String, outcome: PictureOutcome)]?
    try rig.system.lifetimes.destroySession(identifier) { outcomes = $0 }
    rig.answer()
    return outcomes
  }

  @Test("a connected session that is destroyed ends at once, and the screen falls to the next app")
  func destroyed() throws {
    let rig = rig()
    rig.plug()
    let outcomes = try #require(try destroy("session-1", rig))
    #expect(lobby.log == ["connect", "disconnect destroyed"])
    #expect(rig.lastShown()?.background == menu.color)
    #expect(discarded(rig) == ["session-1"])
    #expect(kept(rig) == ["session-2"])
    #expect(outcomes.map(\.screen) == ["HDMI-A-1"])
    guard case .shown = outcomes.first?.outcome else {
      Issue.record("\(outcomes) is no picture that was shown")
      return
    }
    #expect(
      try rig.coordinator().decision.picture.reasons.contains {
        $0.rule == "foreground" && $0.text.contains("destroyed")
      })
    #expect(try rig.coordinator().decision.modesets == 1)
  }

  @Test("its app is shown there again when it is put in the foreground, with a new session")
  func askedFor() throws {
    let rig = rig()
    rig.plug()
    _ = try destroy("session-1", rig)
    try rig.system.setForeground("lobby", on: "HDMI-A-1") { _ in }
    rig.answer()
    #expect(rig.lastShown()?.background == lobby.color)
    _ = try destroy("session-3", rig)
    #expect(rig.lastShown()?.background == menu.color)
    try rig.system.setForeground("lobby", on: nil) { _ in }
    rig.answer()
    #expect(rig.lastShown()?.background == lobby.color)
  }

  @Test("its app is shown there again at the next plug, and elsewhere it was never away")
  func replugged() throws {
    let rig = rig()
    rig.plug(1)
    rig.plug(2, serial: "2")
    _ = try destroy("session-1", rig)
    #expect(rig.lastShown(1)?.background == menu.color)
    #expect(rig.lastShown(2)?.background == lobby.color)
    rig.unplug()
    rig.advance(milliseconds: 2000)
    rig.plug()
    #expect(rig.lastShown(1)?.background == lobby.color)
  }

  @Test("if nothing else is due, the idle frame is shown")
  func nothingElse() throws {
    menu.attachesWindow = false
    let rig = rig()
    rig.plug()
    _ = try destroy("session-1", rig)
    #expect(rig.lastShown()?.background == idle)
    // The other app has attached no window: its scene is connected all the same, and can be destroyed too.
    _ = try destroy("session-2", rig)
    #expect(menu.log == ["connect", "disconnect destroyed"])
    #expect(kept(rig) == [])
    #expect(rig.lastShown()?.background == idle)
  }

  @Test("a session whose display is away is destroyed without a call or a commit")
  func away() throws {
    let rig = rig()
    rig.plug()
    rig.unplug()
    rig.advance(milliseconds: 2000)
    let calls = lobby.log
    #expect(try destroy("session-1", rig)?.isEmpty == true)
    #expect(lobby.log == calls)
    #expect(kept(rig) == [])
    rig.plug()
    #expect(rig.lastShown()?.background == lobby.color)
    #expect(kept(rig) == ["session-2"])
  }

  @Test("an unknown session is refused, with those that begin like it")
  func unknown() {
    let rig = rig()
    rig.plug()
    #expect(throws: SceneError.noSuchSession("sess", near: ["session-1"])) { try rig.system.session("sess") }
    #expect(throws: SceneError.noSuchSession("", near: [])) { try rig.system.lifetimes.destroySession("") { _ in } }
  }

  @Test("user information is kept when the call returns, and finds the session again")
  func userInfo() throws {
    let rig = rig()
    rig.plug(1)
    rig.plug(2, serial: "2")
    let info = try UserInfo(["note": .integer(7)])
    try rig.system.lifetimes.setUserInfo(info, of: "session-2")
    #expect(rig.kept?.sessions.map(\.userInfo) == [.empty, info])
    func found(_ filter: SessionFilter) -> [String] { rig.system.sessions(filter).map(\.identifier) }
    #expect(found(SessionFilter(userInfo: info)) == ["session-2"])
    #expect(found(SessionFilter()) == ["session-1", "session-2"])
    #expect(found(SessionFilter(app: "menu")) == [])
    rig.unplug(1)
    rig.advance(milliseconds: 2000)
    #expect(found(SessionFilter(state: .unattached)) == ["session-1"])
    #expect(found(SessionFilter(app: "lobby", state: .foregroundActive)) == ["session-2"])
    let again = SystemRig(apps: [lobby.app()], state: try #require(rig.kept))
    #expect(try again.system.session("session-2").userInfo == info)
  }

  @Test("activated, its app is in the foreground of its screen in any case, also by a filter of its user information")
  func activated() throws {
    let rig = rig()
    rig.plug(1)
    rig.plug(2, serial: "2")
    try rig.system.setForeground("menu", on: nil) { _ in }
    rig.answer()
    var screens: [String] = []
    try rig.system.lifetimes.activate("session-2") { screens = $0.map(\.screen) }
    rig.answer()
    #expect(screens == ["HDMI-A-2"])
    #expect([1, 2].map { rig.lastShown($0)?.background } == [menu.color, lobby.color])
    #expect(rig.kept?.displays.compactMap(\.choices.foregroundApp) == ["lobby"])
    let info = try UserInfo(["note": .integer(7)])
    try rig.system.lifetimes.setUserInfo(info, of: "session-1")
    try rig.system.lifetimes.activate(SessionFilter(app: "lobby", userInfo: info)) { screens = $0.map(\.screen) }
    rig.answer()
    #expect(screens == ["HDMI-A-1"])
    #expect(rig.lastShown(1)?.background == lobby.color)
  }

  @Test("a session whose display is away, and an unknown one, cannot be activated")
  func cannotBeActivated() throws {
    let rig = rig()
    rig.plug()
    rig.unplug()
    rig.advance(milliseconds: 2000)
    let kept = rig.kept
    #expect(throws: SceneError.self) { try rig.system.lifetimes.activate("session-1") { _ in } }
    #expect(throws: SceneError.noSuchSession("", near: [])) {
      try rig.system.lifetimes.activate(SessionFilter(app: "menu")) { _ in }
    }
    #expect(rig.kept == kept)
  }

  @Test("a session goes when another display goes, and its own was not seen for a year")
  func expired() {
    let rig = rig()
    rig.plug(1)
    rig.unplug(1)
    rig.advance(milliseconds: 2000)
    rig.day = 20_400
    rig.plug(2, serial: "2")
    #expect(discarded(rig) == [])
    rig.unplug(2)
    rig.advance(milliseconds: 2000)
    #expect(discarded(rig) == ["session-1"])
    #expect(kept(rig) == ["session-2"])
  }

  @Test("of too many sessions the longest unused one is removed, with an event, but not one that will connect")
  func tooMany() throws {
    let sessions = (1...256).map { number in
      SceneSessionRecord(
        identifier: "kept-\(number)", app: "lobby", role: .externalDisplayNonInteractive, configuration: "main",
        identity: DisplayIdentity(make: "TST", model: "Rig", serial: "\(number)"), connector: "HDMI-A-1")
    }
    let rig = SystemRig(
      policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app()],
      state: PersistentState(sessions: sessions))
    // The first is used, the second about to connect.
    rig.plug(1, serial: "1")
    rig.unplug(1)
    rig.advance(milliseconds: 2000)
    rig.holdsModesets = true
    rig.plug(2, serial: "2")
    for number in 3...5 as ClosedRange<UInt64> { rig.plug(number, serial: "new-\(number)") }
    #expect(discarded(rig) == ["kept-3", "kept-4", "kept-5"])
    #expect(rig.system.sessions.count == 256)
    rig.holdsModesets = false
    rig.endModesets()
    #expect(rig.kept?.sessions.count == 256)
  }

  @Test("no session expires by a clock that is not trusted")
  func unsynchronised() {
    let rig = rig()
    rig.plug(1)
    rig.unplug(1)
    rig.advance(milliseconds: 2000)
    rig.day = nil
    rig.plug(2, serial: "2")
    rig.unplug(2)
    rig.advance(milliseconds: 2000)
    #expect(discarded(rig) == [])
    #expect(rig.kept?.displays.map(\.lastSeenDay) == [20_000, nil])
  }

  @Test("a display that was there for years was seen today")
  func connectedForYears() {
    let rig = rig()
    rig.plug(1)
    rig.plug(2, serial: "2")
    rig.day = 20_800
    rig.unplug(1)
    rig.advance(milliseconds: 2000)
    rig.unplug(2)
    rig.advance(milliseconds: 2000)
    #expect(discarded(rig) == [])
  }

  @Test("if the time of a display is unknown, its year begins now")
  func unseen() throws {
    let rig = rig()
    rig.day = 3
    rig.plug(1)
    rig.unplug(1)
    rig.advance(milliseconds: 2000)
    #expect(rig.kept?.displays.map(\.lastSeenDay) == [nil])
    rig.day = 20_000
    rig.plug(2, serial: "2")
    rig.unplug(2)
    rig.advance(milliseconds: 2000)
    #expect(rig.kept?.displays.map(\.lastSeenDay) == [20_000, 20_000])
    #expect(discarded(rig) == [])
  }
}
