import Composition
import DisplayTypes
import Testing

@Suite struct TransactionTests {
  private func layer(_ id: UInt32, _ sublayers: [Layer] = []) -> Layer {
    Layer(
      id: LayerID(rawValue: id), frame: PointRect(x: 0, y: 0, width: 10, height: 10), contents: .solid(.white),
      sublayers: sublayers)
  }

  private func id(_ number: UInt32) -> LayerID { LayerID(rawValue: number) }

  @Test func changesAreAppliedInOrder() throws {
    var tree = LayerTree(layers: [layer(1)])
    try tree.apply(
      Transaction([
        .background(Color(red: 1, green: 2, blue: 3)), .add(layer(2), into: nil), .add(layer(3), into: id(2)),
        .opacity(id(3), 0.5), .frame(id(1), PointRect(x: 5, y: 6, width: 7, height: 8)), .contents(id(2), .none),
        .opacity(id(3), 0.25),
      ]))
    #expect(tree.background == Color(red: 1, green: 2, blue: 3))
    #expect(tree.layers.map(\.id) == [id(1), id(2)])
    #expect(tree[id(1)]?.frame == PointRect(x: 5, y: 6, width: 7, height: 8))
    #expect(tree[id(2)]?.contents == LayerContents.none)
    #expect(tree[id(3)]?.opacity == 0.25)
  }

  @Test func anErrorLeavesTheTreeAsItWas() {
    var tree = LayerTree(layers: [layer(1)])
    let before = tree
    #expect(throws: TransactionError.noSuchLayer(id(9))) {
      try tree.apply(Transaction([.background(.white), .remove(id(1)), .opacity(id(9), 0)]))
    }
    #expect(tree == before)
  }

  @Test func everyChangeOfAMissingLayerIsRefused() {
    var tree = LayerTree()
    let changes: [Transaction.Change] = [
      .add(layer(2), into: id(9)), .remove(id(9)), .frame(id(9), .zero), .contents(id(9), .none), .opacity(id(9), 1),
      .animations(id(9), []),
    ]
    for change in changes {
      #expect(throws: TransactionError.noSuchLayer(id(9))) { try tree.apply(Transaction([change])) }
    }
  }

  @Test func removesALayerWithinAnotherWithAllBelowIt() throws {
    var tree = LayerTree(layers: [layer(1, [layer(2, [layer(3)]), layer(4)])])
    try tree.apply(Transaction([.remove(id(2))]))
    #expect(tree[id(2)] == nil)
    #expect(tree[id(3)] == nil)
    #expect(tree[id(4)] != nil)
  }

  @Test func refusesAnIdentifierThatTheTreeHasWhereverItIs() {
    var tree = LayerTree(layers: [layer(1, [layer(2)])])
    #expect(throws: TransactionError.duplicateLayer(id(2))) {
      try tree.apply(Transaction([.add(layer(5, [layer(2)]), into: nil)]))
    }
    #expect(throws: TransactionError.duplicateLayer(id(1))) {
      try tree.apply(Transaction([.add(layer(1), into: id(2))]))
    }
  }

  @Test func refusesAnIdentifierThatIsAddedTwice() {
    var tree = LayerTree()
    #expect(throws: TransactionError.duplicateLayer(id(5))) {
      try tree.apply(Transaction([.add(layer(5, [layer(6), layer(5)]), into: nil)]))
    }
    #expect(throws: TransactionError.duplicateLayer(id(6))) {
      try tree.apply(Transaction([.add(layer(5, [layer(6), layer(6)]), into: nil)]))
    }
  }

  @Test func anIdentifierCanBeUsedAgainOnceItsLayerIsGone() throws {
    var tree = LayerTree(layers: [layer(1)])
    try tree.apply(Transaction([.remove(id(1)), .add(layer(1), into: nil)]))
    #expect(tree.layers.count == 1)
  }
}
