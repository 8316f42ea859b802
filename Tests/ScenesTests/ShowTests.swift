import Composition
import ContentModel
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// `show` is about the foreground app's scene, whatever is in front at that moment.
@Suite("Content that is chosen for a screen")
@MainActor
struct ShowTests {
  let lobby = TestApp("lobby", 1)
  let menu = TestApp("menu", 2)
  let fire = TestApp("fire", 3)
  let chosen = Color(red: 30, green: 0, blue: 0)

  private func policy(_ foreground: String?) -> ScreenPolicy {
    ScreenPolicy(foregroundApp: foreground.map { Sourced($0) })
  }

  private func apps(alarm: Bool, menuModes: [Sourced<ModeWish>] = []) -> [App] {
    let other = menu.app()
    other.manifest = SceneManifest(configurations: [
      .externalDisplayNonInteractive: [SceneConfiguration(name: "main", modes: menuModes)]
    ])
    return [lobby.app(), other] + (alarm ? [fire.app(isAlarm: true)] : [])
  }

  private func apply(_ rig: SystemRig, alarm: Bool) {
    rig.system.apply(policy: policy("lobby"), apps: apps(alarm: alarm))
    rig.answer()
  }

  @Test("under an alarm it is kept for the foreground app and reported as covered, and the alarm keeps its own content")
  func underAlarm() throws {
    let rig = SystemRig(policy: policy("lobby"), apps: apps(alarm: false))
    rig.plug()
    apply(rig, alarm: true)
    var outcome: PictureOutcome?
    try rig.coordinator().show(.color(chosen)) { outcome = $0 }
    rig.answer()
    guard case .kept(let reason, _) = outcome else { throw ScenesTestError("\(outcome, default: "no answer")") }
    #expect(reason.contains("fire"))
    #expect(rig.lastShown()?.background == fire.color)
    #expect(rig.kept?.sessions.filter { $0.chosen != nil }.map(\.app) == ["lobby"])
    apply(rig, alarm: false)
    #expect(rig.lastShown()?.background == chosen)
    apply(rig, alarm: true)
    #expect(rig.lastShown()?.background == fire.color)
  }

  @Test("for an app whose scene has never been connected, as the alarm was there first, it is kept too")
  func alarmFirst() throws {
    let rig = SystemRig(policy: policy("lobby"), apps: apps(alarm: true))
    rig.plug()
    try rig.coordinator().show(.color(chosen)) { _ in }
    apply(rig, alarm: false)
    #expect(rig.lastShown()?.background == chosen)
  }

  @Test("under an alarm it is refused if it is for a time only, or if nothing is in the foreground")
  func refused() throws {
    let rig = SystemRig(policy: policy("lobby"), apps: apps(alarm: true))
    rig.plug()
    let kept = rig.kept?.sessions.map(\.chosen?.description)
    #expect(throws: SceneError.self) { try rig.coordinator().show(.color(chosen), for: 1_000_000_000) { _ in } }
    rig.system.apply(policy: policy(nil), apps: apps(alarm: true))
    rig.answer()
    #expect(throws: SceneError.self) { try rig.coordinator().show(.color(chosen)) { _ in } }
    #expect(rig.kept?.sessions.compactMap(\.chosen).isEmpty == true)
    #expect(kept?.compactMap(\.self).isEmpty == true)
    #expect(rig.lastShown()?.background == fire.color)
  }

  @Test("while another app's mode is being set it is for that app, not for the one that is still in front")
  func duringModeset() throws {
    let rig = SystemRig(
      policy: policy("lobby"), apps: apps(alarm: false, menuModes: [Sourced(try ModeWish("800x600"))]))
    rig.plug()
    rig.holdsModesets = true
    try rig.system.setForeground("menu", on: nil) { _ in }
    rig.answer()
    try rig.coordinator().show(.color(chosen)) { _ in }
    rig.answer()
    rig.holdsModesets = false
    rig.endModesets()
    #expect(rig.lastShown()?.background == chosen)
    try rig.system.setForeground("lobby", on: nil) { _ in }
    rig.answer()
    #expect(rig.lastShown()?.background == lobby.color)
  }
}
