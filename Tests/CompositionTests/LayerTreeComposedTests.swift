import DisplayTypes
import Testing

@testable import Composition

/// Several trees in one picture.
@Suite("Trees side by side")
struct LayerTreeComposedTests {
  private let red = Color(red: 200, green: 0, blue: 0)
  private let blue = Color(red: 0, green: 0, blue: 200)
  private let size = PointSize(width: 100, height: 50)

  private func tree(_ color: Color) -> LayerTree {
    LayerTree(
      background: color,
      layers: [
        Layer(
          id: LayerID(rawValue: 1), frame: PointRect(x: -10, y: 0, width: 500, height: 10), contents: .solid(color),
          sublayers: [Layer(id: LayerID(rawValue: 2), frame: .zero)])
      ])
  }

  @Test("a tree that fills the picture is returned unchanged")
  func one() {
    let only = LayerTree.composed([(tree(red), PointRect(size: size))], size: size, background: .black)
    #expect(only == tree(red))
    #expect(LayerTree.composed([], size: size, background: blue) == LayerTree(background: blue))
  }

  @Test("each is cut off at its frame, has its own background, and no two layers have one name")
  func two() {
    let frames = [PointRect(x: 0, y: 0, width: 50, height: 50), PointRect(x: 50, y: 0, width: 50, height: 50)]
    let both = LayerTree.composed([(tree(red), frames[0]), (tree(blue), frames[1])], size: size, background: .black)
    #expect(both.layers.map(\.frame) == frames)
    #expect(both.layers.map(\.contents) == [.solid(red), .solid(blue)])
    #expect(both.layers.map(\.clipsSublayers) == [true, true])
    func names(_ layers: [Layer]) -> [UInt32] { layers.flatMap { [$0.id.rawValue] + names($0.sublayers) } }
    #expect(names(both.layers).sorted() == [1, 2, 3, 4, 5, 6])
  }
}
