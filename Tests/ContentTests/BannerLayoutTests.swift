import Composition
import DisplayTypes
import RasterizerHost
import Rasterizing
import Testing

@testable import Content
@testable import ContentModel

@MainActor @Suite(.serialized) struct BannerLayoutTests {
  private static let geometries: [OutputGeometry] = Transform.allCases.flatMap { transform in
    [
      OutputGeometry(mode: PixelSize(width: 1366, height: 768), transform: transform),
      OutputGeometry(
        mode: PixelSize(width: 720, height: 480), pixelAspectRatio: 32.0 / 27, transform: transform, scale: 1.5,
        overscan: OverscanInsets(top: .permille(25), right: .pixels(7), bottom: .permille(33), left: .pixels(11))),
      OutputGeometry(mode: PixelSize(width: 3840, height: 2160), transform: transform, scale: 2),
    ]
  }

  private func prepare(
    _ layout: BannerLayout, on geometry: OutputGeometry, _ bench: RasterizerTestBench
  ) throws -> Result<LayerTree, RasterError> {
    var answer: Result<LayerTree, RasterError>?
    layout.prepare(for: geometry) { answer = $0 }
    try bench.turn(until: { answer != nil })
    return try #require(answer)
  }

  @Test func thePicturesPixelsAreThePanelsOnEveryGeometry() throws {
    let bench = try RasterizerTestBench()
    let layout = BannerLayout(
      BannerDescription(text: "Welcome to Marquee", background: Color(red: 16, green: 32, blue: 48)),
      rasterizer: bench.process)
    for geometry in Self.geometries {
      let tree = try prepare(layout, on: geometry, bench).get()
      #expect(tree.background == Color(red: 16, green: 32, blue: 48))
      var frame = ResolvedFrame()
      tree.resolve(for: geometry, at: .zero, frameNumber: 0, into: &frame)
      #expect(frame.layers.count == 1)
      let layer = try #require(frame.layers.first)
      guard case .mask(let bitmap, .white) = layer.contents else {
        Issue.record("no white text on \(geometry)")
        continue
      }
      let size = geometry.transform.swapsAxes ? bitmap.size.transposed : bitmap.size
      #expect(layer.destination.size == size, "\(geometry)")
      #expect(geometry.pictureArea.contains(layer.destination), "\(geometry)")
      // The text is in the middle of the picture area, wherever that is on the panel.
      let area = geometry.pictureArea
      #expect(abs(layer.destination.x + layer.destination.maxX - area.x - area.maxX) <= 24, "\(geometry)")
    }
    #expect(layout.warning == nil)
  }

  @Test func aBannerWithoutTextIsItsBackground() throws {
    let bench = try RasterizerTestBench()
    let layout = BannerLayout(BannerDescription(text: " \n ", background: .white), rasterizer: bench.process)
    let geometry = OutputGeometry(mode: PixelSize(width: 640, height: 480))
    #expect(try prepare(layout, on: geometry, bench).get() == LayerTree(background: .white))
    #expect(bench.process.statistics.starts == 0)
  }

  @Test func aMegabyteIsRefused() throws {
    let bench = try RasterizerTestBench()
    let layout = BannerLayout(
      BannerDescription(text: String(repeating: "x", count: 1 << 20)), rasterizer: bench.process)
    let geometry = OutputGeometry(mode: PixelSize(width: 640, height: 480))
    #expect(throws: RasterError.textTooLong(bytes: 1 << 20)) { try prepare(layout, on: geometry, bench).get() }
  }

  @Test func aNewGeometryGivesUpTheEarlierOne() throws {
    let bench = try RasterizerTestBench()
    let layout = BannerLayout(BannerDescription(text: "Hello"), rasterizer: bench.process)
    var earlier = 0
    layout.prepare(for: OutputGeometry(mode: PixelSize(width: 1920, height: 1080))) { _ in earlier += 1 }
    let tree = try prepare(layout, on: OutputGeometry(mode: PixelSize(width: 640, height: 480)), bench).get()
    #expect(tree.layers.count == 1)
    #expect(earlier == 0)
  }

  @Test func aTextThatIsCutOrLacksAFontIsReported() throws {
    let bench = try RasterizerTestBench()
    let geometry = OutputGeometry(mode: PixelSize(width: 640, height: 480))
    let long = BannerLayout(BannerDescription(text: String(repeating: "word ", count: 3000)), rasterizer: bench.process)
    _ = try prepare(long, on: geometry, bench).get()
    #expect(long.warning?.contains("ellipsis") == true)
    let strange = BannerLayout(BannerDescription(text: "a\u{10FFFD}"), rasterizer: bench.process)
    _ = try prepare(strange, on: geometry, bench).get()
    #expect(strange.warning?.contains("font") == true)
  }
}
