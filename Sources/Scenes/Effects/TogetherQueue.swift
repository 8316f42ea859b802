internal import DisplayTypes
internal import Presentation

/// Collects the pictures of screens that changed together, until all are laid out. Pure.
nonisolated struct TogetherQueue {
  private struct Group {
    /// The screens without a layout yet.
    var awaited: Set<ScreenID> = []
    /// The newest picture of each screen, in the order of the first pictures.
    var orders: [PresentOrder] = []
    /// The end of the wait.
    var deadline: MonotonicTime

    func concerns(_ screen: ScreenID) -> Bool { awaited.contains(screen) || orders.contains { $0.screen == screen } }

    mutating func add(_ order: PresentOrder) {
      awaited.remove(order.screen)
      if let index = orders.firstIndex(where: { $0.screen == order.screen }) {
        orders[index] = order
      } else {
        orders.append(order)
      }
    }
  }

  /// The changes of the current input.
  private var collecting: Group?
  /// Earlier changes that wait for a layout; each screen is in at most one of them.
  private var waiting: [Group] = []

  var isCollecting: Bool { collecting != nil }

  /// Nil if nothing waits.
  var deadline: MonotonicTime? { waiting.map(\.deadline).min() }

  /// Begins an input; earlier groups continue to wait.
  mutating func begin(until deadline: MonotonicTime) { collecting = Group(deadline: deadline) }

  /// Ends an input; returns the pictures that can be shown. The group is joined with earlier groups of the same screens, and keeps the
  /// earliest deadline.
  mutating func end(urgent: (ScreenID) -> Bool = { _ in false }) -> [[PresentOrder]] {
    guard var group = collecting else { return [] }
    collecting = nil
    for (index, other) in waiting.enumerated().reversed() {
      guard (group.awaited.union(group.orders.map(\.screen))).contains(where: other.concerns) else { continue }
      waiting.remove(at: index)
      var merged = other
      for order in group.orders { merged.add(order) }
      merged.awaited.formUnion(group.awaited)
      merged.deadline = min(other.deadline, group.deadline)
      group = merged
    }
    waiting.append(group)
    let complete = takeComplete()
    guard complete.isEmpty, let index = waiting.indices.last else { return complete }
    let ahead = waiting[index].orders.filter { urgent($0.screen) }
    waiting[index].orders.removeAll { urgent($0.screen) }
    return ahead.isEmpty ? [] : [ahead]
  }

  func holds(_ screen: ScreenID) -> Bool { isCollecting || waiting.contains { $0.concerns(screen) } }

  func held(of screen: ScreenID) -> PresentOrder? {
    (waiting + [collecting].compactMap(\.self)).lazy.flatMap(\.orders).last { $0.screen == screen }
  }

  /// Makes a screen's next picture wait for the pictures of another screen's group.
  mutating func expect(_ screen: ScreenID, with other: ScreenID) {
    if collecting != nil {
      collecting?.awaited.insert(screen)
    } else if !holds(screen), let index = waiting.firstIndex(where: { $0.concerns(other) }) {
      waiting[index].awaited.insert(screen)
    }
  }

  /// Adds a picture; returns the pictures that can be shown with it.
  mutating func add(_ order: PresentOrder) -> [[PresentOrder]] {
    if collecting != nil {
      collecting?.add(order)
      return []
    }
    guard let index = waiting.firstIndex(where: { $0.concerns(order.screen) }) else { return [[order]] }
    waiting[index].add(order)
    return takeComplete()
  }

  /// Records that a screen's picture does not come; returns the groups that waited only for it.
  mutating func leave(_ screen: ScreenID) -> [[PresentOrder]] {
    collecting?.awaited.remove(screen)
    for index in waiting.indices { waiting[index].awaited.remove(screen) }
    return takeComplete()
  }

  /// Removes a screen from its group; returns the groups that waited only for it.
  mutating func release(_ screen: ScreenID) -> [[PresentOrder]] {
    for index in waiting.indices { waiting[index].orders.removeAll { $0.screen == screen } }
    return leave(screen)
  }

  /// Removes and returns the groups whose deadline is over, complete or not.
  mutating func takeOverdue(at now: MonotonicTime) -> [[PresentOrder]] {
    let overdue = waiting.filter { $0.deadline <= now }.map(\.orders)
    waiting.removeAll { $0.deadline <= now }
    return overdue.filter { !$0.isEmpty }
  }

  private mutating func takeComplete() -> [[PresentOrder]] {
    let complete = waiting.filter(\.awaited.isEmpty).map(\.orders)
    waiting.removeAll(where: \.awaited.isEmpty)
    return complete.filter { !$0.isEmpty }
  }
}

/// New content of a screen.
package typealias SceneContentChange = (
  coordinator: ScreenCoordinator, content: ChosenContent, completion: (PictureOutcome) -> Void
)

/// Sends pictures to the display thread, or holds them for the pictures of other screens.
package final class TogetherPresenter {
  private unowned let system: SceneSystem
  private var together = TogetherQueue()
  private var timer: (any DisplayTimer)?

  init(_ system: SceneSystem) {
    self.system = system
    timer = system.makeTimer { [weak self] in self?.togetherTookTooLong() }
  }

  func beginTogether() {
    if !together.isCollecting { together.begin(until: system.clock.now.advanced(by: ModeSetting.layoutPatience)) }
  }

  /// Ends a common change; false if no input changes screens together.
  func endTogether() -> Bool {
    guard together.isCollecting else { return false }
    show(together.end { isAlarm(on: $0) })
    return true
  }

  /// Sets the content of several screens, on all or on none; the screens change together. Throws before anything is changed. All contents
  /// are tried first.
  package func showTogether(_ changes: [SceneContentChange]) throws(SceneError) {
    for change in changes { try change.coordinator.screenScenes.content.checkContent() }
    system.pass.input {
      var missing = changes.count
      var obstacle: String?
      for change in changes {
        let name = change.coordinator.screen?.name ?? ""
        change.coordinator.screenScenes.content.tryContent(change.content) { [weak self] failure in
          missing -= 1
          if let failure, failure.retry == .never { obstacle = obstacle ?? "\(name): \(failure.message)" }
          guard missing == 0, let self else { return }
          if let obstacle {
            let error = SceneError.content("nothing was changed: \(obstacle)")
            for change in changes { system.pass.answer { change.completion(.failed(error)) } }
          } else {
            showTriedTogether(changes)
          }
        }
      }
    }
  }

  private func showTriedTogether(_ changes: [SceneContentChange]) {
    beginTogether()
    for change in changes {
      do throws(SceneError) {
        try change.coordinator.screenScenes.content.setTriedContent(
          change.content, for: nil, completion: change.completion)
      } catch {
        system.pass.answer { change.completion(.failed(error)) }
      }
    }
  }

  /// Sends a picture, or holds it for the pictures of other screens.
  func present(_ order: PresentOrder) {
    guard together.holds(order.screen) else { return command(order) }
    var order = order
    order.request = joined(together.held(of: order.screen)?.request, order.request)
    // An alarm does not wait for other screens.
    if !together.isCollecting, isAlarm(on: order.screen) {
      let others = together.release(order.screen)
      command(order)
      return show(others)
    }
    // The pictures of its mirrors come next.
    if let screenScenes = system.coordinator(order.screen)?.screenScenes {
      for mirror in system.relations.mirrors(of: screenScenes) {
        together.expect(mirror.coordinator.id, with: order.screen)
      }
    }
    show(together.add(order))
  }

  /// Makes other screens of the same change wait for this layout.
  func willLayOut(_ screen: ScreenID) {
    if together.isCollecting { together.expect(screen, with: screen) }
  }

  /// Ends the wait of other screens for this layout.
  func layoutDidFail(_ screen: ScreenID) { show(together.leave(screen)) }

  func togetherTookTooLong() { show(together.takeOverdue(at: system.clock.now)) }

  private func show(_ all: [[PresentOrder]]) {
    for orders in all { system.pass.command(.presentTogether(orders)) }
    if let deadline = together.deadline { timer?.arm(at: deadline) } else { timer?.disarm() }
  }

  private func command(_ order: PresentOrder) {
    system.pass.command(.present(order.screen, order.token, order.geometry, order.tree, order.request))
  }

  private func isAlarm(on screen: ScreenID) -> Bool {
    system.coordinator(screen)?.decision.picture.isAlarm == true
  }

  /// Joins the requests of a replaced picture with those of the newer picture.
  private func joined(_ older: RequestID?, _ newer: RequestID?) -> RequestID? {
    guard let older, let newer else { return older ?? newer }
    return system.requests.add { [requests = system.requests] outcome in
      requests.answer(older, outcome)
      requests.answer(newer, outcome)
    }
  }
}

extension SceneSystem {
  /// Makes changes in scenes on several screens, which become visible together. Screens with a common refresh change in the same refresh,
  /// others in their next. A layout delays the other screens for at most 700 ms. Nothing is shown before the body returns.
  public func presentTogether<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try pass.input { () throws(Failure) in
      presenter.beginTogether()
      return try body()
    }
  }
}
