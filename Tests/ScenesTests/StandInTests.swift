import Composition
import ContentModel
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// Scenes continue with the last display's modes while no display is connected.
@Suite("Stand-in")
@MainActor
struct StandInTests {
  let lobby = TestApp("lobby", 1)
  let menu = TestApp("menu", 2)
  let idle = Color(red: 9, green: 9, blue: 9)
  let green = Color(red: 0, green: 200, blue: 0)

  private func policy(_ isOn: Bool = true, support: ExternalSupport = .external) -> ScreenPolicy {
    ScreenPolicy(
      support: Sourced(support), idleColor: idle, foregroundApp: Sourced("lobby"), standIn: Sourced(isOn))
  }

  private func rig(_ isOn: Bool = true, isPrivate: Bool = false) -> SystemRig {
    SystemRig(policy: policy(isOn), apps: [lobby.app(isPrivate: isPrivate), menu.app()])
  }

  /// A display was there, and has been away for longer than its scenes wait.
  private func unplugged(_ rig: SystemRig) {
    rig.plug(1)
    rig.unplug(1)
    rig.advance(milliseconds: 1600)
  }

  private func picture(_ rig: SystemRig) throws -> Color? {
    try rig.coordinator().standInPicture?.tree.background
  }

  private func note(_ outcome: PictureOutcome?) -> String? {
    if case .kept(let note, _) = outcome { note } else { nil }
  }

  @Test("it is not there unless it is wanted")
  func off() {
    let rig = rig(false)
    unplugged(rig)
    #expect(lobby.log == ["connect", "disconnect unplug"])
    #expect(rig.system.standIn == nil)
    #expect(rig.system.coordinators.count == 0)
  }

  @Test("the scene resigns and stays without a screen, a command or a wakeup")
  func begins() throws {
    let rig = rig()
    rig.plug(1)
    let journal = CallJournal(lobby, menu)
    rig.unplug(1)
    #expect(rig.system.standIn == nil)
    let turnOffs = rig.turnOffs
    rig.advance(milliseconds: 1600)
    #expect(journal.take() == ["lobby willResignActive"])
    #expect(lobby.scene?.state == .foregroundInactive)
    #expect(rig.system.screens.isEmpty)
    let standIn = try #require(rig.system.standIn)
    #expect(standIn.name == "HDMI-A-1")
    #expect(standIn.currentMode?.size == PixelSize(width: 1280, height: 720))
    #expect(lobby.scene?.screen === standIn)
    #expect(try picture(rig) == lobby.color)
    #expect(rig.turnOffs == turnOffs)
    #expect(rig.modesets.count == 1)
    #expect(rig.armedTimerCount == 0)
    #expect(throws: SceneError.self) { try rig.coordinator().capture { _ in } }
  }

  @Test("the links of its scene stand until a display is there")
  func links() throws {
    let rig = rig()
    rig.plug(1)
    var frames = 0
    let link = DisplayLink(scene: try #require(lobby.scene)) { _ in frames += 1 }
    rig.unplug(1)
    rig.advance(milliseconds: 1600)
    let before = frames
    #expect(rig.armedTimerCount == 0)
    rig.plug(1)
    for _ in 0..<50 { rig.advance(milliseconds: 10) }
    #expect(frames > before)
    link.invalidate()
  }

  @Test("content, foreground, windows and modes change as on a display")
  func goesOn() throws {
    let rig = rig()
    unplugged(rig)
    let screen = try rig.coordinator()
    var outcome: PictureOutcome?
    try screen.show(.color(green)) { outcome = $0 }
    #expect(try #require(note(outcome)).contains("no display is connected"))
    #expect(try picture(rig) == green)
    let journal = CallJournal(lobby, menu)
    try rig.system.setForeground("menu", on: nil) { _ in }
    #expect(journal.take() == ["menu willConnect", "lobby didEnterBackground", "menu willEnterForeground"])
    #expect(try picture(rig) == menu.color)
    menu.scene?.window = nil
    #expect(try picture(rig) == idle)
    menu.scene?.window = Window()
    try screen.setMode(ModeWish("800x600")) { outcome = $0 }
    #expect(note(outcome) != nil)
    #expect(screen.standInPicture?.geometry.mode == PixelSize(width: 800, height: 600))
    #expect(menu.updates.map(\.mode.size) == [PixelSize(width: 1280, height: 720)])
    #expect(throws: SceneError.self) { try screen.tryMode(ModeWish("1280x720"), for: 1) { _ in } }
    #expect(rig.modesets.count == 1)
    #expect(rig.commands.isEmpty)
  }

  @Test("an app is asked before it connects a scene there")
  func asks() throws {
    let asked = AnsweringApp("asked", 7)
    let rig = SystemRig(policy: policy(), apps: [lobby.app(), asked.app()])
    unplugged(rig)
    try rig.system.setForeground("asked", on: nil) { _ in }
    #expect(asked.questions.map(\.options.screen.name) == ["HDMI-A-1"])
    #expect(asked.questions.first?.options.isStandIn == true)
    #expect(try picture(rig) == lobby.color)
    asked.questions.first?.answer(nil)
    #expect(try picture(rig) == asked.scenes.color)
  }

  @Test("blank, power and freeze: possible changes are made, and others get the reason")
  func covers() throws {
    let rig = rig()
    unplugged(rig)
    let screen = try rig.coordinator()
    screen.setBlank(true) { _ in }
    #expect(try picture(rig) == .black)
    screen.setBlank(false) { _ in }
    screen.setPower(false) { _ in }
    #expect(lobby.scene?.state == .background)
    #expect(try picture(rig) == nil)
    screen.setPower(true) { _ in }
    #expect(lobby.scene?.state == .foregroundInactive)
    #expect(try picture(rig) == lobby.color)
    var outcome: PictureOutcome?
    screen.setFrozen(true) { outcome = $0 }
    if case .failed = outcome {} else { Issue.record("it was frozen: \(String(describing: outcome))") }
    #expect(rig.turnOffs == 1)
    #expect(rig.commands.isEmpty)
  }

  @Test("support: off ends its scenes, a mirror shows the main screen, and external brings them back")
  func support() throws {
    let rig = rig()
    rig.plug(9, name: "eDP-1", serial: "9", placement: .builtIn)
    unplugged(rig)
    let session = lobby.scene?.session.identifier
    try rig.system.setSupport(.mirror, for: .overall) { _ in }
    rig.answer()
    #expect(lobby.scene?.state == .background)
    #expect(try rig.coordinator().mirroredScreen == "eDP-1")
    try rig.system.setSupport(.off, for: .overall) { _ in }
    rig.answer()
    #expect(lobby.log == ["connect", "disconnect support"])
    #expect(try picture(rig) == nil)
    try rig.system.setSupport(.external, for: .overall) { _ in }
    rig.answer()
    #expect(lobby.scene?.session.identifier == session)
    #expect(try picture(rig) == lobby.color)
  }

  @Test("a session that is destroyed ends at once, and its app is skipped until the next display")
  func destroyed() throws {
    let rig = rig()
    unplugged(rig)
    try rig.system.lifetimes.destroySession(try #require(lobby.scene).session.identifier) { _ in }
    #expect(lobby.log == ["connect", "disconnect destroyed"])
    #expect(try picture(rig) == idle)
    rig.plug(1)
    #expect(lobby.log.last == "connect")
    #expect(rig.system.sessions.count == 1)
  }

  @Test("private layers are placeholders there")
  func privacy() throws {
    let rig = rig(isPrivate: true)
    unplugged(rig)
    #expect(try picture(rig) == LayerTree.placeholder)
  }

  @Test("a configuration without it ends it, and one with it counts from the next unplug on")
  func reload() throws {
    let rig = rig()
    unplugged(rig)
    rig.system.apply(policy: policy(false), apps: [lobby.app(), menu.app()])
    #expect(lobby.log == ["connect", "disconnect unplug"])
    #expect(rig.system.standIn == nil)
    rig.system.apply(policy: policy(), apps: [lobby.app(), menu.app()])
    #expect(rig.system.standIn == nil)
    unplugged(rig)
    #expect(rig.system.standIn != nil)
    rig.system.shutDown()
    #expect(lobby.log.last == "disconnect shutdown")
  }

  @Test("the last of two displays becomes the stand-in, or one of two that go together", arguments: [true, false])
  func two(isAtOnce: Bool) {
    let rig = rig()
    for number in [1, 2] as [UInt64] { rig.plug(number, serial: "\(number)") }
    rig.unplug(1)
    if !isAtOnce { rig.advance(milliseconds: 1600) }
    rig.unplug(2)
    rig.advance(milliseconds: 1600)
    #expect(rig.system.standIn?.name == "HDMI-A-2")
    #expect(lobby.log == ["connect", "connect", "disconnect unplug"])
    #expect(rig.system.coordinators.count == 1)
    #expect(rig.system.sessions.count == 2)
  }
}
