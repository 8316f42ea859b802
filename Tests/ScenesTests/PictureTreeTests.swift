import Composition
import DisplayTypes
import Testing

@testable import Scenes

@Suite("PictureTree")
struct PictureTreeTests {
  let idle = Color(red: 9, green: 9, blue: 9)
  let window = LayerTree(background: Color(red: 1, green: 0, blue: 0))
  let size = PointSize(width: 100, height: 50)

  private func background(
    _ shown: ShownPicture, isBlank: Bool = false, isFrozen: Bool = false, window: LayerTree? = nil
  ) -> Color {
    PictureTree.make(
      ScreenPicture(shown, cover: PictureCover(isBlank: isBlank, isFrozen: isFrozen)), window: window, size: size,
      idle: idle
    ).background
  }

  private let scene = ShownPicture.scene(app: "lobby", role: .externalDisplayNonInteractive)

  @Test("a scene's window, and the idle colour if it has no tree yet")
  func scenes() {
    #expect(background(scene, window: window) == window.background)
    #expect(background(scene) == idle)
    #expect(background(.idle, window: window) == idle)
  }

  @Test("a blank screen is black with any due picture, and a freeze changes no layer")
  func covers() {
    for shown in [scene, .idle, .mirror] {
      #expect(background(shown, isBlank: true, window: window) == .black)
      #expect(background(shown, isFrozen: true, window: window) == background(shown, window: window))
    }
  }

  @Test("a mirror has the source's layers, scaled, and without a source the idle colour")
  func mirrors() {
    let mirrored = PictureTree.make(
      ScreenPicture(.mirror), source: (window, PointSize(width: 50, height: 50)), size: size, idle: idle)
    #expect(mirrored == window.fitted(from: PointSize(width: 50, height: 50), into: size))
    #expect(background(.mirror) == idle)
  }
}
