public import DisplayTypes
internal import Presentation

extension SceneSystem {
  /// Makes changes in scenes on several screens, which are seen together: one store changes, and all that shows it.
  ///
  /// Screens of one refresh change with the same one, others each with their next. Content that has yet to be laid out is waited for,
  /// but not for longer than 700 ms: then the others go ahead. Until it returns nothing is shown, and what a call in it answers with
  /// comes after the flips, as ever.
  public func presentTogether<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard !together.isCollecting else { return try body() }
    together.begin(until: clock.now.advanced(by: ScreenCoordinator.layoutPatience))
    defer { show(together.end { isAlarm(on: $0) }) }
    return try body()
  }

  /// Sets what the due scenes of several screens show, on all or on none; they change together.
  ///
  /// Throws, as `ScreenCoordinator.show` of the first that cannot, before anything is changed. Each completion is called once, as by that.
  /// All are tried first: where one can never be shown, none is.
  public func showTogether(
    _ changes: [(coordinator: ScreenCoordinator, content: ContentDescription, completion: (PictureOutcome) -> Void)]
  ) throws(SceneError) {
    for change in changes { try change.coordinator.stage.checkContent() }
    var missing = changes.count
    var obstacle: String?
    for change in changes {
      let name = change.coordinator.screen?.name ?? ""
      change.coordinator.stage.tryContent(change.content) { [weak self] failure in
        missing -= 1
        if let failure, failure.retry == .never { obstacle = obstacle ?? "\(name): \(failure.message)" }
        guard missing == 0, let self else { return }
        if let obstacle {
          let error = SceneError.content("nothing was changed: \(obstacle)")
          for change in changes { change.completion(.failed(error)) }
        } else {
          showTriedTogether(changes)
        }
      }
    }
  }

  private func showTriedTogether(
    _ changes: [(coordinator: ScreenCoordinator, content: ContentDescription, completion: (PictureOutcome) -> Void)]
  ) {
    presentTogether {
      for change in changes {
        do throws(SceneError) {
          try change.coordinator.stage.setTriedContent(change.content, for: nil, completion: change.completion)
        } catch {
          change.completion(.failed(error))
        }
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
    if let stage = coordinators.first(where: { $0.id == order.screen })?.stage {
      for mirror in mirrors(of: stage) { together.expect(mirror.coordinator.id, with: order.screen) }
    }
    show(together.add(order))
  }

  /// A screen's layout is under way: where it is to be seen together with others, they wait for it.
  func willLayOut(_ screen: ScreenID) {
    if together.isCollecting { together.expect(screen, with: screen) }
  }

  /// A screen's layout came to nothing, or its display is gone: nobody waits for it.
  func layoutDidFail(_ screen: ScreenID) { show(together.leave(screen)) }

  func togetherTookTooLong() { show(together.takeOverdue(at: clock.now)) }

  private func show(_ all: [[PresentOrder]]) {
    for orders in all { outlets.command(.presentTogether(orders)) }
    if let deadline = together.deadline { togetherTimer.arm(at: deadline) } else { togetherTimer.disarm() }
  }

  private func command(_ order: PresentOrder) {
    outlets.command(.present(order.screen, order.token, order.geometry, order.tree, order.request))
  }

  private func isAlarm(on screen: ScreenID) -> Bool {
    coordinators.first { $0.id == screen }?.decision.picture.isAlarm == true
  }

  /// Who waits for a picture that a newer one replaces gets that.
  private func joined(_ older: RequestID?, _ newer: RequestID?) -> RequestID? {
    guard let older, let newer else { return older ?? newer }
    return requests.add { [requests] outcome in
      requests.answer(older, outcome)
      requests.answer(newer, outcome)
    }
  }
}
