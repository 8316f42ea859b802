import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// The time at which a scene's first frame is reported.
@MainActor
struct FirstFrameTests {
  let lobby = TestApp("lobby", 1)
  let menu = TestApp("menu", 2)

  private func firstFrames(_ rig: SystemRig) -> [String] {
    rig.events.compactMap { event in
      guard case .sceneDidPresent(let label, _) = event.kind else { return nil }
      return label.app
    }
  }

  @Test("the first frame of a scene on a blank screen is reported when its picture is visible")
  func blank() throws {
    let rig = SystemRig(policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app(), menu.app()])
    rig.plug()
    try rig.coordinator().setBlank(true) { _ in }
    rig.answer()
    try rig.system.setForeground("menu", on: nil) { _ in }
    rig.answer()
    #expect(firstFrames(rig) == ["lobby"])
    try rig.coordinator().setBlank(false) { _ in }
    rig.answer()
    #expect(firstFrames(rig) == ["lobby", "menu"])
  }
}
