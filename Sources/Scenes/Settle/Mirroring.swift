public import DisplayTypes

/// What screens have to do with each other: whose picture mirrors show, and where scenes live on without a display.
struct ScreenRelations {
  unowned let system: SceneSystem

  var mainScreen: Screen? { system.coordinators.first { $0.screen?.isMain == true }?.screen }

  /// Whose picture a screen shows where it mirrors.
  ///
  /// - Parameter wish: what would be chosen for it; nil for what counts.
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

  /// Those that mirror a screen show what it shows now.
  func pictureDidChange(on source: ScreenScenes) {
    for mirror in mirrors(of: source) { mirror.coordinator.mark(.picture) }
    // Application scenes may have come to this screen, or left it: that concerns those who mirror them, and who mirrors those.
    if system.coordinators.contains(where: { $0.decision.mirrorWish?.value.source == .application }) {
      system.pass.markRelations()
    }
  }

  /// Those that can show another picture of a screen that they mirror.
  func mirrors(of source: ScreenScenes) -> [ScreenScenes] {
    system.coordinators.filter { $0.stage.presentation.mirrorSource === source && $0.attempt == nil && $0.lit != nil }
      .map(\.stage)
  }

  /// Has it decided again what screens show that mirror another one now than was decided, or all of them.
  func markMirrors(areAllOld: Bool) {
    for coordinator in system.coordinators where coordinator.screen?.isMain == false {
      // An app may stand in for want of a main screen; what is decided then is the same in most cases, and costs little.
      if areAllOld || coordinator.decision.mirror != mirrorChoice(for: coordinator) { coordinator.reconsider() }
    }
  }

  /// Whether the scenes of the display that went from here live on: no other external display is there, or may return in a moment.
  func mayStandIn(_ coordinator: ScreenCoordinator) -> Bool {
    system.model.policy.standIn.value && coordinator.standIn.awaitsExternal && isAlone(coordinator)
  }

  /// Whether no other connector has an external display, or had one a moment ago, or stands in for one.
  func isAlone(_ coordinator: ScreenCoordinator) -> Bool {
    !system.coordinators.contains { other in
      other !== coordinator && (other.isStandIn || other.standIn.hasExternal || other.standIn.awaitsExternal)
    }
  }

  /// Whose scenes live on with a display that has come: those that stand in, or whose display was the only one and has just gone.
  func standIn(for snapshot: ScreenSnapshot, on coordinator: ScreenCoordinator) -> ScreenCoordinator? {
    guard system.model.policy.standIn.value, coordinator.facts.isExternal(snapshot) else { return nil }
    if let standIn = system.coordinators.first(where: \.isStandIn) { return standIn }
    let away = system.coordinators.filter(\.standIn.awaitsExternal)
    guard away.count == 1, !system.coordinators.contains(where: \.standIn.hasExternal) else { return nil }
    return away.first { !isReturning($0) }
  }

  /// There is another configuration: scenes stand in no longer where it does not want that.
  func endStandIns() {
    for coordinator in system.coordinators {
      guard let screen = coordinator.screen, screen.isStandIn else { continue }
      if !system.model.policy.standIn.value || !coordinator.facts.isExternal(screen.snapshot) {
        coordinator.standIn.leave()
      }
    }
  }

  /// Connectors, other than this one, on which a display of that identity is connected, or is about to be heard of by the same report.
  ///
  /// One that has yet to say who it is takes nothing from one that has.
  func connectorsTaken(by identity: DisplayIdentity, besides connector: String) -> Set<String> {
    let equal = system.coordinators.filter { $0.identity == identity && !$0.isWaitingForEDID }
    let taken = equal.compactMap { $0.screen?.name } + system.reported.filter { $0.identity == identity }.map(\.name)
    return Set(taken.filter { $0 != connector })
  }

  /// A display has come to one connector: it does not return to another, from which it went a moment ago.
  func displayDidMove(
    _ snapshot: ScreenSnapshot, to coordinator: ScreenCoordinator, besides former: ScreenCoordinator? = nil
  ) {
    for other in system.coordinators where other !== coordinator && other !== former && other.standIn.isAway(snapshot) {
      if !isReturning(other) { other.standIn.leave() }
    }
  }

  /// Whether the display that went from there a moment ago is in the report that is being taken in: it has not moved.
  func isReturning(_ coordinator: ScreenCoordinator) -> Bool {
    system.reported.contains { $0.id == coordinator.id && $0.edid == coordinator.standIn.departed?.edid }
  }

  /// Whether no screen that should show something gets on.
  var isHopeless: Bool { system.coordinators.allSatisfy { $0.modeSetting.isHopeless || !$0.modeSetting.isActive } }

  /// The screens besides one in trouble show whether theirs is the same.
  func proveFlips(besides coordinator: ScreenCoordinator) {
    for other in system.coordinators where other !== coordinator { other.stage.presentation.proveFlips() }
  }
}

extension SceneSystem {
  var relations: ScreenRelations { ScreenRelations(system: self) }

  /// Where scenes live on while no external display is connected; nil where none do.
  public var standIn: Screen? { coordinators.first(where: \.isStandIn)?.screen }

  /// Who leads the screen of that name; nil where none is connected.
  func coordinator(of name: String) -> ScreenCoordinator? {
    coordinators.first { $0.screen?.name == name }
  }
}

extension ScreenCoordinator {
  /// Says whose picture the screen shows where it mirrors, and how that lies on it; kept until `reset`.
  ///
  /// Throws where it can mirror nothing, or not that. What is nil stays as it counts now; with nothing said the file counts again.
  public func setMirror(
    of source: MirrorWish.Source?, fit: MirrorFit?, completion: @escaping (PictureOutcome) -> Void
  ) throws(SceneError) {
    var wish: MirrorWish?
    if source != nil || fit != nil {
      if let screen, screen.isMain { throw .notNow("\(screen.name) is the main screen, which mirrors nothing") }
      let former = facts.mirrorWish?.value ?? MirrorWish()
      wish = MirrorWish(source ?? former.source, fit: fit ?? former.fit)
    }
    if let wish, source != nil { try check(wish) }
    choose({ $0.mirror = wish }) { [weak self] outcome in
      guard let self, let name = screen?.name, decision.picture.shown != .mirror else { return completion(outcome) }
      let why = facts.whyNoMirror
      completion(
        outcome.unseen(
          "\(name) does not mirror now\(why ?? ""); it is kept",
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
