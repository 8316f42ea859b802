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

  @Test("what moves goes on moving, by as much as everything is larger")
  func moves() {
    let tree = Self.tree.fitted(from: PointSize(width: 200, height: 100), into: PointSize(width: 100, height: 50))
    let x = [0, 5].map { frame in
      Self.resolved(tree, on: PixelSize(width: 100, height: 50), frameNumber: frame).last?.destination.x
    }
    #expect(x == [75, 50])
  }

  @Test("its layers have names of their own, and without a size it is empty")
  func edges() throws {
    var tree = Self.tree.fitted(from: PointSize(width: 200, height: 100), into: PointSize(width: 100, height: 50))
    try tree.apply(Transaction([.opacity(LayerID(rawValue: 7), 0.5), .remove(LayerID(rawValue: 8))]))
    #expect(tree.layers.isEmpty)
    #expect(Self.tree.fitted(from: PointSize(width: 0, height: 0), into: PointSize(width: 1, height: 1)) == LayerTree())
  }
}
