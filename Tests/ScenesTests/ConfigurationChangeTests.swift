import Composition
import ContentModel
import DisplayTypes
import Testing

@testable import Scenes

/// The outcome of another configuration, and of an app that ends, on each screen.
@Suite("Outcomes of a reload and of the end of an app")
@MainActor
struct ConfigurationChangeTests {
  let lobby = TestApp("lobby", 1)
  let menu = TestApp("menu", 2)
  let slides = TestApp("slides", 3)

  private final class ReceivedOutcomes {
    var all: ScreenOutcomes?

    /// The screens with a frame.
    var shown: [String]? {
      all?.compactMap { screen, outcome in if case .shown = outcome { screen } else { nil } }.sorted()
    }

    /// The reasons of screens without a frame, unless their pictures are the same.
    var kept: [String]? {
      all?.compactMap { screen, outcome in
        if case .kept(let reason, _) = outcome { "\(screen): \(reason)" } else { nil }
      }
    }
  }

  private func policy(ofSecondScreen: String = "lobby") -> ScreenPolicy {
    let rule = ModeRule(
      match: Sourced(ScreenMatch(connector: GlobPattern("*-2"))), app: Sourced(ofSecondScreen))
    return ScreenPolicy(rules: [rule], foregroundApp: Sourced("lobby"))
  }

  private func rig() -> SystemRig {
    let rig = SystemRig(policy: policy(), apps: [lobby.app(), menu.app()])
    rig.plug(1)
    rig.plug(2, serial: "2")
    return rig
  }

  private func apply(
    _ rig: SystemRig, _ policy: ScreenPolicy, content: ContentDescription? = nil
  ) -> ReceivedOutcomes {
    let outcomes = ReceivedOutcomes()
    rig.system.apply(policy: policy, apps: [lobby.app(content: content), menu.app()]) { outcomes.all = $0 }
    return outcomes
  }

  @Test("only a screen whose picture changes waits for a frame")
  func frames() {
    let rig = rig()
    rig.clearShown()
    let outcomes = apply(rig, policy(ofSecondScreen: "menu"))
    #expect(outcomes.all == nil)
    rig.answer()
    #expect(outcomes.shown == ["HDMI-A-2"])
    #expect(outcomes.kept == [])
    #expect(outcomes.all?.count == 1)
    #expect(rig.lastShown(2)?.background == menu.color)
  }

  @Test("a frozen screen is named by the change that it hides, and by no later one")
  func frozen() throws {
    let rig = rig()
    try rig.coordinator("HDMI-A-1").setFrozen(true) { _ in }
    rig.answer()
    var other = policy()
    let hidden = apply(rig, other, content: .color(self.other))
    rig.answer()
    #expect(hidden.kept == ["HDMI-A-1: the screen is frozen: the content is seen when that ends"])
    other.backgroundScenes = 3
    let later = apply(rig, other, content: .color(self.other))
    rig.answer()
    #expect(later.kept == [])
  }

  @Test("without another picture there is an answer before any frame")
  func unchanged() {
    let rig = rig()
    var other = policy()
    other.backgroundScenes = 3
    let outcomes = apply(rig, other)
    #expect(outcomes.shown == [])
    #expect(outcomes.kept == [])
    rig.answer()
  }

  @Test("another rotation of the same picture is another picture")
  func geometry() {
    let rig = rig()
    var other = policy()
    other.rules.append(
      ModeRule(match: Sourced(ScreenMatch(connector: GlobPattern("*-1"))), rotation: Sourced(.rotated180)))
    let outcomes = apply(rig, other)
    rig.answer()
    #expect(outcomes.shown == ["HDMI-A-1"])
  }

  @Test("a screen that is off, or is unplugged before its frame, has its reason instead of one")
  func dark() throws {
    let rig = rig()
    try rig.coordinator("HDMI-A-1").setPower(false) { _ in }
    rig.answer()
    menu.slowColor = menu.color
    let outcomes = apply(rig, policy(ofSecondScreen: "menu"))
    rig.answer()
    #expect(outcomes.all == nil)
    rig.unplug(2)
    #expect(outcomes.shown == [])
    let kept = try #require(outcomes.kept).sorted()
    #expect(kept.count == 2)
    #expect(kept.first?.contains("was turned off") == true)
    #expect(kept.last?.contains("was unplugged") == true)
  }

  @Test("new content is waited for, although the old one moves on meanwhile")
  func layout() throws {
    let rig = rig()
    lobby.slowColor = Color(red: 9, green: 9, blue: 9)
    let outcomes = apply(rig, policy(), content: .color(Color(red: 9, green: 9, blue: 9)))
    rig.answer()
    let scene = try #require(rig.coordinator("HDMI-A-1").shownScene)
    var tree = try #require(scene.window?.tree)
    tree.layers = []
    scene.window?.replace(tree)
    rig.answer()
    #expect(outcomes.all == nil)
    for layOut in lobby.slowLayouts { layOut() }
    rig.answer()
    #expect(outcomes.shown == ["HDMI-A-1", "HDMI-A-2"])
    #expect(rig.lastShown(1)?.background == lobby.slowColor)
  }

  @Test("content that cannot be shown ends the wait with its reason")
  func failure() throws {
    let rig = rig()
    lobby.badColor = Color(red: 9, green: 9, blue: 9)
    let outcomes = apply(rig, policy(ofSecondScreen: "menu"), content: .color(Color(red: 9, green: 9, blue: 9)))
    rig.answer()
    #expect(outcomes.shown == ["HDMI-A-2"])
    let first = try #require(outcomes.all?.first { $0.screen == "HDMI-A-1" })
    guard case .failed(.content(let reason)) = first.outcome else { Issue.record("\(first)"); return }
    #expect(reason.contains("it is bad"))
  }

  /// The first screen mirrors the second, which is laid out later in the pass.
  private func mirroringRig() -> (SystemRig, ScreenPolicy) {
    let rule = ModeRule(
      match: Sourced(ScreenMatch(connector: GlobPattern("*-1"))), support: Sourced(.mirror),
      mirror: Sourced(MirrorWish(.screen("HDMI-A-2"))))
    let policy = ScreenPolicy(rules: [rule], foregroundApp: Sourced("lobby"))
    let rig = SystemRig(policy: policy, apps: [lobby.app(), menu.app()])
    rig.plug(1)
    rig.plug(2, serial: "2")
    return (rig, policy)
  }

  private let other = Color(red: 9, green: 9, blue: 9)

  @Test("a mirror is answered with the frame that has the new picture of the mirrored screen")
  func mirror() throws {
    for isSlow in [false, true] {
      let (rig, policy) = mirroringRig()
      lobby.slowColor = isSlow ? other : nil
      let outcomes = apply(rig, policy, content: .color(other))
      rig.answer()
      if isSlow {
        #expect(outcomes.all == nil)
        for layOut in lobby.slowLayouts { layOut() }
        rig.answer()
      }
      #expect(outcomes.shown == ["HDMI-A-1", "HDMI-A-2"], "slow: \(isSlow)")
      #expect(rig.lastShown(1)?.layers.first?.contents == .solid(other))
    }
  }

  @Test("a mirror is answered with the frame of another app of the mirrored screen, which changes later in the pass")
  func mirrorOfAnotherApp() throws {
    let (rig, policy) = mirroringRig()
    try rig.system.setForeground("menu", on: "HDMI-A-2") { _ in }
    try rig.system.setForeground("lobby", on: "HDMI-A-2") { _ in }
    rig.answer()
    // The scene of the other app is laid out already.
    var other = policy
    other.foregroundApp = Sourced("menu")
    rig.system.changeChoices { $1.foregroundApp = nil }
    let outcomes = apply(rig, other)
    rig.answer()
    #expect(outcomes.shown == ["HDMI-A-1", "HDMI-A-2"])
    #expect(rig.lastShown(1)?.layers.first?.contents == .solid(menu.color))
  }

  @Test("a mirror does not wait for a picture that does not come")
  func mirrorWithoutAPicture() throws {
    let (rig, policy) = mirroringRig()
    lobby.badColor = other
    let failed = apply(rig, policy, content: .color(other))
    rig.answer()
    #expect(failed.shown == [])
    #expect(failed.all?.map(\.screen) == ["HDMI-A-2"])

    let (second, same) = mirroringRig()
    lobby.badColor = nil
    lobby.slowColor = other
    let frozen = apply(second, same, content: .color(other))
    second.answer()
    #expect(frozen.all == nil)
    try second.coordinator("HDMI-A-2").setFrozen(true) { _ in }
    second.answer()
    for layOut in lobby.slowLayouts { layOut() }
    second.answer()
    #expect(frozen.shown == [])
    #expect(frozen.kept?.count == 1)

    lobby.slowLayouts = []
    let (third, again) = mirroringRig()
    let unplugged = apply(third, again, content: .color(other))
    third.answer()
    #expect(unplugged.all == nil)
    third.unplug(2)
    #expect(unplugged.kept?.count == 1)
    #expect(unplugged.shown == ["HDMI-A-1"])
  }

  @Test("the end of an app is answered with the frame of the next due picture")
  func unregister() throws {
    let rig = rig()
    try rig.system.register(slides.app())
    try rig.system.setForeground("slides", on: "HDMI-A-2") { _ in }
    rig.answer()
    let outcomes = ReceivedOutcomes()
    try rig.system.unregister("slides") { outcomes.all = $0 }
    #expect(outcomes.all == nil)
    rig.answer()
    #expect(outcomes.shown == ["HDMI-A-2"])
    #expect(rig.lastShown(2)?.background == lobby.color)
  }
}
