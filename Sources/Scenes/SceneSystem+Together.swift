internal import DisplayTypes
internal import Presentation

extension SceneSystem {
  /// Makes changes in scenes on several screens, which are seen together: one store changes, and all that shows it.
  ///
  /// Screens of one refresh change with the same one, others each with their next. Content that has yet to be laid out is waited for,
  /// but not for longer than 700 ms: then the others go ahead. Until it returns nothing is shown, and what a call in it answers with
  /// comes after the flips, as ever.
  public func presentTogether<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard !together.isCollecting else { return try body() }
    together.begin()
    defer {
      show(together.end())
      if together.isWaiting { togetherTimer.arm(at: clock.now.advanced(by: ScreenCoordinator.layoutPatience)) }
    }
    return try body()
  }

  /// Hands a picture to the display thread, or keeps it for those that it is to be seen with.
  func present(_ order: PresentOrder) {
    if together.holds(order.screen) {
      // What mirrors it comes next.
      if let stage = coordinators.first(where: { $0.id == order.screen })?.stage {
        for mirror in mirrors(of: stage) { together.expect(mirror.coordinator.id) }
      }
      show(together.add(order))
    } else {
      outlets.command(.present(order.screen, order.token, order.geometry, order.tree, order.request))
    }
  }

  /// A screen's layout is under way: where it is to be seen together with others, they wait for it.
  func willLayOut(_ screen: ScreenID) {
    if together.isCollecting { together.expect(screen) }
  }

  /// A screen's layout came to nothing: nobody waits for it.
  func layoutDidFail(_ screen: ScreenID) { show(together.leave(screen)) }

  func togetherTookTooLong() { show(together.takeAll()) }

  private func show(_ orders: [PresentOrder]?) {
    guard let orders, !orders.isEmpty else { return }
    togetherTimer.disarm()
    outlets.command(.presentTogether(orders))
  }
}
