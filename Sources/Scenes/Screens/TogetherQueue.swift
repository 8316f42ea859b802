internal import DisplayTypes
internal import Presentation

/// Collects the pictures of several screens, so that they are shown together once all are laid out.
///
/// Pure.
nonisolated struct TogetherQueue {
  /// Changes are being made: every screen that they concern takes part.
  private(set) var isCollecting = false
  /// Screens whose picture is still being laid out.
  private var awaited: Set<ScreenID> = []
  /// Pictures in the order in which they came.
  private var orders: [PresentOrder] = []

  /// Changes begin; those of an earlier time go on being collected.
  mutating func begin() { isCollecting = true }

  /// All changes are made; returns the pictures, where all are there.
  mutating func end() -> [PresentOrder]? {
    isCollecting = false
    return takeIfComplete()
  }

  /// Whether a screen takes part, so that its next picture belongs to the others.
  func holds(_ screen: ScreenID) -> Bool {
    isCollecting || awaited.contains(screen) || orders.contains { $0.screen == screen }
  }

  /// Whether a picture is still being laid out.
  var isWaiting: Bool { !isCollecting && !awaited.isEmpty }

  /// The next picture of a screen comes later.
  mutating func expect(_ screen: ScreenID) { awaited.insert(screen) }

  /// A picture is there; returns all pictures, where it was the last.
  mutating func add(_ order: PresentOrder) -> [PresentOrder]? {
    orders.append(order)
    awaited.remove(order.screen)
    return takeIfComplete()
  }

  /// The picture of a screen does not come; returns the others, where it was the last.
  mutating func leave(_ screen: ScreenID) -> [PresentOrder]? {
    guard awaited.remove(screen) != nil else { return nil }
    return takeIfComplete()
  }

  /// What is there, complete or not.
  mutating func takeAll() -> [PresentOrder] {
    defer { self = TogetherQueue() }
    return orders
  }

  private mutating func takeIfComplete() -> [PresentOrder]? {
    isCollecting || !awaited.isEmpty || orders.isEmpty ? nil : takeAll()
  }
}
