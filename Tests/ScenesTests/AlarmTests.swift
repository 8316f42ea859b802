import Composition
import ContentModel
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// An alarm covers everything else, including covers that the user has chosen.
@Suite("Alarm on a screen")
@MainActor
struct AlarmTests {
  let lobby = TestApp("lobby", 1)
  let fire = TestApp("fire", 2)

  private let policy = ScreenPolicy(foregroundApp: Sourced("lobby"))

  private func rig() -> SystemRig {
    let rig = SystemRig(policy: policy, apps: [lobby.app()])
    rig.plug()
    return rig
  }

  private func apply(_ rig: SystemRig, alarm: Bool) {
    rig.system.apply(policy: policy, apps: [lobby.app()] + (alarm ? [fire.app(isAlarm: true)] : []))
    rig.answer()
  }

  @Test("a blank screen shows it, and is blank again when it is over")
  func blank() throws {
    let rig = rig()
    try rig.coordinator().setBlank(true) { _ in }
    rig.answer()
    #expect(rig.lastShown()?.background == .black)
    apply(rig, alarm: true)
    #expect(rig.lastShown()?.background == fire.color)
    #expect(fire.scene?.state == .foregroundActive)
    apply(rig, alarm: false)
    #expect(rig.lastShown()?.background == .black)
  }

  @Test("a screen that is blanked during an alarm is blank after it, and the answer mentions that")
  func blankMeanwhile() throws {
    let rig = rig()
    apply(rig, alarm: true)
    var outcome: PictureOutcome?
    try rig.coordinator().setBlank(true) { outcome = $0 }
    rig.answer()
    guard case .kept = outcome else { throw ScenesTestError("\(outcome, default: "no answer")") }
    #expect(rig.lastShown()?.background == fire.color)
    apply(rig, alarm: false)
    #expect(rig.lastShown()?.background == .black)
  }

  @Test("a frozen picture ends with the alarm's first picture, and a freeze during the alarm has no effect")
  func frozen() throws {
    let rig = rig()
    let screen = try rig.coordinator()
    screen.setFrozen(true) { _ in }
    rig.answer()
    #expect(rig.frozen.count == 1)
    fire.slowColor = fire.color
    apply(rig, alarm: true)
    for layOut in fire.slowLayouts { layOut() }
    rig.answer()
    #expect(rig.frozen.isEmpty)
    #expect(rig.lastShown()?.background == fire.color)
    #expect(fire.scene?.state == .foregroundActive)
    var outcome: PictureOutcome?
    screen.setFrozen(true) { outcome = $0 }
    rig.answer()
    guard case .failed = outcome else { throw ScenesTestError("\(outcome, default: "no answer")") }
    #expect(rig.frozen.isEmpty)
    apply(rig, alarm: false)
    #expect(rig.lastShown()?.background == lobby.color)
    #expect(lobby.scene?.state == .foregroundActive)
  }

  @Test("it continues with a new session after its session is destroyed")
  func destroyed() throws {
    let rig = rig()
    apply(rig, alarm: true)
    let session = try #require(fire.scene?.session.identifier)
    try rig.system.lifetimes.destroySession(session) { _ in }
    rig.answer()
    #expect(rig.lastShown()?.background == fire.color)
    #expect(fire.scene?.session.identifier != session)
  }

  @Test(
    "no call hides it or changes its content",
    arguments: [
      SceneChange(session: "", window: false), SceneChange(session: "", content: .chosen(.color(.black))),
    ])
  func refused(change: SceneChange) throws {
    let rig = rig()
    apply(rig, alarm: true)
    var change = change
    change.session = try #require(fire.scene?.session.identifier)
    let other = SceneChange(session: try #require(lobby.scene?.session.identifier), window: false)
    #expect(throws: SceneError.self) { try rig.system.update([other, change]) { _ in } }
    rig.answer()
    #expect(rig.lastShown()?.background == fire.color)
    #expect(rig.kept?.sessions.allSatisfy { $0.attachesWindow == nil && $0.chosen == nil } == true)
    // This change does not hide the alarm.
    try rig.system.update([SceneChange(session: change.session, window: true)]) { _ in }
  }

  @Test("an alarm in the foreground keeps its content too")
  func foreground() throws {
    let rig = rig()
    apply(rig, alarm: true)
    try rig.system.setForeground("fire", on: nil) { _ in }
    rig.answer()
    let screen = try rig.coordinator()
    #expect(throws: SceneError.self) { try screen.show(.color(.black)) { _ in } }
    #expect(throws: SceneError.self) { try screen.show(.color(.black), for: 1_000_000_000) { _ in } }
    #expect(throws: SceneError.self) {
      try rig.system.presenter.showTogether([(screen, ChosenContent(.color(.black)), { _ in })])
    }
    rig.answer()
    #expect(rig.lastShown()?.background == fire.color)
    #expect(rig.kept?.sessions.allSatisfy { $0.chosen == nil } == true)
    // The file's own content is no change.
    try screen.show(nil) { _ in }
  }

  @Test("a window that a call has hidden is shown by the alarm, at a reload and after a restart")
  func restored() throws {
    let rig = rig()
    rig.system.apply(policy: policy, apps: [lobby.app(), fire.app()])
    try rig.system.setForeground("fire", on: nil) { _ in }
    rig.answer()
    let session = try #require(fire.scene?.session.identifier)
    try rig.system.update([SceneChange(session: session, content: .chosen(.color(.black)), window: false)]) { _ in }
    rig.answer()
    var kept = try #require(rig.kept)
    #expect(kept.sessions.contains { $0.attachesWindow == false })
    apply(rig, alarm: true)
    #expect(rig.lastShown()?.background == fire.color)
    kept.foregroundApp = nil
    let later = SystemRig(policy: policy, apps: [lobby.app(), fire.app(isAlarm: true)], state: kept)
    later.plug()
    later.answer()
    #expect(later.lastShown()?.background == fire.color)
  }
}
