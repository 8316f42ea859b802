import Composition
import DisplayTypes
import Testing

@Suite("LayerTree.masked")
struct LayerTreeMaskedTests {
  private static let secret = Color(red: 201, green: 7, blue: 99)
  private static let size = PixelSize(width: 100, height: 50)

  private static func layer(
    _ number: UInt32, _ contents: LayerContents, isPrivate: Bool = false, animations: [LayerAnimation] = [],
    _ sublayers: [Layer] = []
  ) -> Layer {
    Layer(
      id: LayerID(rawValue: number), frame: PointRect(x: 10, y: 10, width: 20, height: 20), contents: contents,
      isPrivate: isPrivate, animations: animations, sublayers: sublayers)
  }

  private static func resolved(_ tree: LayerTree) -> ResolvedFrame {
    var frame = ResolvedFrame()
    tree.resolve(for: OutputGeometry(mode: size), at: .zero, frameNumber: 3, into: &frame)
    return frame
  }

  private static let move = LayerAnimation(
    property: .offset([PointOffset(x: 0, y: 0), PointOffset(x: 30, y: 0)]), clock: .frames(period: 10),
    repeats: .forever)

  @Test("a private layer and everything in it are removed, and a still placeholder is in its place")
  func masks() {
    let hidden = Self.layer(
      2, .none, isPrivate: true, animations: [Self.move],
      [Self.layer(3, .solid(Self.secret), [Self.layer(4, .solid(Self.secret))])])
    let tree = LayerTree(background: .white, layers: [Self.layer(1, .solid(.black), [hidden])])
    let frame = Self.resolved(tree.masked())
    #expect(frame.layers.map(\.contents) == [.solid(.black), .solid(LayerTree.placeholder)])
    #expect(frame.layers.last?.destination == PixelRect(x: 20, y: 20, width: 20, height: 20))
    #expect(!frame.layers.contains { $0.isPrivate })
    #expect(!tree.masked().isAnimated(at: .zero))
    #expect(frame.background == .white)
  }

  @Test("a tree without private layers is as it was")
  func untouched() {
    let tree = LayerTree(background: .white, layers: [Self.layer(1, .solid(.black), animations: [Self.move])])
    #expect(tree.masked() == tree)
  }

  @Test("everything below a private layer is private within its area, and nothing beside it")
  func resolves() {
    let hidden = Self.layer(2, .solid(Self.secret), isPrivate: true, [Self.layer(3, .solid(Self.secret))])
    let frame = Self.resolved(
      LayerTree(layers: [Self.layer(1, .solid(.black)), hidden, Self.layer(4, .solid(.white))]))
    #expect(frame.layers.map(\.isPrivate) == [false, true, true, false])
  }

  @Test("a whole tree becomes private with its background, also as a picture within another")
  func whole() {
    let points = PointSize(width: 100, height: 50)
    let tree = LayerTree(background: Self.secret, layers: [Self.layer(1, .solid(Self.secret))]).madePrivate(
      size: points)
    #expect(Self.resolved(tree).layers.map(\.contents) == [.solid(Self.secret), .solid(Self.secret)])
    for shown in [tree, tree.fitted(from: points, into: PointSize(width: 50, height: 50))] {
      let frame = Self.resolved(shown.masked())
      #expect(!frame.layers.contains { $0.contents == .solid(Self.secret) })
      #expect(frame.layers.last?.contents == .solid(LayerTree.placeholder))
      #expect(frame.background != Self.secret)
    }
  }
}
