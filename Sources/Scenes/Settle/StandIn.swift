public import Composition
public import DisplayTypes
internal import Presentation

/// The stand-in: scenes that live on with the modes of the last display while none is connected.
///
/// The next display takes them over. Meanwhile everything goes on but what a device is needed for: no mode is tried or set, nothing
/// is handed to the display thread, and no timer follows its refreshes.
extension ScreenCoordinator {
  /// Whether scenes live on here without a display.
  var isStandIn: Bool { screen?.isStandIn == true }

  /// What a display would show now, with the pixels of its mode; nil where none is connected to stand in for, or it is dark.
  public var standInPicture: (tree: LayerTree, geometry: OutputGeometry)? {
    guard isStandIn, lit != nil, let tree = stage.shownTree?.tree, let geometry = screen?.geometry else { return nil }
    return (tree, geometry)
  }

  /// Whether this is, or was, an external display that pictures are shown on.
  func isExternal(_ snapshot: ScreenSnapshot) -> Bool {
    let rule = system.policy.rules.first(connectorName: snapshot.name, identity: identity(of: snapshot))
    let use = ScreenSettings(choices: RuntimeChoices(), rule: rule, placement: snapshot.placement).use.value
    return use == .external && !snapshot.isNonDesktop
  }

  /// Whether an external display is connected here.
  var hasExternal: Bool {
    guard let screen, !screen.isStandIn else { return false }
    return isExternal(screen.snapshot)
  }

  /// Whether an external display went from here a moment ago, and its scenes wait for it.
  var awaitsExternal: Bool { screen == nil && departedSnapshot.map(isExternal) == true }

  /// The display does not return soon: its scenes live on without one, or end.
  func departureIsOver() {
    guard system.mayStandIn(self), let departedSnapshot else { return departed() }
    let screen = Screen(snapshot: departedSnapshot, isMain: false, isStandIn: true)
    self.screen = screen
    for scene in stage.scenes { scene.screen = screen }
    // Application scenes belong to no display.
    for group in system.groups(on: stage) { group.leave() }
    note("stand-in")
    system.post(.standInDidBegin(name: screen.name))
    system.expireSessions()
    reconsider()
  }

  /// Takes the mode that the display had, or what is chosen now, without a device.
  func standIn(in candidates: [ModeCandidate], on screen: Screen) {
    let modes = candidates.map(\.mode)
    let former = modes == settledModes ? candidates.first { $0.mode == decision.winner?.mode } : nil
    guard let winner = former ?? candidates.first else {
      turnOff()
      mark(.scenes)
      return stage.answer(.kept("no display is connected, and the last one had no mode"))
    }
    settledModes = modes
    decision.winner = winner
    if lit?.mode != winner.mode {
      lit = Lit(token: system.numbers.nextToken(), mode: winner.mode)
      stage.lightDidChange()
      screen.currentMode = winner.mode
      system.post(.screenModeDidChange(name: screen.name, mode: winner.mode))
    }
    settle(in: winner)
  }

  /// There is a display again, or the scenes are to end; they are for the caller.
  func endStandIn() {
    guard let screen, screen.isStandIn else { return }
    stage.upcoming = nil
    stage.withdrawQuestion()
    stage.abandonLayout()
    stage.contentRetryTimer?.disarm()
    system.layoutDidFail(id)
    self.screen = nil
    lit = nil
    sinkIsStale = true
    stage.lightDidChange()
    stage.abandonTrials("the stand-in has ended")
    stage.answer(.kept("the stand-in has ended; it is shown on the next display"))
    system.post(.standInDidEnd(name: screen.name))
  }

  /// The display that is connected here takes over what stands in elsewhere: it may have become an external one only now.
  func takeOverStandIn() {
    guard let screen, !screen.isStandIn, let source = system.standIn(for: screen.snapshot, on: self) else { return }
    takeOver(source)
    stage.followConfiguration()
  }

  /// Scenes that stood in, or whose display has just gone, live on with this display; those that it has no use for end.
  func takeOver(_ source: ScreenCoordinator) {
    guard let snapshot = source.departedSnapshot else { return }
    former = source.former ?? source.formerDisplay(snapshot)
    if source !== self {
      source.endStandIn()
      stage.adopt(source.stage)
      source.departed()
    }
    note("took over")
    keyScenes()
  }

  /// Whether scenes go on although another display is on the connector than before: one that has taken them over and has said only
  /// now who it is, or the next one where there is no other.
  func keepsScenes(after old: ScreenSnapshot) -> Bool {
    if former != nil { return true }
    guard system.policy.standIn.value, let snapshot = screen?.snapshot, old.edidState == .settled,
      snapshot.edidState == .settled, isExternal(old), isExternal(snapshot), system.isAlone(self)
    else { return false }
    former = formerDisplay(old)
    return true
  }

  private func formerDisplay(_ snapshot: ScreenSnapshot) -> FormerDisplay {
    let record = system.memory.record(of: identity(of: snapshot), on: snapshot.name, taken: [])
    return FormerDisplay(connector: snapshot.name, foregroundApp: record?.choices.foregroundApp)
  }

  /// The sessions of scenes that were taken over belong to this display from now on, as soon as it has said who it is.
  ///
  /// Sessions that it had for the same apps are not lost: they change places with these, and belong to the display of before. Where the
  /// display has no foreground app of its own, that of the one before comes along.
  func keyScenes() {
    guard let former, let screen, screen.snapshot.edidState == .settled else { return }
    self.former = nil
    guard isExternal(screen.snapshot) else { return }
    for session in stage.scenes.map(\.session) {
      let other = system.store.find(
        app: session.app, role: session.role, identity: identity, connector: screen.name, taken: takenBySessions)
      if let other, other !== session, other.identity != session.identity || other.connector == screen.name {
        other.identity = session.identity
        other.connector = former.connector
      }
      session.identity = identity
      session.connector = screen.name
    }
    if let app = former.foregroundApp, choices.foregroundApp == nil, !isWithheld {
      remember { $0.choices.foregroundApp = app }
    }
  }
}

/// What is to come along from a display whose scenes another one has taken over.
nonisolated struct FormerDisplay: Hashable {
  /// The connector that it was on.
  var connector: String
  /// The app that was put in the foreground there.
  var foregroundApp: String?
}

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

extension ScreenScenes {
  /// Takes scenes over from another connector, connected as they are; those of apps that have none for this screen stay there.
  func adopt(_ former: ScreenScenes) {
    guard let screen else { return }
    for scene in former.scenes {
      guard scene.session.role == coordinator.role, let app = system.app(scene.session.app),
        coordinator.configuration(of: app) != nil, !scenes.contains(where: { $0.session.app == app.name })
      else { continue }
      former.scenes.removeAll { $0 === scene }
      scenes.append(scene)
      if former.current === scene { current = scene }
      scene.screen = screen
      scene.session.connector = screen.name
      // Laid out ahead for the screen before, whose word nobody waits for any more.
      scene.owner = nil
      scene.prepared = nil
      scene.owner = self
    }
    if current != nil { former.current = nil }
  }
}
