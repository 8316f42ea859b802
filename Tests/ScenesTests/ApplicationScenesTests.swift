import Composition
import ContentModel
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// Interactive scenes: all of an app's on one display, the main screen or an external one.
@Suite("Application scenes")
@MainActor
struct ApplicationScenesTests {
  let notes = TestApp("notes", 1)
  let menu = TestApp("menu", 2)
  let window = Color(red: 100, green: 0, blue: 0)
  let idle = Color(red: 9, green: 9, blue: 9)

  /// `notes` has an external scene of its own colour, and application scenes of another.
  private func rig(
    panel: Bool = true, multiple: Bool = true, state: PersistentState = PersistentState(), rules: [ModeRule] = []
  ) -> SystemRig {
    let app = notes.app()
    app.manifest.configurations[.application] = [SceneConfiguration(name: "note", content: .color(window))]
    app.manifest.supportsMultipleScenes = multiple
    let rig = SystemRig(
      policy: ScreenPolicy(rules: rules, idleColor: idle, foregroundApp: Sourced("notes")), apps: [app, menu.app()],
      state: state)
    if panel { rig.plug(9, name: "eDP-1", serial: "9", placement: .builtIn) }
    rig.plug(1)
    return rig
  }

  private func place(_ rig: SystemRig, _ screen: String?, byHand: Bool = true) throws {
    try rig.system.applications.place("notes", on: screen, byHand: byHand) { _ in }
    rig.answer()
  }

  private func own(_ rig: SystemRig) throws {
    try rig.system.applications.ownInput(of: "notes")
    rig.answer()
  }

  private func background(_ rig: SystemRig, _ number: UInt64) -> Color? { rig.lastShown(number)?.background }

  private var states: [SceneState] { applications.map(\.state) }

  /// The connected application scenes.
  private var applications: [Scene] {
    notes.delegates.filter { $0.ended == nil }.compactMap(\.scene).filter { $0.session.role == .application }
  }

  @Test("by default they are on the main screen, beside the external scene on its display")
  func onTheMainScreen() throws {
    let rig = rig()
    #expect(background(rig, 9) == window)
    #expect(background(rig, 1) == notes.color)
    #expect(rig.system.sessions.map(\.role.rawValue).sorted() == ["application", "externalDisplayNonInteractive"])
    #expect(states == [.foregroundActive])
    try rig.system.setForeground("menu", on: "eDP-1") { _ in }
    rig.answer()
    #expect(background(rig, 9) == idle)
    #expect(states == [.background])
  }

  @Test("placed by hand they go to the external display without a modeset, and both screens change in one frame each")
  func moves() throws {
    let rig = rig()
    try own(rig)
    let modesets = rig.modesets.count
    let calls = TextList()
    notes.onCall = { calls.list.append($0) }
    rig.clearShown()
    try place(rig, "HDMI-A-1")
    #expect(background(rig, 1) == window)
    #expect(background(rig, 9) == idle)
    #expect(rig.frameCount(1) == 1)
    #expect(rig.frameCount(9) == 1)
    #expect(
      rig.together.last == [ScreenID(rawValue: 9), ScreenID(rawValue: 1)]
        || rig.together.last == [ScreenID(rawValue: 1), ScreenID(rawValue: 9)])
    #expect(rig.modesets.count == modesets)
    // The external scene loses its screen. The application scene is only notified of its place.
    #expect(calls.list == ["notes willResignActive", "notes didEnterBackground", "notes didUpdate"])
    #expect(notes.updates.map(\.screen) == ["eDP-1"])
    #expect(applications.first?.screen?.name == "HDMI-A-1")
    #expect(states == [.foregroundActive])
  }

  @Test("a display that is kept dark is no place for them")
  func noPlace() throws {
    let dark = ModeRule(match: Sourced(ScreenMatch(connector: GlobPattern("HDMI-*"))), use: Sourced(.dark))
    let rig = rig(rules: [dark])
    try own(rig)
    #expect(throws: SceneError.self) {
      try rig.system.applications.place("notes", on: "HDMI-A-1", byHand: true) { _ in }
    }
    #expect(rig.kept?.displays.contains { $0.choices.placedApp != nil } != true)
    #expect(background(rig, 9) == window)
  }

  @Test("one is placed on an external display only while a controller owns input, and leaves it when that goes")
  func onlyWhileOwned() throws {
    let rig = rig()
    #expect(throws: SceneError.self) {
      try rig.system.applications.place("notes", on: "HDMI-A-1", byHand: true) { _ in }
    }
    try own(rig)
    #expect(throws: SceneError.self) { try rig.system.applications.ownInput(of: "notes") }
    try place(rig, "HDMI-A-1")
    rig.system.applications.releaseInput(of: "notes")
    rig.answer()
    #expect(background(rig, 9) == window)
    #expect(background(rig, 1) == notes.color)
    #expect(try rig.coordinator().decision.picture.reasons.contains { $0.rule == "placed" && !$0.holds })
    // The user's choice stays: the scene is there again with the next owner.
    try own(rig)
    #expect(background(rig, 1) == window)
  }

  @Test(
    "they lose against an external scene unless the user has placed them, and the loser returns",
    arguments: [true, false])
  func againstExternal(byHand: Bool) throws {
    let rig = rig()
    try own(rig)
    try place(rig, "HDMI-A-1", byHand: byHand)
    #expect(background(rig, 1) == (byHand ? window : notes.color))
    #expect(states == [byHand ? .foregroundActive : .background])
    // The external scene has no window: nothing to lose against.
    let external = try #require(
      notes.delegates.first { $0.scene?.session.role == .externalDisplayNonInteractive }?.scene)
    let layers = external.window
    external.window = nil
    rig.answer()
    #expect(background(rig, 1) == window)
    external.window = layers
    rig.answer()
    #expect(background(rig, 1) == (byHand ? window : notes.color))
    try place(rig, nil)
    #expect(background(rig, 1) == notes.color)
    #expect(background(rig, 9) == window)
  }

  @Test("several are side by side, each with its frame, and moving one moves all")
  func sideBySide() throws {
    let rig = rig()
    try own(rig)
    let second = try rig.system.applications.requestScene(of: "notes") { _ in }
    rig.answer()
    #expect(rig.lastShown(9)?.layers.map(\.frame.x) == [0, 640])
    try rig.system.applications.setFrame(UnitRect(x: 0.75, y: 0, width: 0.25, height: 0.5), of: second.identifier) {
      _ in
    }
    rig.answer()
    #expect(
      rig.lastShown(9)?.layers.map(\.frame) == [
        PointRect(x: 0, y: 0, width: 1280, height: 720), PointRect(x: 960, y: 0, width: 320, height: 360),
      ])
    // Laid out for its frame.
    #expect(rig.lastShown(9)?.layers.last?.sublayers.first?.frame.size == PointSize(width: 320, height: 360))
    try place(rig, "HDMI-A-1")
    #expect(rig.lastShown(1)?.layers.count == 2)
    #expect(background(rig, 9) == idle)
    #expect(states == [.foregroundActive, .foregroundActive])
    #expect(notes.updates.map(\.screen) == ["eDP-1", "eDP-1"])
    #expect(rig.kept?.sessions.compactMap(\.frame).count == 1)
    try rig.system.lifetimes.destroySession(second.identifier) { _ in }
    rig.answer()
    #expect(background(rig, 1) == window)
  }

  @Test("one without a window is in the background beside the others, until it has one")
  func withoutWindow() throws {
    let rig = rig()
    _ = try rig.system.applications.requestScene(of: "notes") { _ in }
    rig.answer()
    #expect(states == [.foregroundActive, .foregroundActive])
    let second = try #require(applications.last)
    let window = second.window
    second.window = nil
    rig.answer()
    #expect(states == [.foregroundActive, .background])
    second.window = window
    rig.answer()
    #expect(states == [.foregroundActive, .foregroundActive])
  }

  @Test("a second scene needs a manifest that supports several")
  func supportsMultipleScenes() throws {
    let rig = rig(multiple: false)
    #expect(rig.system.apps.first?.supportsMultipleScenes == false)
    #expect(throws: SceneError.self) { _ = try rig.system.applications.requestScene(of: "notes") { _ in } }
    #expect(throws: SceneError.self) { _ = try rig.system.applications.requestScene(of: "menu") { _ in } }
    #expect(applications.count == 1)
  }

  @Test("a frozen screen keeps the picture of windows that have moved away, until the freeze ends")
  func frozen() throws {
    let rig = rig()
    try own(rig)
    let main = try rig.coordinator("eDP-1")
    main.setFrozen(true) { _ in }
    rig.answer()
    try place(rig, "HDMI-A-1")
    #expect(background(rig, 1) == window)
    #expect(rig.frozen == [ScreenID(rawValue: 9)])
    #expect(main.screenScenes.presentation.shownTree?.tree.background == window)
    #expect(rig.system.applications.home(ofApplications: "notes")?.name == "HDMI-A-1")
    #expect(states == [.foregroundActive])
    main.setFrozen(false) { _ in }
    rig.answer()
    #expect(main.screenScenes.presentation.shownTree?.tree.background == idle)
    #expect(background(rig, 9) == idle)
  }

  @Test("the reason why no screen shows a requested scene is known")
  func unseen() throws {
    let without = rig(panel: false)
    _ = try without.system.applications.requestScene(of: "notes") { _ in }
    without.answer()
    #expect(without.system.applications.whyUnseen("notes")?.contains("no main screen") == true)

    let rig = rig()
    func why() -> String? { rig.system.applications.whyUnseen("notes") }
    _ = try rig.system.applications.requestScene(of: "notes") { _ in }
    rig.answer()
    #expect(why() == nil)
    let main = try rig.coordinator("eDP-1")
    main.setBlank(true) { _ in }
    rig.answer()
    #expect(why() == "eDP-1 is blank")
    main.setBlank(false) { _ in }
    try rig.system.setForeground("menu", on: "eDP-1") { _ in }
    rig.answer()
    #expect(why() == "eDP-1 does not show the application scenes of notes: menu is in the foreground there")
    main.setPower(false) { _ in }
    rig.answer()
    #expect(why()?.hasSuffix("its power was switched off") == true)
  }

  @Test("the display of application scenes keeps its mode, and to choose one is refused with the reason")
  func modeIsKept() throws {
    let rig = rig(panel: false)
    try own(rig)
    try place(rig, "HDMI-A-1")
    let modesets = rig.modesets.count
    #expect {
      try rig.coordinator().setMode(ModeWish("800x600")) { _ in }
    } throws: { error in
      guard case SceneError.notNow(let reason, _)? = error as? SceneError else { return false }
      return reason.contains("application scenes of notes")
    }
    #expect(rig.modesets.count == modesets)
    // How the picture lies on the mode is another matter.
    try rig.coordinator().choose({ $0.transform = .rotated90 }) { _ in }
    rig.answer()
    #expect(rig.lastShown()?.layers.first?.frame.size == PointSize(width: 720, height: 1280))
  }

  @Test("input goes to the application scene that can be seen, and to no other kind of scene")
  func input() throws {
    let rig = rig()
    let application = try #require(rig.system.sessions.first { $0.role == .application }?.identifier)
    let external = try #require(rig.system.sessions.first { $0.role != .application }?.identifier)
    let key = InputEvent(kind: "key", values: try UserInfo(["key": .text("o")]), text: "ö")
    #expect(throws: SceneError.self) { try rig.system.applications.send(key, to: application) }
    try own(rig)
    try rig.system.applications.send(key, to: application)
    #expect(notes.inputs.map(\.session) == [application])
    #expect(notes.inputs.map(\.input) == [key])
    #expect(throws: SceneError.notInteractive(session: external, role: .externalDisplayNonInteractive)) {
      try rig.system.applications.send(key, to: external)
    }
    try rig.system.setForeground("menu", on: "eDP-1") { _ in }
    rig.answer()
    #expect(throws: SceneError.self) { try rig.system.applications.send(key, to: application) }
    #expect(notes.inputs.count == 1)
  }

  @Test("when their display goes they return to the main screen at once, and to the display with it")
  func unplug() throws {
    let rig = rig()
    try own(rig)
    try place(rig, "HDMI-A-1")
    rig.unplug()
    #expect(background(rig, 9) == window)
    #expect(states == [.foregroundActive])
    rig.plug()
    #expect(background(rig, 1) == window)
    #expect(background(rig, 9) == idle)
  }

  @Test("without another display they wait for theirs, through a short interruption without a call")
  func waits() throws {
    let rig = rig(panel: false)
    try own(rig)
    try place(rig, "HDMI-A-1")
    let calls = TextList()
    rig.unplug()
    rig.advance(milliseconds: 1000)
    notes.onCall = { calls.list.append($0) }
    #expect(states == [.foregroundActive])
    rig.plug()
    #expect(calls.list.isEmpty)
    rig.unplug()
    rig.advance(milliseconds: 2000)
    #expect(states == [.background])
    rig.plug()
    #expect(states == [.foregroundActive])
    #expect(background(rig, 1) == window)
  }

  @Test("the user's word, sessions and frames are there after a restart, as soon as a controller owns input")
  func restart() throws {
    let first = rig()
    try own(first)
    _ = try first.system.applications.requestScene(of: "notes") { _ in }
    first.answer()
    try place(first, "HDMI-A-1")
    let second = rig(state: try #require(first.kept))
    #expect(second.lastShown(9)?.layers.count == 2)
    try own(second)
    #expect(second.lastShown(1)?.layers.count == 2)
    #expect(second.system.sessions.count { $0.role == .application } == 2)
  }

  @Test("support off takes them away from a display, and blank covers them")
  func covered() throws {
    let rig = rig()
    try own(rig)
    try place(rig, "HDMI-A-1")
    try rig.coordinator().setBlank(true) { _ in }
    rig.answer()
    #expect(states == [.foregroundInactive])
    #expect(background(rig, 1) == .black)
    try rig.coordinator().setBlank(false) { _ in }
    rig.answer()
    #expect(states == [.foregroundActive])
    try rig.system.setSupport(.off, for: .screen("HDMI-A-1")) { _ in }
    rig.answer()
    #expect(!rig.isLit(1))
    #expect(background(rig, 9) == window)
    #expect(states == [.foregroundActive])
  }

  @Test("a rule prefers application scenes of the app in the foreground of its screens")
  func rule() throws {
    let prefers = ModeRule(
      match: Sourced(ScreenMatch(connector: GlobPattern("HDMI-*"))), prefersApplication: Sourced(true))
    let rig = rig(rules: [prefers])
    #expect(background(rig, 1) == notes.color)
    try own(rig)
    #expect(background(rig, 1) == window)
    try rig.system.setForeground("menu", on: "HDMI-A-1") { _ in }
    rig.answer()
    #expect(background(rig, 1) == menu.color)
    #expect(background(rig, 9) == window)
  }

  @Test("the last destroyed one leaves the screen, until a call requests the app")
  func destroyed() throws {
    let rig = rig()
    let session = try #require(rig.system.sessions.first { $0.role == .application }?.identifier)
    try rig.system.lifetimes.destroySession(session) { _ in }
    rig.answer()
    #expect(background(rig, 9) == idle)
    #expect(notes.log.contains("disconnect destroyed"))
    try rig.system.setForeground("notes", on: nil) { _ in }
    rig.answer()
    #expect(background(rig, 9) == window)
  }

  @Test("an app whose manifest no longer has application scenes loses them, and the daemon's end ends them")
  func ends() throws {
    let rig = rig()
    rig.system.apply(policy: ScreenPolicy(idleColor: idle, foregroundApp: Sourced("notes")), apps: [notes.app()])
    rig.answer()
    #expect(background(rig, 9) == idle)
    #expect(notes.log.contains("disconnect foreground"))
    let other = self.rig()
    other.system.shutDown()
    #expect(notes.log.suffix(2) == ["disconnect shutdown", "disconnect shutdown"])
  }

  private final class TextList {
    var list: [String] = []
  }
}
