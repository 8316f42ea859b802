import Composition
import DisplayTypes
import QRReader
import Rasterizing
import Testing

@testable import Content
@testable import ContentModel

@MainActor @Suite(.serialized) struct QRCodeLayoutTests {
  private static let geometries: [OutputGeometry] = Transform.allCases.flatMap { transform in
    [
      OutputGeometry(mode: PixelSize(width: 1366, height: 768), transform: transform),
      OutputGeometry(
        mode: PixelSize(width: 720, height: 480), pixelAspectRatio: 32.0 / 27, transform: transform, scale: 1.5,
        overscan: OverscanInsets(top: .permille(25), right: .pixels(7), bottom: .permille(33), left: .pixels(11))),
    ]
  }

  private func prepare(
    _ description: QRCodeDescription, on geometry: OutputGeometry, _ bench: RasterizerTestBench
  ) throws -> (tree: LayerTree, warning: String?) {
    let layout = QRCodeLayout(description, rasterizer: bench.process)
    var answer: Result<LayerTree, RasterError>?
    layout.prepare(for: geometry) { answer = $0 }
    try bench.turn(until: { answer != nil })
    return (try #require(answer).get(), layout.warning)
  }

  /// The module grid on the upright panel, found by its first and last dark pixels.
  private func read(_ pixels: PatternPixels, dark: UInt32, code side: Int, in rect: PixelRect) -> String? {
    QRCodeReader(side: side) { row, column in
      let x = rect.x + (2 * column + 1) * rect.width / (2 * side)
      let y = rect.y + (2 * row + 1) * rect.height / (2 * side)
      return pixels[x, y] == dark
    }?.text
  }

  private func darkBounds(_ pixels: PatternPixels, _ dark: UInt32) -> PixelRect {
    var bounds = PixelRect.empty
    for y in 0..<pixels.size.height {
      for x in 0..<pixels.size.width where pixels[x, y] == dark {
        bounds = bounds.union(PixelRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return bounds
  }

  @Test func itIsReadFromThePixelsOfEveryPanel() throws {
    let bench = try RasterizerTestBench()
    let description = QRCodeDescription(
      text: "https://example.org", foreground: Color(red: 0, green: 0x20, blue: 0x40), background: .white)
    for geometry in Self.geometries {
      let (tree, warning) = try prepare(description, on: geometry, bench)
      #expect(warning == nil)
      let pixels = try PatternPixels(tree, geometry)
      let code = darkBounds(pixels, 0x00_2040)
      #expect(read(pixels, dark: 0x00_2040, code: 25, in: code) == "https://example.org", "\(geometry)")
      // Whole pixels a module, the same for all, and as good as square to the eye.
      #expect(code.width % 25 == 0 && code.height % 25 == 0, "\(geometry)")
      let shape = Double(code.width) * pixels.pixelWidth / Double(code.height)
      #expect(abs(shape - 1) < 0.08, "\(geometry)")
      // Four modules stay free on each side.
      let (column, row) = (code.width / 25, code.height / 25)
      #expect(code.x >= 4 * column && pixels.size.width - code.maxX >= 4 * column, "\(geometry)")
      #expect(code.y >= 4 * row && pixels.size.height - code.maxY >= 4 * row, "\(geometry)")
    }
  }

  @Test func aCaptionIsBelowAndLeavesTheQuietZone() throws {
    let bench = try RasterizerTestBench()
    for geometry in Self.geometries {
      let description = QRCodeDescription(text: "https://example.org", caption: "Programme and map")
      let (tree, _) = try prepare(description, on: geometry, bench)
      #expect(tree.layers.count == 2)
      let code = tree.layers[0].frame
      let caption = tree.layers[1].frame
      #expect(caption.y >= code.maxY + code.height / 25 * 3.99, "\(geometry)")
      #expect(caption.maxY <= geometry.size.height, "\(geometry)")
      #expect(caption.height > geometry.size.height / 40, "\(geometry)")
    }
  }

  @Test func unreadableCodesAreReported() throws {
    let bench = try RasterizerTestBench()
    let small = OutputGeometry(mode: PixelSize(width: 400, height: 300))
    let long = QRCodeDescription(text: String(repeating: "x", count: 1_000))
    #expect(try prepare(long, on: small, bench).warning?.contains("modules") == true)
    let pale = QRCodeDescription(text: "a", foreground: Color(red: 150, green: 150, blue: 150))
    #expect(try prepare(pale, on: small, bench).warning?.contains("darker") == true)
    let inverted = QRCodeDescription(text: "a", foreground: .white, background: .black)
    #expect(try prepare(inverted, on: small, bench).warning?.contains("darker") == true)
    let tiny = OutputGeometry(mode: PixelSize(width: 64, height: 48))
    #expect(
      throws: RasterError.roomTooSmall(
        needs: PixelSize(width: 145, height: 145), has: PixelSize(width: 62, height: 46))
    ) {
      try prepare(QRCodeDescription(text: String(repeating: "x", count: 1_300)), on: tiny, bench)
    }
    let tooLong = QRCodeDescription(text: String(repeating: "x", count: 2_400))
    #expect(throws: RasterError.codeTooLong(bytes: 2_400)) { try prepare(tooLong, on: small, bench) }
  }

  @Test func aNewGeometryGivesUpTheEarlierOne() throws {
    let bench = try RasterizerTestBench()
    let layout = QRCodeLayout(QRCodeDescription(text: "a", caption: "b"), rasterizer: bench.process)
    var earlier = 0
    var later = 0
    layout.prepare(for: OutputGeometry(mode: PixelSize(width: 1920, height: 1080))) { _ in earlier += 1 }
    layout.prepare(for: OutputGeometry(mode: PixelSize(width: 640, height: 480))) { _ in later += 1 }
    try bench.turn(until: { later > 0 })
    #expect(earlier == 0)
  }
}
