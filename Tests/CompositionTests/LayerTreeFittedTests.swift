import Composition
import DisplayTypes
import Testing

@Suite("LayerTree.fitted")
struct LayerTreeFittedTests {
  private static func resolved(_ tree: LayerTree, on mode: PixelSize, frameNumber: UInt64 = 0) -> [ResolvedLayer] {
    var frame = ResolvedFrame()
    tree.resolve(for: OutputGeometry(mode: mode), at: .zero, frameNumber: frameNumber, into: &frame)
    return frame.layers
  }

  private static let red = Color(red: 200, green: 0, blue: 0)
  private static let blue = Color(red: 0, green: 0, blue: 200)

  private static let tree = LayerTree(
    background: blue,
    layers: [
      Layer(
        id: LayerID(rawValue: 1), frame: PointRect(x: 0, y: 0, width: 200, height: 100),
        sublayers: [
          Layer(
            id: LayerID(rawValue: 7), frame: PointRect(x: 150, y: 50, width: 100, height: 50), contents: .solid(red),
            animations: [
              LayerAnimation(
                property: .offset([PointOffset(x: 0, y: 0), PointOffset(x: -100, y: 0)]), clock: .frames(period: 10),
                repeats: .forever)
            ])
        ])
    ])

  @Test("it is as large as fits, in the middle, and cut off at its own edges")
  func fits() {
    // 200x100 points in 400x400: twice as large, with 100 above and below.
    let layers = Self.resolved(
      Self.tree.fitted(from: PointSize(width: 200, height: 100), into: PointSize(width: 400, height: 400)),
      on: PixelSize(width: 400, height: 400))
    #expect(layers.map(\.contents) == [.solid(Self.blue), .solid(Self.red)])
    #expect(
      layers.map(\.bounds) == [
        PixelRect(x: 0, y: 100, width: 400, height: 200), PixelRect(x: 300, y: 200, width: 100, height: 100),
      ])
  }

  @Test("it fills another shape completely, cut off on two sides or stretched, by request")
  func fillsAndStretches() {
    let (from, into) = (PointSize(width: 200, height: 100), PointSize(width: 400, height: 400))
    func bounds(_ fit: MirrorFit) -> [PixelRect] {
      Self.resolved(Self.tree.fitted(from: from, into: into, fit: fit), on: PixelSize(width: 400, height: 400))
        .map(\.bounds)
    }
    // The picture is four times as large: 200 of 800 columns are beyond the left edge, and the red square with the right ones.
    #expect(bounds(.fill) == [PixelRect(x: 0, y: 0, width: 400, height: 400)])
    #expect(
      bounds(.stretch) == [
        PixelRect(x: 0, y: 0, width: 400, height: 400), PixelRect(x: 300, y: 200, width: 100, height: 200),
      ])
  }

  @Test(
    "rectangles that touch each other do so at every size and scale: no seam is between them, and nothing is drawn twice"
  )
  func hasNoSeams() {
    let sizes = [(640, 480), (1024, 768), (1280, 720), (1366, 768), (1680, 1050), (1920, 1080), (3840, 2160)].map {
      PixelSize(width: $0.0, height: $0.1)
    }
    var (seams, joints) = (0, 0)
    for (size, scale) in sizes.flatMap({ size in [1, 1.25, 1.5, 3].map { (size, $0) } }) {
      let source = OutputGeometry(mode: size, scale: scale)
      for (count, target) in (2...12).flatMap({ count in sizes.map { (count, OutputGeometry(mode: $0, scale: 1.5)) } })
      {
        // Whole pixels of the source, as windows and patterns have them.
        let edges = (0...count).map { (Double($0 * size.width) / Double(count)).rounded() / scale }
        let layers = zip(edges, edges.dropFirst()).enumerated().map { index, edge in
          Layer(
            id: LayerID(rawValue: UInt32(index)),
            frame: PointRect(x: edge.0, y: 0, width: edge.1 - edge.0, height: source.size.height),
            contents: .solid(Self.red))
        }
        var frame = ResolvedFrame()
        LayerTree(layers: layers).fitted(from: source.size, into: target.size)
          .resolve(for: target, at: .zero, frameNumber: 0, into: &frame)
        let drawn = frame.layers.dropFirst().map(\.destination)
        joints += drawn.count - 1
        seams += zip(drawn, drawn.dropFirst()).count { $0.x + $0.width != $1.x }
      }
    }
    #expect(joints > 10000)
    #expect(seams == 0)
  }

  @Test("animations continue at the larger scale")
  func moves() {
    let tree = Self.tree.fitted(from: PointSize(width: 200, height: 100), into: PointSize(width: 100, height: 50))
    let x = [0, 5].map { frame in
      Self.resolved(tree, on: PixelSize(width: 100, height: 50), frameNumber: frame).last?.destination.x
    }
    #expect(x == [75, 50])
  }

  @Test("of a fixed size it is enlarged by a whole number, and its pixels stay sharp")
  func enlarged() throws {
    // 200x100 on 1001x450: five times as wide would fit, but not five times as high. The odd column is at the right.
    let geometry = OutputGeometry(mode: PixelSize(width: 1001, height: 450), scale: 2)
    let bitmap = Layer(
      id: LayerID(rawValue: 1), frame: PointRect(x: 10, y: 20, width: 3, height: 1), contents: .solid(Self.red))
    let tree = LayerTree(background: Self.blue, layers: [bitmap])
      .enlarged(from: PixelSize(width: 200, height: 100), into: geometry)
    var frame = ResolvedFrame()
    tree.resolve(for: geometry, at: .zero, frameNumber: 0, into: &frame)
    #expect(
      frame.layers.map(\.bounds) == [
        PixelRect(x: 100, y: 25, width: 800, height: 400), PixelRect(x: 140, y: 105, width: 12, height: 4),
      ])
    #expect(frame.layers.last?.sampling == .sharp)
  }

  @Test("a tree that is too large, or on pixels that are not square, gets the largest size that fits")
  func reduced() {
    func bounds(_ geometry: OutputGeometry) -> PixelRect? {
      var frame = ResolvedFrame()
      Self.tree.enlarged(from: PixelSize(width: 200, height: 100), into: geometry)
        .resolve(for: geometry, at: .zero, frameNumber: 0, into: &frame)
      return frame.layers.first?.bounds
    }
    #expect(
      bounds(OutputGeometry(mode: PixelSize(width: 100, height: 100))) == PixelRect(x: 0, y: 25, width: 100, height: 50)
    )
    #expect(
      bounds(OutputGeometry(mode: PixelSize(width: 400, height: 300), pixelAspectRatio: 0.5))
        == PixelRect(x: 0, y: 100, width: 400, height: 100))
    #expect(Self.tree.enlarged(from: .zero, into: OutputGeometry(mode: PixelSize(width: 1, height: 1))) == LayerTree())
  }

  @Test("its layers have names of their own, and without a size it is empty")
  func edges() throws {
    var tree = Self.tree.fitted(from: PointSize(width: 200, height: 100), into: PointSize(width: 100, height: 50))
    try tree.apply(Transaction([.opacity(LayerID(rawValue: 7), 0.5), .remove(LayerID(rawValue: 8))]))
    #expect(tree.layers.isEmpty)
    #expect(Self.tree.fitted(from: PointSize(width: 0, height: 0), into: PointSize(width: 1, height: 1)) == LayerTree())
  }
}
