internal import DisplayTypes
internal import Presentation

/// Facts about all screens together, for decisions: mirrors, and scenes that move between displays.
struct ScreenRelations {
  let coordinators: [ScreenCoordinator]
  /// The screens in the current report with a settled EDID.
  let reported: [ScreenSnapshot]
  let applications: ApplicationScenes
  let rules: [ModeRule]
  /// Whether scenes continue without an external display.
  let hasStandIn: Bool

  var mainScreen: Screen? { coordinators.first { $0.screen?.isMain == true }?.screen }

  /// The screen to mirror and its fit.
  ///
  /// - Parameter wish: an assumed choice; nil for the choice in force.
  func mirrorChoice(for coordinator: ScreenCoordinator, wishing wish: MirrorWish? = nil) -> MirrorChoice {
    guard let name = coordinator.screen?.name else { return MirrorChoice() }
    var wishes: [String: Sourced<MirrorWish>] = [:]
    var applications: [String: String] = [:]
    for other in coordinators {
      guard let screen = other.screen, !screen.isMain else { continue }
      applications[screen.name] = other.decision.foreground.flatMap {
        self.applications.groups[$0.app]?.screenThatShowsIt
      }
      wishes[screen.name] = other.decision.mirrorWish?.map(byConnector)
    }
    if let wish { wishes[name] = Sourced(byConnector(wish)) }
    var choice = MirrorChoice(
      of: name, wishes: wishes, connected: Set(coordinators.compactMap { $0.screen?.name }),
      main: mainScreen?.name,
      applications: applications)
    if coordinator.decision.isMirrorChosen { choice.source = .runtime }
    return choice
  }

  /// The wish with the connector of a source that it gives by the screen's own name.
  private func byConnector(_ wish: MirrorWish) -> MirrorWish {
    guard case .screen(let name) = wish.source, let rule = rules.first(named: name),
      let source = coordinators.first(where: { rule == $0.facts.rule })?.screen
    else { return wish }
    return MirrorWish(.screen(source.name), fit: wish.fit)
  }

  /// The mirrors of a screen, which can show another picture now.
  func mirrors(of source: ScreenScenes) -> [ScreenScenes] {
    coordinators.filter { $0.screenScenes.presentation.mirrorSource === source && $0.attempt == nil && $0.lit != nil }
      .map(\.screenScenes)
  }

  /// Whether no other connector has an external display, had one a moment ago, or has a stand-in.
  func isAlone(_ coordinator: ScreenCoordinator) -> Bool {
    !coordinators.contains { other in
      other !== coordinator && (other.isStandIn || other.standIn.hasExternal || other.standIn.awaitsExternal)
    }
  }

  /// The stand-in, or the only external display that has just gone; its scenes continue on a new display.
  func standIn(for snapshot: ScreenSnapshot, on coordinator: ScreenCoordinator) -> ScreenCoordinator? {
    guard hasStandIn, coordinator.facts.isExternal(snapshot) else { return nil }
    if let standIn = coordinators.first(where: \.isStandIn) { return standIn }
    let away = coordinators.filter(\.standIn.awaitsExternal)
    guard away.count == 1, !coordinators.contains(where: \.standIn.hasExternal) else { return nil }
    return away.first { !isReturning($0) }
  }

  /// Other connectors with a display of that identity, including the current report. A display without its EDID does not count.
  func connectorsTaken(by identity: DisplayIdentity, besides connector: String) -> Set<String> {
    let equal = coordinators.filter { $0.identity == identity && !$0.isWaitingForEDID }
    let taken = equal.compactMap { $0.screen?.name } + reported.filter { $0.identity == identity }.map(\.name)
    return Set(taken.filter { $0 != connector })
  }

  /// Whether the current report has the display that has just gone.
  func isReturning(_ coordinator: ScreenCoordinator) -> Bool {
    reported.contains { $0.id == coordinator.id && $0.edid == coordinator.standIn.departed?.edid }
  }

  /// Whether no active screen makes progress.
  var isHopeless: Bool { coordinators.allSatisfy { $0.modeSetting.isHopeless || !$0.modeSetting.isActive } }
}

extension SceneSystem {
  var relations: ScreenRelations {
    ScreenRelations(
      coordinators: coordinators, reported: reported, applications: applications, rules: model.policy.rules,
      hasStandIn: model.policy.standIn.value
    )
  }
}
