extension World {
  /// The possible worlds after a step. It is empty if the step is not possible.
  ///
  /// Two displays may have the same identity.
  public func after(_ step: LifeStep, _ audit: LogAudit, isAtRest: Bool) -> [World] {
    let worlds = (0..<2).compactMap { after(step, audit, isAtRest: isAtRest, pick: $0) }
    return worlds.first == worlds.last ? Array(worlds.prefix(1)) : worlds
  }

  private func after(_ step: LifeStep, _ audit: LogAudit, isAtRest: Bool, pick: Int) -> World? {
    var world = self
    world.pick = pick
    world.wasAtRest = isAtRest
    if isAtRest {
      world.disturbed = []
      world.released = []
      world.destroying = []
      world.discarded = []
      world.leaving = []
    }
    guard world.take(step.kind, audit, isAtRest: isAtRest) else { return nil }
    world.noteReleased(audit)
    world.pick = 0
    return world
  }

  /// The daemon was killed, so values that it had not kept are lost.
  public func killed() -> World {
    var world = self
    // The daemon may not have noticed a display that was unplugged a moment ago.
    for index in memories.indices where memories[index].gone == rests { world.memories[index].gone = nil }
    // An app with the loss `keep` or `blank` is known again, without its controller.
    world.controllers = controllers.filter { household.app($0.key)?.loss != .fallback }.mapValues { _ in false }
    for connector in screens.keys {
      world.screens[connector]?.isFrozen = false
      world.screens[connector]?.destroyed = []
    }
    return world
  }

  /// Everything has come to rest. An alarm has ended frozen pictures.
  public mutating func rest(_ audit: LogAudit) {
    rests += 1
    for connector in screens.keys where picture(on: connector, audit).rule == "alarm" {
      screens[connector]?.isFrozen = false
    }
  }

  /// The releases so far count for ends that come later.
  mutating func noteReleased(_ audit: LogAudit) {
    for connector in screens.keys where isClosed(connector, audit) { released.insert(connector) }
  }

  private mutating func take(_ kind: LifeStep.Kind, _ audit: LogAudit, isAtRest: Bool) -> Bool {
    switch kind {
    case .plug(let connector, let display, let isLate):
      // A panel without an identity is taken for a panel that never has one.
      guard screens[connector] == nil, isFree(display, for: connector), !isLate || display != 0 else { return false }
      put(display, on: connector)
    case .unplug(let connector):
      guard screens[connector] != nil else { return false }
      leave(connector)
      disturbed.insert(connector)
    case .flap(let connector):
      guard isAtRest, screens[connector] != nil else { return false }
      screens[connector]?.isFrozen = false
      screens[connector]?.destroyed = []
    case .move(let from, let target):
      guard let screen = screens[from], screens[target] == nil, isFree(screen.display, for: target, but: from) else {
        return false
      }
      leave(from)
      disturbed.insert(from)
      put(screen.display, on: target)
    case .exchange(let connector, let display):
      guard let identity = identity(on: connector), identity != household.displays[display].identity,
        isFree(display, for: connector)
      else { return false }
      leave(connector)
      put(display, on: connector)
    case .newModes(let connector):
      guard screens[connector] != nil else { return false }
      screens[connector]?.hasOtherModes.toggle()
    case .card:
      guard isAtRest else { return false }
      for connector in screens.keys {
        disturbed.insert(connector)
        screens[connector]?.isFrozen = false
        screens[connector]?.destroyed = []
      }
    case .busy(let connector): return screens[connector] != nil
    case .manifest(let app, let hasScenes):
      guard withdrawn.contains(app) == hasScenes, household.app(app)?.loss == nil else { return false }
      if hasScenes { withdrawn.remove(app) } else { withdrawn.insert(app) }
      leaving.insert(app)
    case .register(let app):
      guard household.app(app)?.loss != nil, controllers[app] != true else { return false }
      controllers[app] = true
    case .lose(let app):
      guard controllers[app] == true else { return false }
      controllers[app] = false
    case .window(let app, nil, let hasWindow):
      if hasWindow { windowless.remove(app) } else { windowless.insert(app) }
    case .window(let app, let connector?, let hasWindow):
      guard let session = audit.connected(app, on: connector)?.session else { return false }
      return session.hasWindow != hasWindow
    case .keep(let session, let value):
      guard isAtRest, audit.sessions[session] != nil else { return false }
      values[session] = value
    case .destroy(let identifier):
      guard isAtRest, let session = audit.sessions[identifier] else { return false }
      destroying.insert(identifier)
      discarded.insert(identifier)
      contents[identifier] = nil
      values[identifier] = nil
      if session.isConnected { screens[session.connector]?.destroyed.insert(session.app) }
    case .show(let connector, let color):
      guard isAtRest, screens[connector] != nil else { return false }
      let due = picture(on: connector, audit)
      guard due.shown == .foreground || due.shown == .fallback, let app = due.app,
        let session = audit.connected(app, on: connector)
      else { return false }
      contents[session.identifier] = color
    case .foreground, .supportOverall, .supportOfApp, .supportOfScreen, .blank, .freeze, .power:
      return choose(kind, audit, isAtRest: isAtRest)
    case .kill: break
    case .wait: break
    }
    return true
  }

  private mutating func choose(_ kind: LifeStep.Kind, _ audit: LogAudit, isAtRest: Bool) -> Bool {
    // The daemon cannot choose for a display that it has not probed yet.
    if let connector = kind.screen, screens[connector] == nil || disturbed.contains(connector) && !isAtRest {
      return false
    }
    if let app = kind.app, !exists(app) { return false }
    switch kind {
    case .foreground(let app, nil):
      foreground = app
      for index in memories.indices { memories[index].choices.foreground = nil }
      for connector in screens.keys { screens[connector]?.destroyed.remove(app) }
    case .foreground(let app, let connector?):
      choose(on: connector) { $0.foreground = app }
      screens[connector]?.destroyed.remove(app)
    case .supportOverall(let choice): support = choice
    case .supportOfApp(let app, let choice): appSupport[app] = choice
    case .supportOfScreen(let connector, let choice):
      choose(on: connector) { $0.support = choice }
    case .blank(let connector, let isOn):
      choose(on: connector) { $0.isBlank = isOn }
    case .power(let connector, let isOn):
      choose(on: connector) { $0.isOff = !isOn }
    case .freeze(let connector, let isOn):
      guard isAtRest else { return false }
      // Refused while an alarm is shown.
      if picture(on: connector, audit).rule != "alarm" { screens[connector]?.isFrozen = isOn }
    default: return false
    }
    return true
  }

  /// A display is new on a connector.
  private mutating func put(_ display: Int, on connector: String) {
    disturbed.insert(connector)
    screens[connector] = ScreenSituation(display: display)
    remember(household.displays[display].identity, on: connector)
  }

  /// The panel stays on its connector, and no other display is built in.
  private func isFree(_ display: Int, for connector: String, but from: String? = nil) -> Bool {
    let isPanel = display == 0
    guard isPanel == (household.connector(connector)?.use == .main) else { return false }
    return !screens.contains { $0.key != from && $0.value.display == display }
  }
}

extension LifeStep.Kind {
  /// The app for which something is chosen.
  fileprivate var app: String? {
    switch self {
    case .foreground(let app, _), .supportOfApp(let app, _): app
    case .plug, .unplug, .flap, .move, .exchange, .newModes, .card, .busy, .manifest, .register, .lose, .window,
      .supportOverall, .supportOfScreen, .blank, .freeze, .power, .show, .keep, .destroy, .kill, .wait:
      nil
    }
  }

  /// The screen of a choice; nil for a choice for all screens, or no choice.
  fileprivate var screen: String? {
    switch self {
    case .foreground(_, let screen): screen
    case .supportOfScreen(let screen, _), .blank(let screen, _), .freeze(let screen, _), .power(let screen, _): screen
    case .plug, .unplug, .flap, .move, .exchange, .newModes, .card, .busy, .manifest, .register, .lose, .window,
      .supportOverall,
      .supportOfApp, .show, .keep,
      .destroy, .kill, .wait:
      nil
    }
  }
}
