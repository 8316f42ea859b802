import Composition
import DisplayTypes
import Testing

@testable import Scenes

/// Scenes of a fixed size on screens of any.
@Suite("Scene of a fixed size")
@MainActor
struct SharpPictureTests {
  let game = TestApp("game", 1)
  let size = PixelSize(width: 320, height: 200)

  private func rig() -> SystemRig {
    let app = game.app()
    app.manifest = SceneManifest(
      configurations: [.externalDisplayNonInteractive: [SceneConfiguration(name: "main", size: size)]])
    return SystemRig(policy: ScreenPolicy(foregroundApp: Sourced("game")), apps: [app])
  }

  /// The picture's frame on the screen, and the frame of the layer that the app made as large as its layout.
  private func frames(_ rig: SystemRig) throws -> [PointRect] {
    let picture = try #require(rig.lastShown()?.layers.first)
    return [picture.frame, try #require(picture.sublayers.first).frame]
  }

  @Test("it is laid out for its size, and enlarged by a whole number in the middle")
  func enlarged() throws {
    let rig = rig()
    rig.plug()
    // 1280x720: three times 200 rows fit.
    #expect(
      try frames(rig) == [
        PointRect(x: 160, y: 60, width: 960, height: 600), PointRect(x: 0, y: 0, width: 960, height: 600),
      ])
    #expect(rig.lastShown()?.background == .black)
  }

  @Test("another mode needs no other layout, and its first frame is placed for it")
  func otherMode() throws {
    let rig = rig()
    rig.plug()
    let layouts = game.layouts
    try rig.coordinator().setMode(ModeWish("800x600")) { _ in }
    rig.answer()
    #expect(game.layouts == layouts)
    #expect(try frames(rig).first == PointRect(x: 80, y: 100, width: 640, height: 400))
    let first = rig.shown[ScreenID(rawValue: 1)]?.first { $0.mode.width == 800 }
    #expect(first?.tree == rig.lastShown())
  }

  @Test("changes of the app in its window are placed too")
  func transaction() throws {
    let rig = rig()
    rig.plug()
    let window = try #require(game.scene?.window)
    #expect(window.tree.layers.first?.frame.size == PointSize(width: 320, height: 200))
    try window.commit(Transaction([.remove(LayerID(rawValue: 1))]))
    rig.answer()
    #expect(rig.lastShown()?.layers.first?.frame == PointRect(x: 160, y: 60, width: 960, height: 600))
    #expect(rig.lastShown()?.layers.first?.sublayers.isEmpty == true)
  }
}
