package import DisplayTypes

/// Relations between screens: mirrors, and scenes that move between displays.
struct ScreenRelations {
  unowned let system: SceneSystem

  var mainScreen: Screen? { system.coordinators.first { $0.screen?.isMain == true }?.screen }

  /// The screen to mirror and its fit.
  ///
  /// - Parameter wish: an assumed choice; nil for the choice in force.
  func mirrorChoice(for coordinator: ScreenCoordinator, wishing wish: MirrorWish? = nil) -> MirrorChoice {
    guard let name = coordinator.screen?.name else { return MirrorChoice() }
    var wishes: [String: Sourced<MirrorWish>] = [:]
    var applications: [String: String] = [:]
    for other in system.coordinators {
      guard let screen = other.screen, !screen.isMain else { continue }
      applications[screen.name] = other.decision.foreground.flatMap {
        system.applications.groups[$0.app]?.screenThatShowsIt
      }
      wishes[screen.name] = other.decision.mirrorWish
    }
    if let wish { wishes[name] = Sourced(wish) }
    var choice = MirrorChoice(
      of: name, wishes: wishes, connected: Set(system.coordinators.compactMap { $0.screen?.name }),
      main: mainScreen?.name,
      applications: applications)
    if coordinator.decision.isMirrorChosen { choice.source = .runtime }
    return choice
  }

  func pictureDidChange(on source: ScreenScenes) {
    for mirror in mirrors(of: source) { mirror.coordinator.mark(.picture) }
    // Application scenes may have come or gone. That concerns their mirrors, and mirrors of these.
    if system.coordinators.contains(where: { $0.decision.mirrorWish?.value.source == .application }) {
      system.pass.markRelations()
    }
  }

  /// The mirrors of a screen, which can show another picture now.
  func mirrors(of source: ScreenScenes) -> [ScreenScenes] {
    system.coordinators.filter { $0.stage.presentation.mirrorSource === source && $0.attempt == nil && $0.lit != nil }
      .map(\.stage)
  }

  /// Marks mirrors whose source has changed since their decision, or all mirrors.
  func markMirrors(areAllOld: Bool) {
    for coordinator in system.coordinators where coordinator.screen?.isMain == false {
      // Without a main screen a fallback may be due. An unnecessary decision costs little.
      if areAllOld || coordinator.decision.mirror != mirrorChoice(for: coordinator) { coordinator.reconsider() }
    }
  }

  /// Whether no other connector has an external display, had one a moment ago, or has a stand-in.
  func isAlone(_ coordinator: ScreenCoordinator) -> Bool {
    !system.coordinators.contains { other in
      other !== coordinator && (other.isStandIn || other.standIn.hasExternal || other.standIn.awaitsExternal)
    }
  }

  /// The stand-in, or the only external display that has just gone; its scenes continue on a new display.
  func standIn(for snapshot: ScreenSnapshot, on coordinator: ScreenCoordinator) -> ScreenCoordinator? {
    guard system.model.policy.standIn.value, coordinator.facts.isExternal(snapshot) else { return nil }
    if let standIn = system.coordinators.first(where: \.isStandIn) { return standIn }
    let away = system.coordinators.filter(\.standIn.awaitsExternal)
    guard away.count == 1, !system.coordinators.contains(where: \.standIn.hasExternal) else { return nil }
    return away.first { !isReturning($0) }
  }

  /// Ends stand-ins that the configuration no longer wants.
  func endStandIns() {
    for coordinator in system.coordinators {
      guard let screen = coordinator.screen, screen.isStandIn else { continue }
      if !system.model.policy.standIn.value || !coordinator.facts.isExternal(screen.snapshot) {
        coordinator.standIn.leave()
      }
    }
  }

  /// Other connectors with a display of that identity, including the current report.
  ///
  /// A display without its EDID does not count.
  func connectorsTaken(by identity: DisplayIdentity, besides connector: String) -> Set<String> {
    let equal = system.coordinators.filter { $0.identity == identity && !$0.isWaitingForEDID }
    let taken = equal.compactMap { $0.screen?.name } + system.reported.filter { $0.identity == identity }.map(\.name)
    return Set(taken.filter { $0 != connector })
  }

  /// Ends the wait of other connectors for a display that has moved to this one.
  func displayDidMove(
    _ snapshot: ScreenSnapshot, to coordinator: ScreenCoordinator, besides former: ScreenCoordinator? = nil
  ) {
    for other in system.coordinators where other !== coordinator && other !== former && other.standIn.isAway(snapshot) {
      if !isReturning(other) { other.standIn.leave() }
    }
  }

  /// Whether the current report has the display that has just gone.
  func isReturning(_ coordinator: ScreenCoordinator) -> Bool {
    system.reported.contains { $0.id == coordinator.id && $0.edid == coordinator.standIn.departed?.edid }
  }

  /// Whether no active screen makes progress.
  var isHopeless: Bool { system.coordinators.allSatisfy { $0.modeSetting.isHopeless || !$0.modeSetting.isActive } }
}

extension SceneSystem {
  var relations: ScreenRelations { ScreenRelations(system: self) }

  /// The screen on which scenes continue without an external display; nil if there is none.
  package var standIn: Screen? { coordinators.first(where: \.isStandIn)?.screen }

  /// The coordinator of a connected screen; nil if no such screen is connected.
  func coordinator(of name: String) -> ScreenCoordinator? { coordinators.first { $0.screen?.name == name } }
}

extension ScreenCoordinator {
  /// Chooses the mirrored screen and the fit, until `reset`.
  ///
  /// Nil keeps a value; two nil values return to the configuration. Throws if the screen cannot mirror at all, or cannot mirror that
  /// screen.
  package func setMirror(
    of source: MirrorWish.Source?, fit: MirrorFit?, completion: @escaping (PictureOutcome) -> Void
  ) throws(SceneError) {
    var wish: MirrorWish?
    if source != nil || fit != nil {
      if let screen, screen.isMain { throw .notNow("\(screen.name) is the main screen, and cannot mirror another") }
      let former = facts.mirrorWish?.value ?? MirrorWish()
      wish = MirrorWish(source ?? former.source, fit: fit ?? former.fit)
    }
    if let wish, source != nil { try check(wish) }
    choose({ $0.mirror = wish }) { [weak self] outcome in
      guard let self, let name = screen?.name, decision.picture.shown != .mirror else { return completion(outcome) }
      let why = facts.whyNoMirror
      completion(
        outcome.unseen(
          "\(name) does not mirror now\(why ?? ""); the choice is kept",
          hint: why == nil ? "\"marqueectl support \(name) mirror\" has it mirror" : nil))
    }
  }

  private func check(_ wish: MirrorWish) throws(SceneError) {
    guard let screen else { throw .notNow("no display is connected there") }
    guard case .screen(let name) = wish.source else { return }
    _ = try system.find(name)
    let choice = system.relations.mirrorChoice(for: self, wishing: wish)
    guard choice.screen != nil else {
      throw .notNow(
        "\(screen.name) cannot mirror \(name): \(choice.reason); name a screen that shows a picture of its own")
    }
  }
}
