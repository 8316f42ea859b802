import Composition
import Content
import ContentModel
import DisplayTypes
import Testing

@Suite struct PatternLayoutTests {
  private func layers(_ layers: [Layer]) -> [Layer] { layers + layers.flatMap { self.layers($0.sublayers) } }

  @Test(arguments: PatternName.allCases) func layersHaveIdentifiersOfTheirOwn(name: PatternName) {
    let tree = PatternLayout.tree(name, for: OutputGeometry(mode: PixelSize(width: 1920, height: 1080)))
    let ids = layers(tree.layers).map(\.id)
    #expect(!ids.isEmpty)
    #expect(Set(ids).count == ids.count)
  }

  @Test(arguments: PatternName.allCases) func theSmallestAndOddestModesAreLaidOut(name: PatternName) throws {
    for (width, height) in [(16, 16), (17, 16), (16, 1000), (1000, 17), (64, 48)] {
      for transform in [Transform.normal, .flipped90] {
        for scale in [0.25, 1, 16] {
          let geometry = OutputGeometry(
            mode: PixelSize(width: width, height: height), pixelAspectRatio: 1.4, transform: transform, scale: scale)
          let pixels = try PatternPixels(name, geometry)
          #expect(pixels[0, 0] != 0x123457)
        }
      }
    }
  }

  @Test(arguments: PatternName.allCases) func noPixelsMakeAnEmptyTree(name: PatternName) {
    #expect(PatternLayout.tree(name, for: OutputGeometry(mode: .zero)) == LayerTree())
  }

  @Test(arguments: [PatternName.bars, .grid, .ramps]) func stillPatternsAreStill(name: PatternName) {
    let tree = PatternLayout.tree(name, for: OutputGeometry(mode: PixelSize(width: 1920, height: 1080)))
    #expect(!tree.isAnimated(at: .zero))
  }

  /// A ring as one stencil would take 1 MB in 1080p, and 15 MB in 8K.
  @Test(arguments: PatternName.allCases) func patternsCostLittleMemory(name: PatternName) {
    let tree = PatternLayout.tree(name, for: OutputGeometry(mode: PixelSize(width: 1920, height: 1080)))
    var bitmaps: [ObjectIdentifier: Int] = [:]
    for layer in layers(tree.layers) {
      switch layer.contents {
      case .bitmap(let bitmap), .mask(let bitmap, _): bitmaps[ObjectIdentifier(bitmap)] = bitmap.bytes.count
      case .none, .solid, .surface, .frame: break
      }
    }
    #expect(bitmaps.values.reduce(0, +) < 800_000)
  }
}
