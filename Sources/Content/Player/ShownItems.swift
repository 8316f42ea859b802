internal import Composition
internal import ContentModel
internal import DisplayTypes

/// What a region shows: its newest item, above those that give way to it.
struct ShownItems {
  /// From the lowest; the last is the newest.
  private(set) var items: [ShownItem] = []
  /// What is shown, or is about to; nil before anything is.
  private(set) var moment: TimelineMoment?
  /// What was before that.
  private(set) var former: TimelineMoment?
  /// When the transition that is under way is over.
  private(set) var settles: MonotonicTime?

  /// How long after a transition what was there before is thrown away, in nanoseconds.
  private static let patience: UInt64 = 20_000_000

  /// The newest one.
  var newest: PreparedItem? { items.last?.leaf }

  /// The set-up cards that are seen: what gives way is seen until it is gone.
  var cards: SetupCardState.Demand { items.reduce(SetupCardState.Demand()) { $0.joined(with: $1.leaf.cards) } }

  /// A new item, which belongs to a moment.
  mutating func add(_ item: ShownItem, _ moment: TimelineMoment) {
    items.append(item)
    former = self.moment
    self.moment = moment
  }

  /// The newest item stays for another moment, or another turn; whether its number is another one.
  mutating func keep(_ moment: TimelineMoment, as number: UInt32) -> Bool {
    self.moment = moment
    guard let index = items.indices.last, items[index].number != number else { return false }
    items[index].number = number
    return true
  }

  /// Nothing is seen any more.
  mutating func clear() {
    drop { _ in true }
    settles = nil
  }

  /// What is seen gives way to what comes next.
  mutating func giveWay(by motion: TransitionMotion, at now: MonotonicTime) {
    drop { $0.end.map { $0.advanced(by: Self.patience) <= now } == true }
    for index in items.indices {
      items[index].animations += motion.outgoing
      items[index].end = min(items[index].end ?? motion.end, motion.end)
    }
    settles = motion.end.advanced(by: Self.patience)
  }

  /// The transition is over: what was there before is let go.
  mutating func settle() {
    settles = nil
    guard let last = items.last else { return }
    drop { $0.leaf !== last.leaf }
    items = [ShownItem(leaf: last.leaf, number: last.number)]
  }

  private mutating func drop(where isGone: (ShownItem) -> Bool) {
    for item in items where isGone(item) { item.leaf.cancel() }
    items.removeAll(where: isGone)
  }

  /// All layers, in points of the region.
  func layers(on geometry: OutputGeometry) -> [Layer] { items.map { $0.layer(on: geometry) } }

  /// The tree of the only item, which plays nothing; nil if there are several, or it plays.
  var stillTree: LayerTree? {
    guard items.count == 1, let item = items.first, item.animations.isEmpty, moment?.since == nil, moment?.until == nil
    else { return nil }
    var tree = item.leaf.tree
    for index in tree.layers.indices {
      tree.layers[index].item = item.number
      tree.layers[index].isSecret = tree.layers[index].isSecret || item.leaf.isSecret
    }
    return tree
  }
}

/// A moment's picture among those that a region shows: one alone, or several while one gives way to the next.
struct ShownItem {
  let leaf: PreparedItem
  /// How it comes in and goes.
  var animations: [LayerAnimation] = []
  /// Holds it in its place where an edge lays it open.
  var counter: [LayerAnimation] = []
  /// When nothing of it is seen any more; nil while nothing else comes.
  var end: MonotonicTime?
  /// What the proof of play knows it by; 0 for nothing.
  var number: UInt32 = 0

  /// Its layers, in those of the region.
  func layer(on geometry: OutputGeometry) -> Layer {
    let bounds = PointRect(size: geometry.size)
    let tree = leaf.tree
    var contents = Backdrop.layers(of: tree, on: geometry) + tree.layers
    if !counter.isEmpty {
      contents = [Layer(id: LayerID(rawValue: 0), frame: bounds, animations: counter, sublayers: contents)]
    }
    return Layer(
      id: LayerID(rawValue: 0), frame: bounds, clipsSublayers: !counter.isEmpty, isSecret: leaf.isSecret, item: number,
      animations: animations,
      sublayers: contents)
  }
}
