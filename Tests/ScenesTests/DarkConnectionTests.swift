import Composition
import DisplayTypes
import Presentation
import Testing

@testable import ContentModel
@testable import Scenes

/// A scene whose schedule has the power off when its display is plugged in.
@Suite("SceneStage, connecting in the dark")
@MainActor
struct DarkConnectionTests {
  let lobby = TestApp("lobby", 1)

  private func rig(isDark: Bool = true) -> SystemRig {
    lobby.wantsDark = isDark
    return SystemRig(
      policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app(content: .color(lobby.color))])
  }

  private let dark = ShownPicture.dark(.schedule(app: "lobby", role: .externalDisplayNonInteractive))

  @Test("no mode is set or tried: the earlier picture ends, the scene waits in the background and gets its mode")
  func nothingIsLit() throws {
    let rig = rig()
    rig.showsMode = true
    rig.plug()
    rig.advance(milliseconds: 20_000)
    #expect(rig.modesets.isEmpty)
    #expect(rig.turnOffs == 1)
    #expect(lobby.log == ["connect"])
    #expect(lobby.scene?.state == .background)
    let decision = try rig.coordinator().decision
    #expect(decision.picture.shown == dark)
    #expect(decision.winner?.mode.size == PixelSize(width: 1280, height: 720))
    #expect(decision.attempts.isEmpty && !decision.plan.candidates.isEmpty)
    #expect(try rig.coordinator().screen?.currentMode == nil)
  }

  @Test("when the power comes on, the mode is set with the scene's picture, before any other picture is shown")
  func wakes() throws {
    let rig = rig()
    rig.plug()
    rig.clearShown()
    lobby.scene?.setDark(false)
    rig.answer()
    #expect(rig.modesets == [PixelSize(width: 1280, height: 720)])
    #expect(Set(rig.takeShown()) == [lobby.color])
    #expect(lobby.scene?.state == .foregroundActive)
  }

  @Test("after a replug it is not lit either, with the scene of before or with a new one")
  func replugs() {
    let rig = rig()
    rig.plug()
    for pause in [100, 5_000] as [UInt64] {
      rig.unplug()
      rig.advance(milliseconds: pause)
      rig.plug()
    }
    #expect(rig.modesets.isEmpty)
    #expect(lobby.log == ["connect", "disconnect unplug", "connect"])
  }

  @Test("the reported mode follows the display")
  func modeFollows() throws {
    let rig = rig()
    rig.plug(isGuessed: true, modes: [SystemRig.mode(1024, 768)])
    rig.advance(milliseconds: 1_500)
    #expect(try rig.coordinator().decision.winner?.mode.size == PixelSize(width: 1024, height: 768))
    rig.settle(serial: "1", modes: [SystemRig.mode(1280, 720, isPreferred: true)])
    rig.advance(milliseconds: 2_000)
    #expect(try rig.coordinator().decision.winner?.mode.size == PixelSize(width: 1280, height: 720))
    #expect(rig.modesets.isEmpty)
  }

  @Test("a scene that cannot be laid out has no time of its own, and is shown as usual")
  func failure() throws {
    lobby.failure = ContentFailure("it is gone", retry: .soon)
    let rig = rig()
    rig.plug()
    #expect(rig.modesets.count == 1)
  }

  @Test(
    "a screen that was turned on until a time is lit again after a replug and a restart, until another choice"
  )
  func keptOn() throws {
    lobby.wantsDark = true
    let schedule = ContentDescription.schedule(ScheduleDescription(entries: [ScheduleEntry(action: .powerOff)]))
    let policy = ScreenPolicy(foregroundApp: Sourced("lobby"))
    let apps = [lobby.app(content: schedule)]
    func rig(_ state: PersistentState) -> SystemRig {
      let rig = SystemRig(policy: policy, apps: apps, state: state)
      rig.plug()
      return rig
    }
    let first = rig(PersistentState())
    #expect(try first.coordinator().decision.picture.shown == dark)
    try first.coordinator().choose({ $0.onUntil = WallTime(seconds: 1) }) { _ in }
    first.answer()
    #expect(first.modesets.count == 1)
    first.unplug()
    first.advance(milliseconds: 5_000)
    first.plug()
    #expect(first.modesets.count == 2)
    let kept = try #require(first.kept)
    #expect(kept.displays.map(\.choices.onUntil) == [WallTime(seconds: 1)])

    let off = rig(kept)
    #expect(off.modesets.count == 1)
    try off.coordinator().setPower(false) { _ in }
    #expect(off.kept?.displays.map(\.choices.onUntil) == [nil])
    #expect(off.system.sessions.map(\.content) == [schedule])

    let other = rig(kept)
    try other.coordinator().show(.color(lobby.color)) { _ in }
    other.answer()
    try other.coordinator().show(nil) { _ in }
    other.answer()
    #expect(other.kept?.displays.map(\.choices.onUntil) == [nil])
    #expect(other.system.sessions.map(\.content) == [schedule])
  }

  @Test("a replayed record keeps it dark as well, until a call changes that")
  func recorded() throws {
    let rig = rig(isDark: false)
    rig.system.lifetimes.recordedDarkness = { $0 == "session-1" }
    rig.plug()
    #expect(rig.modesets.isEmpty)
    #expect(try rig.coordinator().decision.picture.shown == dark)
    rig.system.lifetimes.setScheduledPower(true, ofSession: "session-1")
    rig.answer()
    #expect(rig.modesets.count == 1)
  }

  @Test("a screen that shows another app's scene goes dark without that one's picture")
  func isPutInTheForeground() throws {
    let other = TestApp("other", 9)
    let rig = SystemRig(
      policy: ScreenPolicy(foregroundApp: Sourced("other")),
      apps: [other.app(), lobby.app(content: .color(lobby.color))])
    lobby.wantsDark = true
    rig.plug()
    #expect(rig.modesets.count == 1)
    rig.clearShown()
    try rig.system.setForeground("lobby", on: nil) { _ in }
    rig.answer()
    #expect(!rig.takeShown().contains(lobby.color))
    #expect(try rig.coordinator().decision.picture.shown == dark)
    #expect(!rig.isLit(1))
  }

  @Test("the power comes on before the layout is there: it is lit with the scene's picture alone")
  func wakesBeforeItIsLaidOut() throws {
    lobby.slowColor = lobby.color
    let rig = rig()
    rig.plug()
    #expect(rig.modesets.isEmpty)
    rig.clearShown()
    lobby.wantsDark = false
    lobby.scene?.setDark(false)
    rig.answer()
    for layOut in lobby.slowLayouts { layOut() }
    rig.answer()
    #expect(rig.modesets == [PixelSize(width: 1280, height: 720)])
    #expect(rig.takeShown().last == lobby.color)
  }

  @Test("if its layout is given up, the assumed darkness ends with it")
  func layoutIsGivenUp() throws {
    lobby.slowColor = lobby.color
    let rig = rig()
    rig.plug()
    #expect(rig.modesets.isEmpty)
    lobby.slowColor = nil
    lobby.scene?.window = nil
    lobby.scene?.window = Window()
    rig.answer()
    #expect(try rig.coordinator().decision.picture.shown != dark)
    #expect(rig.takeShown().last == lobby.color)
  }

  @Test("a layout that fails late keeps nothing dark")
  func failsLate() throws {
    lobby.slowColor = lobby.color
    let rig = rig()
    rig.plug()
    #expect(rig.modesets.isEmpty)
    lobby.slowColor = nil
    lobby.slowFailure = ContentFailure("it is gone", retry: .soon)
    for layOut in lobby.slowLayouts { layOut() }
    rig.answer()
    #expect(rig.modesets.count == 1)
  }

  @Test("plugged in again while it is laid out it is dark still, and wakes")
  func replugsMeanwhile() throws {
    lobby.slowColor = lobby.color
    let rig = rig()
    rig.plug()
    rig.unplug()
    rig.advance(milliseconds: 5_000)
    rig.plug()
    for layOut in lobby.slowLayouts { layOut() }
    rig.answer()
    #expect(rig.modesets.isEmpty)
    #expect(try rig.coordinator().decision.picture.shown == dark)
    lobby.slowColor = nil
    lobby.scene?.setDark(false)
    rig.answer()
    #expect(rig.modesets.count == 1)
    #expect(rig.takeShown().last == lobby.color)
  }

  @Test("the scene that keeps its screen dark is not reclaimed, however many are in the background")
  func staysConnected() throws {
    lobby.wantsDark = true
    let rig = SystemRig(
      policy: ScreenPolicy(foregroundApp: Sourced("lobby"), backgroundScenes: 0),
      apps: [lobby.app(content: .color(lobby.color))])
    rig.plug()
    #expect(lobby.log == ["connect"])
    lobby.scene?.setDark(false)
    rig.answer()
    #expect(rig.takeShown().last == lobby.color)
  }

  @Test("it gets its first mode when the screen is lit")
  func hearsOfItsMode() throws {
    let rig = rig()
    rig.plug()
    #expect(lobby.updates.isEmpty)
    for (isDark, updates) in [(false, 1), (true, 1), (false, 1)] {
      lobby.scene?.setDark(isDark)
      rig.answer()
      #expect(lobby.updates.count == updates)
    }
    #expect(lobby.scene?.screen?.currentMode?.size == PixelSize(width: 1280, height: 720))
  }
}
