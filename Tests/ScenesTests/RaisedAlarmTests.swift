import Composition
import ContentModel
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// An alarm that a call has raised covers everything on its screens, until it is cleared.
@Suite("Raised alarm")
@MainActor
struct RaisedAlarmTests {
  let lobby = TestApp("lobby", 1)
  let menu = TestApp("menu", 2)
  let talk = TestApp("talk", 3)
  let fire = TestApp("fire", 4)

  private static let red = Color(red: 0xAA, green: 0, blue: 0)
  private static let blue = Color(red: 0, green: 0, blue: 0xAA)

  private func rig(
    _ rules: [ModeRule] = [], state: PersistentState = PersistentState(), screens: UInt64 = 1
  ) -> SystemRig {
    let rig = SystemRig(
      policy: ScreenPolicy(rules: rules, foregroundApp: Sourced("lobby")),
      apps: [lobby.app(content: .color(lobby.color)), menu.app()], state: state
    )
    rig.system.alarms.restore(state.alarms) { _ in fire.makeDelegate }
    for number in 1...screens { rig.plug(number, serial: "\(number)") }
    return rig
  }

  @discardableResult
  private func raise(
    _ rig: SystemRig, _ name: String = "fire", _ color: Color = red, on screens: [String]? = nil,
    until: WallTime? = nil
  ) throws -> ScreenOutcomes {
    var outcomes: ScreenOutcomes = []
    try rig.system.alarms.raise(
      AlarmRecord(name: name, content: .color(color), screens: screens, until: until),
      makeDelegate: fire.makeDelegate
    ) { outcomes = $0 }
    rig.answer()
    return outcomes
  }

  private func clear(_ rig: SystemRig, _ name: String? = nil) throws {
    try rig.system.alarms.clear(name) { _ in }
    rig.answer()
  }

  private func colors(_ rig: SystemRig, _ numbers: [UInt64] = [1, 2]) -> [Color?] {
    numbers.map { rig.lastShown($0)?.background }
  }

  private func alarmEvents(_ rig: SystemRig) -> [String] {
    rig.events.compactMap { event in
      switch event.kind {
      case .alarmDidRaise(let name): "raised \(name)"
      case .alarmDidClear(let name): "cleared \(name)"
      default: nil
      }
    }
  }

  @Test("it is on every screen at once, also on later ones, and its end shows the due picture")
  func everywhere() throws {
    let rig = rig([Self.rule("*-2", .main)], screens: 2)
    let modesets = rig.modesets.count
    let outcomes = try raise(rig)
    #expect(outcomes.map(\.screen) == ["HDMI-A-1", "HDMI-A-2"])
    #expect(colors(rig) == [Self.red, Self.red])
    #expect(rig.modesets.count == modesets)
    rig.plug(3, serial: "3")
    #expect(colors(rig, [3]) == [Self.red])
    try rig.system.setForeground("menu", on: nil) { _ in }
    rig.answer()
    try clear(rig)
    #expect(colors(rig, [1, 3]) == [menu.color, menu.color])
    #expect(rig.system.sessions.allSatisfy { $0.app != "alarm:fire" })
    #expect(rig.kept?.alarms == [])
    #expect(alarmEvents(rig) == ["raised fire", "cleared fire"])
  }

  @Test("a colour is sent in the turn of the call, while other screens lay out changes that belong together")
  func atOnce() throws {
    let rig = rig(screens: 2)
    menu.slowColor = menu.color
    rig.system.presentTogether { try? rig.system.setForeground("menu", on: nil) { _ in } }
    rig.answer()
    rig.clearShown()
    try rig.system.alarms.raise(
      AlarmRecord(name: "fire", content: .color(Self.red)), makeDelegate: fire.makeDelegate
    ) { _ in }
    // Nothing but the two pictures is asked of the display thread.
    let pictures = rig.commands.filter { if case .present = $0 { true } else { false } }
    #expect(pictures.count == 2)
    rig.answer()
    #expect(colors(rig) == [Self.red, Self.red])
  }

  @Test("it covers some screens only, which are known by their names")
  func some() throws {
    let rig = rig(screens: 2)
    try raise(rig, on: ["HDMI-A-2"])
    #expect(colors(rig) == [lobby.color, Self.red])
    #expect(throws: SceneError.self) { try raise(rig, on: ["HDMI-A-2", "HDMI-A-9"]) }
    rig.unplug(2)
    rig.advance(milliseconds: 2000)
    // An unplugged screen was there before.
    try raise(rig, on: ["HDMI-A-1", "HDMI-A-2", "HDMI-A-1"])
    #expect(rig.kept?.alarms.map(\.screens) == [["HDMI-A-1", "HDMI-A-2"]])
    #expect(colors(rig, [1]) == [Self.red])
    rig.plug(2, serial: "2")
    #expect(colors(rig, [2]) == [Self.red])
    try raise(rig, on: ["HDMI-A-2"])
    #expect(colors(rig) == [lobby.color, Self.red])
  }

  @Test("of two alarms the newest is shown, and each is cleared by its name")
  func two() throws {
    let rig = rig(screens: 2)
    try raise(rig)
    try raise(rig, "drill", Self.blue, on: ["HDMI-A-1"])
    #expect(colors(rig) == [Self.blue, Self.red])
    try raise(rig)
    #expect(colors(rig) == [Self.red, Self.red])
    #expect(rig.system.alarms.records.map(\.name) == ["drill", "fire"])
    try clear(rig, "fire")
    #expect(colors(rig) == [Self.blue, lobby.color])
    #expect(throws: SceneError.self) { try clear(rig, "fire") }
    try clear(rig, "drill")
    #expect(colors(rig) == [lobby.color, lobby.color])
    try clear(rig)
  }

  @Test("one of the same name takes the place of the other, with its content")
  func again() throws {
    let rig = rig()
    try raise(rig)
    try raise(rig, "fire", Self.blue)
    #expect(colors(rig, [1]) == [Self.blue])
    #expect(rig.kept?.alarms.map(\.content) == [.color(Self.blue)])
  }

  @Test("there are sixteen at most")
  func capacity() throws {
    let rig = rig()
    for number in 1...16 { try raise(rig, "a\(number)") }
    #expect(throws: SceneError.self) { try raise(rig, "a17") }
    try raise(rig, "a1", Self.blue)
    #expect(colors(rig, [1]) == [Self.blue])
  }

  /// The calls that the access level `control` allows during an alarm, and the due picture afterwards.
  enum Cover: CaseIterable, CustomTestStringConvertible {
    case foreground, foregroundOfAlarm, register, show, showTogether, blank, freeze, power, support, destroy, update
    case beginTalk, reload, place, mirror, mode, reset, activate, setUserInfo, identify

    var testDescription: String { "\(self)" }
  }

  @Test("no call covers, hides or removes it", arguments: Cover.allCases)
  func nothingCovers(_ cover: Cover) throws {
    let rig = rig()
    try raise(rig)
    let screen = try rig.coordinator()
    let session = try #require(rig.system.sessions.first { $0.app == "alarm:fire" }?.identifier)
    func refused(_ body: () throws -> Void) { #expect(throws: SceneError.self) { try body() } }
    switch cover {
    case .foreground: try rig.system.setForeground("menu", on: nil) { _ in }
    case .foregroundOfAlarm:
      // A raised alarm is no proposal for a wrong name.
      #expect(throws: SceneError.noSuchApp("alarm:fir", near: ["lobby", "menu"])) {
        try rig.system.setForeground("alarm:fir", on: nil) { _ in }
      }
      refused { try rig.system.setForeground("alarm:fire", on: nil) { _ in } }
    case .register: refused { try rig.system.register(TestApp("alarm:fire", 9).app()) }
    case .show: try screen.show(.color(Self.blue)) { _ in }
    case .showTogether: try rig.system.presenter.showTogether([(screen, ChosenContent(.color(Self.blue)), { _ in })])
    case .blank: screen.setBlank(true) { _ in }
    case .freeze: screen.setFrozen(true) { _ in }
    case .power: screen.setPower(false) { _ in }
    case .support:
      refused { try rig.system.setSupport(.off, for: .app("alarm:fire")) { _ in } }
      try rig.system.setSupport(.off, for: .overall) { _ in }
    case .destroy: refused { try rig.system.lifetimes.destroySession(session) { _ in } }
    case .update:
      for change in [
        SceneChange(session: session, window: false), SceneChange(session: session, content: .chosen(.color(.black))),
        SceneChange(session: session, userInfo: try UserInfo(["a": .text("b")])),
        SceneChange(session: session, activity: try UserActivity(type: "editing")),
      ] {
        refused { try rig.system.update([change]) { _ in } }
      }
    case .beginTalk: rig.system.beginFront(talk.app(), on: nil, asksOfNew: false) { _ in }
    case .reload: rig.system.apply(policy: ScreenPolicy(support: Sourced(.off)), apps: [menu.app(isAlarm: true)])
    case .place: refused { try rig.system.applications.place("alarm:fire", on: "HDMI-A-1", byHand: true) { _ in } }
    case .mirror: screen.choose({ $0.mirror = MirrorWish(.main) }) { _ in }
    case .mode: screen.choose({ $0.mode = try? ModeWish("800x600") }) { _ in }
    case .reset: screen.reset { _ in }
    case .activate: refused { try rig.system.lifetimes.activate(session) { _ in } }
    case .setUserInfo:
      refused { try rig.system.lifetimes.setUserInfo(try UserInfo(["a": .text("b")]), of: session) }
    case .identify: refused { try screen.show(.color(Self.blue), for: 5_000_000_000) { _ in } }
    }
    rig.answer()
    #expect(colors(rig, [1]) == [Self.red])
    #expect(rig.isLit(1) && rig.frozen.isEmpty)
    #expect(screen.shownScene?.state == .foregroundActive)
    try clear(rig)
    switch cover {
    case .foreground: #expect(colors(rig, [1]) == [menu.color])
    case .show, .showTogether: #expect(colors(rig, [1]) == [Self.blue])
    case .blank: #expect(colors(rig, [1]) == [.black])
    case .power, .support: #expect(!rig.isLit(1))
    case .beginTalk: #expect(colors(rig, [1]) == [talk.color])
    case .reload: #expect(colors(rig, [1]) == [menu.color])
    case .foregroundOfAlarm, .register, .freeze, .destroy, .update, .place, .mirror, .mode, .reset, .activate,
      .setUserInfo, .identify:
      #expect(colors(rig, [1]) == [lobby.color])
    }
  }

  @Test("it lights a screen that is off by hand, by support or by a schedule, which is off again when it is over")
  func lights() throws {
    let rig = rig([Self.rule("*-4", .dark)], screens: 4)
    try rig.coordinator("HDMI-A-1").setPower(false) { _ in }
    try rig.system.setSupport(.off, for: .screen("HDMI-A-2")) { _ in }
    lobby.scene?.setDark(true)
    rig.answer()
    #expect([1, 2, 3, 4].map(rig.isLit) == [false, false, false, false])
    #expect(try rig.coordinator().wantsSignal == false)
    try raise(rig)
    #expect(colors(rig, [1, 2, 3]) == [Self.red, Self.red, Self.red])
    // The configuration keeps it dark.
    #expect([1, 2, 3, 4].map(rig.isLit) == [true, true, true, false])
    #expect(try rig.coordinator().wantsSignal == true)
    try clear(rig)
    #expect([1, 2, 3, 4].map(rig.isLit) == [false, false, false, false])
  }

  @Test("it covers a blank, a frozen and a private picture, and a talk")
  func covers() throws {
    let rig = rig(screens: 4)
    try rig.coordinator("HDMI-A-1").setBlank(true) { _ in }
    try rig.coordinator("HDMI-A-2").setFrozen(true) { _ in }
    try rig.system.register(TestApp("secret", 8).app(isPrivate: true))
    try rig.system.setForeground("secret", on: "HDMI-A-3") { _ in }
    rig.system.beginFront(talk.app(), on: "HDMI-A-4", asksOfNew: false) { _ in }
    rig.answer()
    #expect(try rig.coordinator("HDMI-A-3").decision.picture.shown == .masked(app: "secret"))
    rig.clearShown()
    try raise(rig)
    // The pictures below are in none of the frames.
    for number in 1...4 as ClosedRange<UInt64> {
      #expect(Set(rig.takeShown(number)) == [Self.red])
    }
    #expect(rig.frozen.isEmpty)
    try clear(rig)
    #expect(colors(rig, [1, 2, 4]) == [.black, lobby.color, talk.color])
    #expect(try rig.coordinator("HDMI-A-3").decision.picture.shown == .masked(app: "secret"))
  }

  @Test("a scene's own mode stays for the alarm, so that nothing waits for a modeset")
  func keepsTheMode() throws {
    let sized = SceneConfiguration(name: "small", modes: [Sourced(try ModeWish("800x600"))])
    let app = App(
      name: "small", manifest: SceneManifest(configurations: [.externalDisplayNonInteractive: [sized]]),
      makeDelegate: { [menu] in menu.makeDelegate() })
    let rig = SystemRig(policy: ScreenPolicy(foregroundApp: Sourced("small")), apps: [app])
    rig.plug()
    let modesets = rig.modesets
    #expect(modesets.last == PixelSize(width: 800, height: 600))
    try raise(rig)
    #expect(colors(rig, [1]) == [Self.red])
    try clear(rig)
    #expect(rig.modesets == modesets)
    #expect(colors(rig, [1]) == [menu.color])
  }

  @Test("the trial of a mode ends before its first frame, so that no modeset comes later")
  func endsTheTrialOfAMode() throws {
    let rig = rig(screens: 2)
    for name in ["HDMI-A-1", "HDMI-A-2"] {
      try rig.coordinator(name).tryMode(ModeWish("800x600"), for: 2_000_000_000) { _ in }
    }
    rig.answer()
    let usual = PixelSize(width: 1280, height: 720)
    let tried = rig.modesets.count
    #expect(rig.modesets.suffix(2) == [PixelSize(width: 800, height: 600), PixelSize(width: 800, height: 600)])
    rig.clearShown()
    try raise(rig, on: ["HDMI-A-1"])
    let frames = try #require(rig.shown[ScreenID(rawValue: 1)])
    #expect(frames.allSatisfy { $0.mode == usual })
    // The first is the idle frame of the modeset.
    #expect(frames.map(\.tree.background) == [.black, Self.red])
    #expect(rig.modesets[tried...] == [usual])
    rig.clearShown()
    rig.advance(milliseconds: 2500)
    // Only the trial of the other screen ends.
    #expect(rig.modesets[tried...] == [usual, usual])
    #expect(rig.frameCount(1) == 0 && rig.frameCount(2) > 0)
    #expect(throws: SceneError.self) { try rig.coordinator().confirmMode() }
  }

  @Test("a reload reports the screens whose changes it covers")
  func coversAReload() throws {
    let rig = rig(screens: 4)
    let policy = ScreenPolicy(foregroundApp: Sourced("lobby"))
    try raise(rig, on: ["HDMI-A-1"])
    try rig.coordinator("HDMI-A-2").setBlank(true) { _ in }
    try rig.coordinator("HDMI-A-3").setFrozen(true) { _ in }
    rig.answer()
    func reload(_ color: Color) -> ScreenOutcomes {
      var outcomes: ScreenOutcomes = []
      rig.system.apply(policy: policy, apps: [lobby.app(content: .color(color)), menu.app()]) { outcomes = $0 }
      rig.answer()
      return outcomes.sorted { $0.screen < $1.screen }
    }
    #expect(reload(lobby.color).isEmpty)
    let changed = reload(Self.blue)
    #expect(changed.map(\.screen) == ["HDMI-A-1", "HDMI-A-2", "HDMI-A-3", "HDMI-A-4"])
    let reasons = changed.map { if case .kept(let reason, _) = $0.outcome { reason } else { "" } }
    for (reason, word) in zip(reasons, ["the alarm fire covers", "is blank", "is frozen", ""]) {
      #expect(reason.contains(word))
    }
    #expect(reasons.last == "")
    // No change is reported twice, although the held picture is still another one.
    #expect(reload(Self.blue).isEmpty)
  }

  @Test("it is kept through a replug and a restart, with its session, until its time is over")
  func kept() throws {
    let first = rig()
    try raise(first, until: WallTime(seconds: 20_000 * 86_400 + 60))
    try raise(first, "drill", Self.blue, on: ["HDMI-A-1"])
    try clear(first, "drill")
    first.unplug()
    first.advance(milliseconds: 2000)
    first.plug()
    #expect(colors(first, [1]) == [Self.red])
    let later = rig(state: try #require(first.kept))
    #expect(colors(later, [1]) == [Self.red])
    #expect(later.system.alarms.nextEnd == WallTime(seconds: 20_000 * 86_400 + 60))
    later.system.alarms.clearOver(at: WallTime(seconds: 20_000 * 86_400 + 59))
    later.answer()
    #expect(colors(later, [1]) == [Self.red])
    later.system.alarms.clearOver(at: WallTime(seconds: 20_000 * 86_400 + 60))
    later.answer()
    #expect(colors(later, [1]) == [lobby.color])
    #expect(alarmEvents(later) == ["cleared fire"])
  }

  @Test("content that failed, and that the former content replaces under an alarm, leaves no trouble behind")
  func replacedUnderAnAlarm() throws {
    let rig = rig()
    let policy = ScreenPolicy(foregroundApp: Sourced("lobby"))
    lobby.failure = ContentFailure("it is gone", retry: .seldom)
    rig.system.apply(policy: policy, apps: [lobby.app(content: .color(Self.blue)), menu.app()])
    rig.answer()
    try raise(rig)
    lobby.failure = nil
    rig.system.apply(policy: policy, apps: [lobby.app(content: .color(lobby.color)), menu.app()])
    rig.answer()
    try clear(rig)
    #expect(colors(rig, [1]) == [lobby.color])
  }

  private static func rule(_ connector: String, _ use: ScreenUse) -> ModeRule {
    ModeRule(match: Sourced(ScreenMatch(connector: GlobPattern(connector))), use: Sourced(use))
  }
}
