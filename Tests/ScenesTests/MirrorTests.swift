import Composition
import DisplayTypes
import ModeSelection
import Testing

@testable import Scenes

@Suite("Mirror of the main screen")
@MainActor
struct MirrorTests {
  let lobby = TestApp("lobby", 1)
  let idle = Color(red: 9, green: 9, blue: 9)

  private func rig(_ support: ExternalSupport, hasScene: Bool = true) -> SystemRig {
    SystemRig(
      policy: ScreenPolicy(support: Sourced(support), idleColor: idle, foregroundApp: Sourced("lobby")),
      apps: [lobby.app(hasScene: hasScene)])
  }

  /// What a screen shows in the middle, and its background.
  private func picture(_ rig: SystemRig, _ number: UInt64) throws -> [LayerContents] {
    let tree = try #require(rig.lastShown(number))
    return [.solid(tree.background)] + tree.layers.map(\.contents)
  }

  @Test("what the main screen shows is shown with black around it, also where that comes later")
  func mirrors() throws {
    let rig = rig(.mirror)
    rig.plug(1)
    #expect(try picture(rig, 1) == [.solid(idle)])
    #expect(try rig.coordinator().mirroredScreen == nil)
    rig.plug(2, name: "eDP-1", placement: .builtIn, modes: [SystemRig.mode(1024, 768, isPreferred: true)])
    #expect(try picture(rig, 1) == [.solid(.black), .solid(idle)])
    #expect(try rig.coordinator().mirroredScreen == "eDP-1")
    // 4:3 in 16:9: as high, and in the middle.
    #expect(rig.lastShown(1)?.layers.first?.frame == PointRect(x: 160, y: 0, width: 960, height: 720))
    #expect(lobby.log.isEmpty)
  }

  @Test("it follows the main screen, and shows the idle frame when that goes")
  func follows() throws {
    let rig = rig(.mirror)
    rig.plug(2, name: "eDP-1", placement: .builtIn)
    rig.plug(1)
    try rig.coordinator("eDP-1").setBlank(true) { _ in }
    rig.answer()
    #expect(try picture(rig, 1) == [.solid(.black), .solid(.black)])
    try rig.coordinator("eDP-1").setBlank(false) { _ in }
    rig.answer()
    #expect(try picture(rig, 1) == [.solid(.black), .solid(idle)])
    rig.unplug(2)
    #expect(try picture(rig, 1) == [.solid(idle)])
    #expect(try rig.coordinator().decision.modesets == 1)
  }

  @Test("with support for external scenes it is what is shown where no app has one")
  func standsIn() throws {
    let rig = rig(.external, hasScene: false)
    rig.plug(2, name: "eDP-1", placement: .builtIn)
    rig.plug(1)
    #expect(try picture(rig, 1) == [.solid(.black), .solid(idle)])
    rig.system.apply(
      policy: ScreenPolicy(idleColor: idle, foregroundApp: Sourced("lobby")), apps: [lobby.app()])
    rig.answer()
    #expect(rig.lastShown(1)?.background == lobby.color)
    #expect(try rig.coordinator().mirroredScreen == nil)
  }
}
