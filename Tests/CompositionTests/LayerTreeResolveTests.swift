import Composition
import DisplayTypes
import Testing

@Suite struct LayerTreeResolveTests {
  private func layer(
    _ id: UInt32, _ frame: PointRect, opacity: Double = 1, clips: Bool = false, _ sublayers: [Layer] = []
  )
    -> Layer
  {
    Layer(
      id: LayerID(rawValue: id), frame: frame, contents: .solid(.white), opacity: opacity, clipsSublayers: clips,
      sublayers: sublayers)
  }

  private func resolve(_ layers: [Layer], for geometry: OutputGeometry) -> ResolvedFrame {
    var frame = ResolvedFrame()
    LayerTree(background: .white, layers: layers).resolve(for: geometry, at: .zero, frameNumber: 0, into: &frame)
    return frame
  }

  @Test(arguments: [
    (Transform.normal, PixelRect(x: 10, y: 20, width: 30, height: 5)),
    (.rotated90, PixelRect(x: 20, y: 60, width: 5, height: 30)),
    (.rotated180, PixelRect(x: 160, y: 75, width: 30, height: 5)),
    (.rotated270, PixelRect(x: 175, y: 10, width: 5, height: 30)),
    (.flipped, PixelRect(x: 160, y: 20, width: 30, height: 5)),
    (.flipped90, PixelRect(x: 20, y: 10, width: 5, height: 30)),
    (.flipped180, PixelRect(x: 10, y: 75, width: 30, height: 5)),
    (.flipped270, PixelRect(x: 175, y: 60, width: 5, height: 30)),
  ]) func aLayerIsPlacedByTheTransform(transform: Transform, expected: PixelRect) {
    let geometry = OutputGeometry(mode: PixelSize(width: 200, height: 100), transform: transform)
    let frame = resolve([layer(1, PointRect(x: 10, y: 20, width: 30, height: 5))], for: geometry)
    #expect(frame.layers.first?.destination == expected)
    #expect(frame.transform == transform)
    #expect(frame.size == PixelSize(width: 200, height: 100))
  }

  @Test func aFullSceneCoversThePictureAreaInEveryGeometry() {
    for transform in Transform.allCases {
      for scale in [0.5, 1, 1.25, 1.5, 2, 3] {
        for (mode, aspect) in [
          (PixelSize(width: 1366, height: 768), 1.0), (PixelSize(width: 720, height: 480), 32.0 / 27),
          (PixelSize(width: 721, height: 577), 1.1),
        ] {
          let geometry = OutputGeometry(
            mode: mode, pixelAspectRatio: aspect, transform: transform, scale: scale,
            overscan: OverscanInsets(top: .pixels(3), right: .permille(20), bottom: .pixels(7), left: .permille(15)))
          let frame = resolve([layer(1, PointRect(size: geometry.size))], for: geometry)
          #expect(frame.layers.first?.destination == geometry.pictureArea, "\(geometry)")
          #expect(frame.pictureArea == geometry.pictureArea)
        }
      }
    }
  }

  @Test func overscanMovesAndClipsLayers() {
    let geometry = OutputGeometry(
      mode: PixelSize(width: 100, height: 100), overscan: OverscanInsets(top: .pixels(10), left: .pixels(20)))
    let frame = resolve([layer(1, PointRect(x: -5, y: 0, width: 10, height: 10))], for: geometry)
    #expect(frame.layers.first?.destination == PixelRect(x: 15, y: 10, width: 10, height: 10))
    #expect(frame.layers.first?.bounds == PixelRect(x: 20, y: 10, width: 5, height: 10))
  }

  @Test func aPointIsSquareToTheEyeOnPixelsThatAreNot() {
    let geometry = OutputGeometry(mode: PixelSize(width: 720, height: 480), pixelAspectRatio: 1.25, scale: 2)
    let frame = resolve([layer(1, PointRect(x: 0, y: 0, width: 100, height: 100))], for: geometry)
    #expect(frame.layers.first?.destination.size == PixelSize(width: 160, height: 200))
  }

  @Test func neighboursTouchInEveryTransformWhereverTheirEdgesFall() {
    for transform in Transform.allCases {
      let geometry = OutputGeometry(mode: PixelSize(width: 101, height: 67), transform: transform, scale: 1.7)
      for edge in stride(from: 0.5, to: 20, by: 0.5) {
        let frame = resolve(
          [
            layer(1, PointRect(x: 0, y: 0, width: edge, height: 9)),
            layer(2, PointRect(x: edge, y: 0, width: 11, height: 9)),
          ], for: geometry)
        let both = frame.layers[0].destination.union(frame.layers[1].destination)
        #expect(
          both.area == frame.layers[0].destination.area + frame.layers[1].destination.area, "\(transform) at \(edge)")
      }
    }
  }

  @Test func sublayersMoveFadeAndAreClippedWithTheirSuperlayer() throws {
    let inner = layer(2, PointRect(x: 5, y: 5, width: 20, height: 20), opacity: 0.5)
    let outer = layer(1, PointRect(x: 10, y: 10, width: 10, height: 10), opacity: 0.5, clips: true, [inner])
    let frame = resolve([outer], for: OutputGeometry(mode: PixelSize(width: 100, height: 100)))
    #expect(frame.layers.count == 2)
    let resolved = try #require(frame.layers.last)
    #expect(resolved.destination == PixelRect(x: 15, y: 15, width: 20, height: 20))
    #expect(resolved.bounds == PixelRect(x: 15, y: 15, width: 5, height: 5))
    #expect(resolved.opacity == 64)
  }

  @Test func withoutClippingSublayersReachBeyondTheirSuperlayer() {
    let inner = layer(2, PointRect(x: 5, y: 5, width: 20, height: 20))
    let outer = layer(1, PointRect(x: 10, y: 10, width: 10, height: 10), [inner])
    let frame = resolve([outer], for: OutputGeometry(mode: PixelSize(width: 100, height: 100)))
    #expect(frame.layers.last?.bounds == PixelRect(x: 15, y: 15, width: 20, height: 20))
  }

  @Test func layersComeInDrawingOrderWithoutInvisibleOnes() {
    let group = Layer(
      id: LayerID(rawValue: 9), frame: PointRect(x: 50, y: 0, width: 1, height: 1),
      sublayers: [layer(4, PointRect(x: 0, y: 0, width: 4, height: 4))])
    let layers = [
      layer(1, PointRect(x: 0, y: 0, width: 1, height: 1)),
      layer(2, PointRect(x: 500, y: 0, width: 1, height: 1)),
      layer(3, PointRect(x: 0, y: 0, width: 3, height: 3), opacity: 0.001),
      group,
      layer(5, PointRect(x: 0, y: 0, width: 5, height: 5)),
    ]
    let frame = resolve(layers, for: OutputGeometry(mode: PixelSize(width: 100, height: 100)))
    #expect(frame.layers.map(\.destination.width) == [1, 4, 5])
    #expect(frame.layers.allSatisfy { $0.opacity > 0 })
  }

  @Test func numbersThatAreNoneMakeNoTrouble() {
    for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      let layers = [
        layer(1, PointRect(x: value, y: 0, width: 10, height: 10)),
        layer(2, PointRect(x: 0, y: 0, width: value, height: 10)),
        layer(3, PointRect(x: 0, y: 0, width: 10, height: 10), opacity: value),
      ]
      let frame = resolve(layers, for: OutputGeometry(mode: PixelSize(width: 100, height: 100)))
      #expect(frame.layers.allSatisfy { PixelRect(x: 0, y: 0, width: 100, height: 100).contains($0.bounds) })
    }
  }

  @Test func aFrameThatIsUsedAgainKeepsNothing() {
    var frame = resolve(
      [layer(1, PointRect(x: 0, y: 0, width: 10, height: 10))],
      for: OutputGeometry(mode: PixelSize(width: 100, height: 100), transform: .flipped))
    let other = OutputGeometry(mode: PixelSize(width: 50, height: 50))
    LayerTree().resolve(for: other, at: .zero, frameNumber: 0, into: &frame)
    #expect(frame == ResolvedFrame(size: other.mode, pictureArea: other.pictureArea))
  }
}
