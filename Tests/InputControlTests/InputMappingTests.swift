import ControlProtocol
import DisplayTypes
import Testing

@testable import marquee_keys

/// From panels to scenes.
struct InputMappingTests {
  private static let mode = PixelSize(width: 1280, height: 720)
  private let whole = SceneWindow(session: "a", frame: FrameInfo(x: 0, y: 0, width: 1, height: 1))
  private let left = SceneWindow(session: "l", frame: FrameInfo(x: 0, y: 0, width: 0.5, height: 1))
  private let right = SceneWindow(session: "r", frame: FrameInfo(x: 0.5, y: 0.25, width: 0.5, height: 0.5))

  private func near(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1e-9 }

  @Test(
    "a touch hits the drawn place, under each of the eight transforms and with overscan",
    arguments: Transform.allCases)
  func transforms(transform: Transform) throws {
    let insets = OverscanInsets(top: .pixels(10), right: .pixels(40), bottom: .permille(50), left: .permille(20))
    for overscan in [OverscanInsets.none, insets] {
      let geometry = OutputGeometry(mode: Self.mode, transform: transform, scale: 1.5, overscan: overscan)
      let mapping = InputMapping(screen: geometry, windows: [whole])
      // The place of a small rectangle of the scene in the drawing, which is an independent check.
      for (x, y) in [(0.25, 0.5), (0.75, 0.1), (0.125, 0.9)] {
        let size = geometry.size
        let pixel = geometry.pixels(of: PointRect(x: x * size.width, y: y * size.height, width: 0, height: 0))
        let place = try #require(
          mapping.scene(
            x: Double(pixel.x) / Double(Self.mode.width), y: Double(pixel.y) / Double(Self.mode.height)))
        // A pixel is rounded to.
        #expect(abs(place.x - x) * size.width <= 1 && abs(place.y - y) * size.height <= 1, "\(transform) \(place)")
      }
    }
  }

  /// The corners of the upright picture (A B above, C D below) at the panel's upper left, upper right, lower left and lower right. They
  /// come from a sheet of paper that was turned anticlockwise. For flipped transforms it was mirrored first.
  private static let sheet: [(transform: Transform, corners: String)] = [
    (.normal, "ABCD"), (.rotated90, "BDAC"), (.rotated180, "DCBA"), (.rotated270, "CADB"),
    (.flipped, "BADC"), (.flipped90, "ACBD"), (.flipped180, "CDAB"), (.flipped270, "DBCA"),
  ]

  @Test(
    "a visible corner is touched at its place: alone, beside overscan, and in a mirror",
    arguments: sheet)
  func corners(transform: Transform, corners: String) throws {
    let panel = PixelSize(width: 1000, height: 500)
    let inset = OverscanInsets(bottom: .pixels(100), left: .pixels(200))
    // The area of the picture on the panel, in pixels. A mirrored square has a square in the middle.
    let cases: [(mapping: InputMapping, area: (x: Double, y: Double, width: Double, height: Double))] = [
      (InputMapping(screen: OutputGeometry(mode: panel, transform: transform), windows: [whole]), (0, 0, 1000, 500)),
      (
        InputMapping(
          screen: OutputGeometry(mode: panel, transform: transform, scale: 2, overscan: inset), windows: [whole]),
        (200, 0, 800, 400)
      ),
      (
        InputMapping(
          screen: OutputGeometry(mode: panel, transform: transform),
          mirror: InputMapping.Mirror(
            source: OutputGeometry(mode: PixelSize(width: 600, height: 600), transform: .rotated90), fit: .letterbox),
          windows: [whole]), (250, 0, 500, 500)
      ),
    ]
    let places: [Character: (x: Double, y: Double)] = [
      "A": (0.1, 0.1), "B": (0.9, 0.1), "C": (0.1, 0.9), "D": (0.9, 0.9),
    ]
    for (mapping, area) in cases {
      for (corner, (x, y)) in zip(corners, [(0.1, 0.1), (0.9, 0.1), (0.1, 0.9), (0.9, 0.9)]) {
        let (pixelX, pixelY) = (area.x + x * area.width, area.y + y * area.height)
        let place = try #require(mapping.scene(x: pixelX / 1000, y: pixelY / 500))
        let expected = try #require(places[corner])
        #expect(near(place.x, expected.x) && near(place.y, expected.y), "\(corner) at \(x), \(y) of \(area): \(place)")
      }
      if area.x > 0 { #expect(mapping.scene(x: area.x / 1000 - 0.01, y: 0.5) == nil) }
    }
  }

  @Test("under a rotation by 90 the panel's upper left corner is the scene's upper right one")
  func rotated() throws {
    let mapping = InputMapping(screen: OutputGeometry(mode: Self.mode, transform: .rotated90), windows: [whole])
    // The panel was turned clockwise: the kernel's upper left corner is now at the right.
    let corner = try #require(mapping.scene(x: 0, y: 0))
    #expect(corner == ScenePoint(session: "a", x: 1, y: 0))
    let down = try #require(mapping.scene(x: 0.25, y: 0.75))
    #expect(near(down.x, 0.25) && near(down.y, 0.25))
  }

  @Test("the black edges of overscan are no scene")
  func overscan() throws {
    let geometry = OutputGeometry(mode: Self.mode, overscan: OverscanInsets(top: .pixels(72), left: .pixels(128)))
    let mapping = InputMapping(screen: geometry, windows: [whole])
    #expect(mapping.scene(x: 0.05, y: 0.5) == nil)
    #expect(mapping.scene(x: 0.5, y: 0.05) == nil)
    let place = try #require(mapping.scene(x: 0.55, y: 0.55))
    #expect(near(place.x, 0.5) && near(place.y, 0.5))
  }

  @Test("each scene has its own coordinates, and the space between scenes belongs to none")
  func frames() throws {
    let mapping = InputMapping(screen: OutputGeometry(mode: Self.mode), windows: [left, right])
    #expect(mapping.scene(x: 0.25, y: 0.5) == ScenePoint(session: "l", x: 0.5, y: 0.5))
    #expect(mapping.scene(x: 0.75, y: 0.5) == ScenePoint(session: "r", x: 0.5, y: 0.5))
    #expect(mapping.scene(x: 0.75, y: 0.1) == nil)
    #expect(mapping.point(x: 0.75, y: 0.5, in: "l")?.x == 1.5)
    #expect(mapping.point(x: 0.75, y: 0.5, in: "gone") == nil)
  }

  @Test("the bars of a mirror belong to no scene, and its picture belongs to the other screen")
  func letterbox() throws {
    let source = OutputGeometry(mode: PixelSize(width: 1024, height: 768))
    let screen = OutputGeometry(mode: Self.mode)
    var mapping = InputMapping(
      screen: screen, mirror: InputMapping.Mirror(source: source, fit: .letterbox), windows: [whole])
    // 960 of 1280 pixels are the picture: 160 on each side are bars.
    #expect(mapping.scene(x: 0.1, y: 0.5) == nil)
    #expect(mapping.scene(x: 0.9, y: 0.5) == nil)
    let quarter = try #require(mapping.scene(x: (160 + 240) / 1280.0, y: 0.25))
    #expect(near(quarter.x, 0.25) && near(quarter.y, 0.25))
    mapping.mirror?.fit = .stretch
    #expect(near(mapping.scene(x: 0.1, y: 0.5)?.x ?? 0, 0.1))
    mapping.mirror?.fit = .fill
    // 720 of 960 lines are visible.
    let top = try #require(mapping.scene(x: 0.5, y: 0))
    #expect(near(top.y, 0.125))
  }

  @Test("a mirror of a turned screen shows its upright picture")
  func turnedMirror() throws {
    let source = OutputGeometry(mode: Self.mode, transform: .rotated90)
    let mapping = InputMapping(
      screen: OutputGeometry(mode: Self.mode), mirror: InputMapping.Mirror(source: source, fit: .letterbox),
      windows: [whole])
    // 405 of 1280 pixels.
    #expect(mapping.scene(x: 0.3, y: 0.5) == nil)
    let middle = try #require(mapping.scene(x: 0.5, y: 0.25))
    #expect(near(middle.x, 0.5) && near(middle.y, 0.25))
  }

  @Test("a screen without pixels has no scenes")
  func nothing() {
    let mapping = InputMapping(screen: OutputGeometry(mode: PixelSize(width: 0, height: 0)), windows: [whole])
    #expect(mapping.scene(x: 0.5, y: 0.5) == nil)
  }
}
