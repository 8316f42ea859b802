package import Composition
package import DisplayTypes
internal import Presentation

/// Continues scenes with the modes of the last display, until the next display takes them over. It sets no mode and sends nothing to the
/// display thread. No timer follows its refreshes.
final class StandIn {
  private unowned let coordinator: ScreenCoordinator
  /// The display that has just gone, while its scenes are kept.
  private(set) var departed: ScreenSnapshot?
  var former: FormerDisplay?
  private var timer: (any DisplayTimer)?

  /// The time in nanoseconds within which a display that returns keeps its scenes.
  static let departure: UInt64 = 1_500_000_000

  init(_ coordinator: ScreenCoordinator) {
    self.coordinator = coordinator
    timer = system.makeTimer { [weak self] in self?.departureIsOver() }
  }

  private var system: SceneSystem { coordinator.system }
  private var screen: Screen? { coordinator.screen }

  func displayHasGone(_ snapshot: ScreenSnapshot) {
    departed = snapshot
    timer?.arm(at: system.clock.now.advanced(by: Self.departure))
  }

  func displayReturns() {
    timer?.disarm()
    endStandIn()
  }

  var hasExternal: Bool {
    guard let screen, !screen.isStandIn else { return false }
    return coordinator.facts.isExternal(screen.snapshot)
  }

  /// Whether scenes wait for an external display that has just gone.
  var awaitsExternal: Bool { screen == nil && departed.map(coordinator.facts.isExternal) == true }

  /// Ends the wait for the display: its scenes continue without one, or end.
  func departureIsOver() {
    guard system.model.policy.standIn.value, awaitsExternal, system.relations.isAlone(coordinator), let departed else {
      return leave()
    }
    let screen = Screen(snapshot: departed, isMain: false, isStandIn: true)
    coordinator.screen = screen
    for scene in coordinator.screenScenes.scenes { scene.screen = screen }
    // Application scenes belong to no display.
    for group in system.applications.groups(on: coordinator.screenScenes) { group.leave() }
    coordinator.note("stand-in")
    system.post(.standInDidBegin(name: screen.name))
    system.lifetimes.expireSessions()
    coordinator.reconsider()
  }

  /// Ends the stand-in; the caller has taken its scenes.
  func endStandIn() {
    guard let screen, screen.isStandIn else { return }
    coordinator.screenScenes.upcoming = nil
    coordinator.screenScenes.inquiry.withdraw()
    coordinator.screenScenes.abandonLayout()
    coordinator.screenScenes.contentRetryTimer?.disarm()
    system.presenter.layoutDidFail(coordinator.id)
    coordinator.screen = nil
    coordinator.modeSetting.standInEnds()
    coordinator.screenScenes.presentation.lightDidChange()
    coordinator.screenScenes.content.abandonTrials("the stand-in has ended")
    coordinator.screenScenes.presentation.answer(
      .kept("the stand-in has ended; the change is shown on the next display"))
    system.post(.standInDidEnd(name: screen.name))
  }

  /// Takes over a stand-in of another connector, because this display has become an external one.
  func takeOverStandIn() {
    guard let screen, !screen.isStandIn, let source = system.relations.standIn(for: screen.snapshot, on: coordinator)
    else { return }
    takeOver(source)
    coordinator.screenScenes.followConfiguration()
  }

  /// Takes over the scenes of a stand-in, or of a display that has just gone. Scenes without a configuration here end.
  func takeOver(_ source: ScreenCoordinator) {
    guard let snapshot = source.standIn.departed else { return }
    former = source.standIn.former ?? source.standIn.formerDisplay(snapshot)
    if source !== coordinator {
      source.standIn.endStandIn()
      coordinator.screenScenes.adopt(source.screenScenes)
      source.standIn.leave()
    }
    coordinator.note("took over")
    keyScenes()
  }

  /// Whether scenes continue on another display of the connector: they were taken over, or it is the only display.
  func keepsScenes(after old: ScreenSnapshot) -> Bool {
    if former != nil { return true }
    guard system.model.policy.standIn.value, let snapshot = screen?.snapshot, old.edidState == .settled,
      snapshot.edidState == .settled, coordinator.facts.isExternal(old), coordinator.facts.isExternal(snapshot),
      system.relations.isAlone(coordinator)
    else { return false }
    former = formerDisplay(old)
    return true
  }

  /// Ends a stand-in that the configuration no longer wants.
  func endIfUnwanted() {
    guard let screen, screen.isStandIn else { return }
    if !system.model.policy.standIn.value || !coordinator.facts.isExternal(screen.snapshot) { leave() }
  }

  /// Ends the wait of other connectors for a display that has moved to this one.
  func endOtherWaits(for snapshot: ScreenSnapshot, besides former: ScreenCoordinator? = nil) {
    for other in system.coordinators
    where other !== coordinator && other !== former && other.standIn.isAway(snapshot) {
      if !system.relations.isReturning(other) { other.standIn.leave() }
    }
  }

  func formerDisplay(_ snapshot: ScreenSnapshot) -> FormerDisplay {
    let record = system.model.memory.record(of: coordinator.facts.identity(of: snapshot), on: snapshot.name, taken: [])
    return FormerDisplay(connector: snapshot.name, foregroundApp: record?.choices.foregroundApp)
  }

  /// Gives the sessions of taken-over scenes to this display after its EDID has come. This display's own sessions of the same apps go to
  /// the former display. If it has no foreground app of its own, it gets the former display's.
  func keyScenes() {
    guard let former, let screen, screen.snapshot.edidState == .settled else { return }
    self.former = nil
    guard coordinator.facts.isExternal(screen.snapshot) else { return }
    for session in coordinator.screenScenes.scenes.map(\.session) {
      let other = system.store.find(
        app: session.app, role: session.role, identity: coordinator.identity, connector: screen.name,
        taken: coordinator.facts.takenBySessions)
      if let other, other !== session, other.identity != session.identity || other.connector == screen.name {
        other.identity = session.identity
        other.connector = former.connector
      }
      session.identity = coordinator.identity
      session.connector = screen.name
    }
    if let app = former.foregroundApp, coordinator.choices.foregroundApp == nil, !coordinator.facts.isWithheld {
      coordinator.remember { $0.choices.foregroundApp = app }
    }
  }

  /// Whether scenes wait here for that display. A card that returns has new connectors with the same names.
  func isAway(_ snapshot: ScreenSnapshot) -> Bool {
    guard screen == nil, let departed else { return false }
    return departed.name == snapshot.name
      || !snapshot.identity.isUnknown && departed.identity == snapshot.identity
  }

  func leave() {
    // The system may have the only reference to the coordinator, so keep one until the end.
    let (system, coordinator) = (system, coordinator)
    timer?.disarm()
    endStandIn()
    coordinator.screenScenes.leave(.unplug)
    // Connectors can disappear too, so one without a display is forgotten.
    if screen == nil { system.forget(coordinator) }
    system.lifetimes.expireSessions()
  }
}

extension ScreenCoordinator {
  var isStandIn: Bool { screen?.isStandIn == true }

  /// The picture of a stand-in, in pixels of its mode; nil while it is dark.
  package var standInPicture: (tree: LayerTree, geometry: OutputGeometry)? {
    guard isStandIn, lit != nil, let tree = screenScenes.presentation.shownTree?.tree, let geometry = screen?.geometry
    else {
      return nil
    }
    return (tree, geometry)
  }
}

/// The values of a display whose scenes another display has taken over.
nonisolated struct FormerDisplay: Hashable {
  var connector: String
  var foregroundApp: String?
}

extension ScreenScenes {
  /// Takes over connected scenes of another connector. Scenes without a configuration here stay there.
  func adopt(_ former: ScreenScenes) {
    guard let screen else { return }
    for scene in former.scenes {
      guard scene.session.role == coordinator.role, let app = system.app(scene.session.app),
        coordinator.facts.configuration(of: app) != nil, !scenes.contains(where: { $0.session.app == app.name })
      else { continue }
      former.scenes.removeAll { $0 === scene }
      scenes.append(scene)
      if former.current === scene { current = scene }
      scene.screen = screen
      scene.session.connector = screen.name
      // A layout ahead was made for the former screen.
      scene.owner = nil
      scene.layout.prepared = nil
      scene.owner = self
    }
    if current != nil { former.current = nil }
  }
}
