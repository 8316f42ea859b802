import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// A scene is notified of changes that affect its picture, with the earlier values.
@Suite("Updates of scenes")
@MainActor
struct SceneUpdateTests {
  enum Change: CaseIterable {
    case mode, scale, orientation, insets, nothing
  }

  let lobby = TestApp("lobby", 1)

  @Test(
    "mode, scale, orientation and insets: one call each with the former values, and none without a change",
    arguments: Change.allCases)
  func each(change: Change) throws {
    let rig = SystemRig(policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app()])
    rig.plug()
    let screen = try rig.coordinator()
    let before = try #require(lobby.scene?.traits)
    switch change {
    case .mode: try screen.setMode(ModeWish("800x600")) { _ in }
    case .scale: screen.choose({ $0.scale = 2 }) { _ in }
    case .orientation: screen.choose({ $0.transform = .rotated90 }) { _ in }
    case .insets: screen.choose({ $0.overscan = OverscanInsets(top: .pixels(10)) }) { _ in }
    case .nothing: screen.choose({ $0.transform = .normal }) { _ in }
    }
    rig.answer()
    let after = try #require(lobby.scene?.traits)
    #expect(lobby.updates == (change == .nothing ? [] : [before]))
    #expect((before.mode != after.mode) == (change == .mode))
    #expect((before.geometry.scale != after.geometry.scale) == (change == .scale))
    #expect((before.geometry.transform != after.geometry.transform) == (change == .orientation))
    #expect((before.geometry.overscan != after.geometry.overscan) == (change == .insets))
    let events = rig.events.count { event in
      if case .sceneDidUpdate = event.kind { true } else { false }
    }
    #expect(events == lobby.updates.count)
  }
}
