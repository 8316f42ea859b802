public import ContentModel
internal import DisplayTypes
internal import Presentation

/// Collects the pictures of several screens, so that those which were changed together are shown together once all are laid out.
///
/// Pure.
nonisolated struct TogetherQueue {
  /// Screens that are seen together.
  private struct Group {
    /// Those whose picture is still being laid out.
    var awaited: Set<ScreenID> = []
    /// Pictures in the order of their screens' first; of each screen the newest.
    var orders: [PresentOrder] = []
    /// When the others go ahead.
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

  /// Changes are being made: every screen that they concern takes part.
  private var collecting: Group?
  /// What was changed before, and has yet to be laid out; no screen is in two of them.
  private var waiting: [Group] = []

  /// Whether changes are being made.
  var isCollecting: Bool { collecting != nil }

  /// When something is shown whether it is complete or not; nil where nothing waits.
  var deadline: MonotonicTime? { waiting.map(\.deadline).min() }

  /// Changes begin; those of an earlier time go on waiting.
  mutating func begin(until deadline: MonotonicTime) { collecting = Group(deadline: deadline) }

  /// All changes are made; returns what can be shown: all, or nothing but what does not wait.
  ///
  /// Where an earlier change of the same screens waits they become one, which waits no longer than that would have.
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

  /// Whether a screen takes part, so that its next picture belongs to others.
  func holds(_ screen: ScreenID) -> Bool { isCollecting || waiting.contains { $0.concerns(screen) } }

  /// What is held of a screen.
  func held(of screen: ScreenID) -> PresentOrder? {
    (waiting + [collecting].compactMap(\.self)).lazy.flatMap(\.orders).last { $0.screen == screen }
  }

  /// The next picture of a screen comes later, with those of another.
  mutating func expect(_ screen: ScreenID, with other: ScreenID) {
    if collecting != nil {
      collecting?.awaited.insert(screen)
    } else if !holds(screen), let index = waiting.firstIndex(where: { $0.concerns(other) }) {
      waiting[index].awaited.insert(screen)
    }
  }

  /// A picture is there; returns what can be shown with it.
  mutating func add(_ order: PresentOrder) -> [[PresentOrder]] {
    if collecting != nil {
      collecting?.add(order)
      return []
    }
    guard let index = waiting.firstIndex(where: { $0.concerns(order.screen) }) else { return [[order]] }
    waiting[index].add(order)
    return takeComplete()
  }

  /// The picture of a screen does not come; returns what waited for that alone.
  mutating func leave(_ screen: ScreenID) -> [[PresentOrder]] {
    collecting?.awaited.remove(screen)
    for index in waiting.indices { waiting[index].awaited.remove(screen) }
    return takeComplete()
  }

  /// A screen takes no part any more; returns what waited for it alone.
  mutating func release(_ screen: ScreenID) -> [[PresentOrder]] {
    for index in waiting.indices { waiting[index].orders.removeAll { $0.screen == screen } }
    return leave(screen)
  }

  /// What has waited long enough, complete or not.
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

/// Hands pictures to the display thread, or keeps them for those that they are to be seen with.
final class TogetherPresenter {
  private unowned let system: SceneSystem
  private var together = TogetherQueue()
  private var timer: (any DisplayTimer)?

  init(_ system: SceneSystem) {
    self.system = system
    timer = system.makeTimer { [weak self] in self?.togetherTookTooLong() }
  }

  func presentTogether<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try system.pass.input { () throws(Failure) in
      beginTogether()
      return try body()
    }
  }

  /// What this input changes is seen together.
  func beginTogether() {
    if !together.isCollecting { together.begin(until: system.clock.now.advanced(by: ModeSetting.layoutPatience)) }
  }

  /// Shows what an input has changed together, as far as it is laid out; false if there is no such input.
  func endTogether() -> Bool {
    guard together.isCollecting else { return false }
    show(together.end { isAlarm(on: $0) })
    return true
  }

  func showTogether(
    _ changes: [(coordinator: ScreenCoordinator, content: ContentDescription, completion: (PictureOutcome) -> Void)]
  ) throws(SceneError) {
    for change in changes { try change.coordinator.stage.content.checkContent() }
    system.pass.input { tryTogether(changes) }
  }

  private func tryTogether(
    _ changes: [(coordinator: ScreenCoordinator, content: ContentDescription, completion: (PictureOutcome) -> Void)]
  ) {
    var missing = changes.count
    var obstacle: String?
    for change in changes {
      let name = change.coordinator.screen?.name ?? ""
      change.coordinator.stage.content.tryContent(change.content) { [weak self] failure in
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

  private func showTriedTogether(
    _ changes: [(coordinator: ScreenCoordinator, content: ContentDescription, completion: (PictureOutcome) -> Void)]
  ) {
    beginTogether()
    for change in changes {
      do throws(SceneError) {
        try change.coordinator.stage.content.setTriedContent(change.content, for: nil, completion: change.completion)
      } catch {
        system.pass.answer { change.completion(.failed(error)) }
      }
    }
  }

  /// Hands a picture to the display thread, or keeps it for those that it is to be seen with.
  func present(_ order: PresentOrder) {
    guard together.holds(order.screen) else { return command(order) }
    var order = order
    order.request = joined(together.held(of: order.screen)?.request, order.request)
    // An alarm waits for nobody.
    if !together.isCollecting, isAlarm(on: order.screen) {
      let others = together.release(order.screen)
      command(order)
      return show(others)
    }
    // What mirrors it comes next.
    if let stage = system.coordinators.first(where: { $0.id == order.screen })?.stage {
      for mirror in system.relations.mirrors(of: stage) { together.expect(mirror.coordinator.id, with: order.screen) }
    }
    show(together.add(order))
  }

  /// A screen's layout is under way: where it is to be seen together with others, they wait for it.
  func willLayOut(_ screen: ScreenID) {
    if together.isCollecting { together.expect(screen, with: screen) }
  }

  /// A screen's layout came to nothing, or its display is gone: nobody waits for it.
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
    system.coordinators.first { $0.id == screen }?.decision.picture.isAlarm == true
  }

  /// Who waits for a picture that a newer one replaces gets that.
  private func joined(_ older: RequestID?, _ newer: RequestID?) -> RequestID? {
    guard let older, let newer else { return older ?? newer }
    return system.requests.add { [requests = system.requests] outcome in
      requests.answer(older, outcome)
      requests.answer(newer, outcome)
    }
  }
}

extension SceneSystem {
  /// Makes changes in scenes on several screens, which are seen together: one store changes, and all that shows it.
  ///
  /// Screens of one refresh change with the same one, others each with their next. Content that has yet to be laid out is waited for,
  /// but not for longer than 700 ms: then the others go ahead. Until it returns nothing is shown, and what a call in it answers with
  /// comes after the flips, as ever.
  public func presentTogether<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try presenter.presentTogether(body)
  }

  /// Sets what the due scenes of several screens show, on all or on none; they change together.
  ///
  /// Throws, as `ScreenCoordinator.show` of the first that cannot, before anything is changed. Each completion is called once, as by that.
  /// All are tried first: where one can never be shown, none is.
  public func showTogether(
    _ changes: [(coordinator: ScreenCoordinator, content: ContentDescription, completion: (PictureOutcome) -> Void)]
  ) throws(SceneError) { try presenter.showTogether(changes) }
}
