import DisplayTypes
import Testing

@Suite struct OutputGeometryTests {
  private let fullHD = PixelSize(width: 1920, height: 1080)

  @Test("without settings a point is a pixel")
  func plain() {
    let geometry = OutputGeometry(mode: fullHD)
    #expect(geometry.size == PointSize(width: 1920, height: 1080))
    #expect(
      geometry.pixels(of: PointRect(x: 10, y: 20, width: 30, height: 40))
        == PixelRect(x: 10, y: 20, width: 30, height: 40))
  }

  @Test(
    "a full-screen scene covers the picture area under every transform, scale and inset", arguments: Transform.allCases)
  func fullScreen(transform: Transform) {
    for scale in [0.5, 1, 1.25, 2, 3] {
      for (mode, aspect) in [
        (fullHD, 1.0), (PixelSize(width: 720, height: 480), 32.0 / 27), (PixelSize(width: 1366, height: 768), 1),
      ] {
        let insets = OverscanInsets(top: .permille(25), right: .pixels(7), bottom: .none, left: .pixels(13))
        let geometry = OutputGeometry(
          mode: mode, pixelAspectRatio: aspect, transform: transform, scale: scale, overscan: insets)
        #expect(geometry.pixels(of: PointRect(size: geometry.size)) == geometry.pictureArea)
        #expect(geometry.uprightPixels.width * geometry.uprightPixels.height == geometry.pictureArea.area)
      }
    }
  }

  @Test("a square in points is square to the eye", arguments: Transform.allCases)
  func square(transform: Transform) {
    let aspect = 32.0 / 27
    let geometry = OutputGeometry(
      mode: PixelSize(width: 720, height: 480), pixelAspectRatio: aspect, transform: transform, scale: 2)
    let pixels = geometry.pixels(of: PointRect(x: 50, y: 50, width: 100, height: 100))
    #expect(abs(Double(pixels.width) * aspect - Double(pixels.height)) <= 2)
    #expect(abs(pixels.height - 200) <= 1)
  }

  @Test("the upright top left corner is moved by the transform")
  func corner() {
    let rect = PointRect(x: 0, y: 0, width: 10, height: 20)
    func pixels(_ transform: Transform) -> PixelRect {
      OutputGeometry(mode: fullHD, transform: transform).pixels(of: rect)
    }
    #expect(pixels(.rotated90) == PixelRect(x: 0, y: 1070, width: 20, height: 10))
    #expect(pixels(.rotated180) == PixelRect(x: 1910, y: 1060, width: 10, height: 20))
    #expect(pixels(.rotated270) == PixelRect(x: 1900, y: 0, width: 20, height: 10))
    #expect(pixels(.flipped) == PixelRect(x: 1910, y: 0, width: 10, height: 20))
  }

  @Test("scale and pixel shape give pixels a point")
  func pixelsPerPoint() {
    let geometry = OutputGeometry(mode: PixelSize(width: 720, height: 480), pixelAspectRatio: 32.0 / 27, scale: 2)
    #expect(abs(geometry.pixelsPerPoint.vertical - 2) < 1e-9)
    #expect(abs(geometry.pixelsPerPoint.horizontal - 2 * 27.0 / 32) < 1e-9)
    let empty = OutputGeometry(mode: .zero)
    #expect(empty.pixelsPerPoint.horizontal == 1)
    #expect(empty.pixels(of: PointRect(x: 0, y: 0, width: 9, height: 9)) == .empty)
  }

  @Test("neighbours share an edge and leave no gap")
  func neighbours() {
    let geometry = OutputGeometry(mode: PixelSize(width: 1000, height: 700), scale: 1.5)
    let width = geometry.size.width / 7
    var edge = 0
    for column in 0..<7 {
      let pixels = geometry.pixels(of: PointRect(x: Double(column) * width, y: 0, width: width, height: 10))
      #expect(pixels.x == edge)
      edge = pixels.maxX
    }
    #expect(edge == 1000)
  }

  @Test("with fewer pixels the picture stands in the same shares of the panel")
  func reduced() {
    let insets = OverscanInsets(top: .pixels(54), right: .permille(100), left: .pixels(192))
    let geometry = OutputGeometry(mode: fullHD, transform: .rotated90, scale: 2, overscan: insets)
    let small = geometry.reduced(longestSide: 480)
    #expect(small.mode == PixelSize(width: 480, height: 270) && small.transform == .rotated90)
    // A quarter of the area of the whole panel.
    #expect(geometry.pictureArea == PixelRect(x: 192, y: 54, width: 1536, height: 1026))
    #expect(small.pictureArea == PixelRect(x: 48, y: 14, width: 384, height: 256))
    #expect(geometry.reduced(longestSide: 4000).mode == fullHD)
  }

  @Test("absurd numbers are corrected and trap nothing")
  func absurd() {
    for scale in [0, -1, .nan, .infinity, 1000] {
      #expect(OutputGeometry(mode: fullHD, pixelAspectRatio: scale, scale: scale) == OutputGeometry(mode: fullHD))
    }
    let geometry = OutputGeometry(
      mode: PixelSize(width: .max, height: .max), overscan: OverscanInsets(top: .permille(.max)))
    _ = geometry.pictureArea
    _ = geometry.size
    for side in [Int.min, 0, 480, .max] { _ = geometry.reduced(longestSide: side) }
    let far = OutputGeometry(mode: fullHD)
    for value in [Double.nan, .infinity, -.infinity, 1e300] {
      _ = far.pixels(of: PointRect(x: value, y: value, width: value, height: value))
    }
  }
}
