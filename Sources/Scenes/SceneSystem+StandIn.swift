internal import DisplayTypes

extension SceneSystem {
  /// Where scenes live on while no external display is connected; nil where none do.
  public var standIn: Screen? { coordinators.first(where: \.isStandIn)?.screen }

  /// Whether the scenes of the display that went from here live on: no other external display is there, or may return in a moment.
  func mayStandIn(_ coordinator: ScreenCoordinator) -> Bool {
    policy.standIn.value && coordinator.awaitsExternal && isAlone(coordinator)
  }

  /// Whether no other connector has an external display, or had one a moment ago, or stands in for one.
  func isAlone(_ coordinator: ScreenCoordinator) -> Bool {
    !coordinators.contains { other in
      other !== coordinator && (other.isStandIn || other.hasExternal || other.awaitsExternal)
    }
  }

  /// Whose scenes live on with a display that has come: those that stand in, or whose display was the only one and has just gone.
  func standIn(for snapshot: ScreenSnapshot, on coordinator: ScreenCoordinator) -> ScreenCoordinator? {
    guard policy.standIn.value, coordinator.isExternal(snapshot) else { return nil }
    if let standIn = coordinators.first(where: \.isStandIn) { return standIn }
    let away = coordinators.filter(\.awaitsExternal)
    guard away.count == 1, !coordinators.contains(where: \.hasExternal) else { return nil }
    return away.first { !isReturning($0) }
  }

  /// There is another configuration: scenes stand in no longer where it does not want that.
  func endStandIns() {
    for coordinator in coordinators {
      guard let screen = coordinator.screen, screen.isStandIn else { continue }
      if !policy.standIn.value || !coordinator.isExternal(screen.snapshot) { coordinator.departed() }
    }
  }
}
