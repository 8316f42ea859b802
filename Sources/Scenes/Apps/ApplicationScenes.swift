package import Composition
package import DisplayTypes

/// The places of application scenes, and the owners of their input.
package final class ApplicationScenes {
  private unowned let system: SceneSystem
  var groups: [String: ApplicationGroup] = [:]
  /// The displays that apps chose themselves; not stored.
  var appPlaces: [String: ScreenID] = [:]
  /// Apps for which a controller owns input.
  private var inputOwned: Set<String> = []
  /// The displays of application scenes at the last check.
  var homes: [String: ScreenID] = [:]

  private(set) lazy var pointers = ScenePointers(system)

  init(_ system: SceneSystem) { self.system = system }

  /// Puts all application scenes of an app on a screen; nil removes the choice. On an external display they need an owner of their input.
  /// Scenes placed by hand have priority over the foreground app's external scene; scenes that the app placed do not. A choice by hand is
  /// stored with the display, which takes one app. The completion gets the outcomes on the new and the former screen.
  package func place(
    _ name: String, on screen: String?, byHand isByHand: Bool,
    completion: @escaping (ScreenOutcomes) -> Void
  ) throws(SceneError) {
    let app = try interactiveApp(name)
    let target = try screen.map { name throws(SceneError) in try system.find(name) }
    if let target { try check(target, for: app) }
    system.pass.input {
      system.model.memory.updateChoices { if $1.placedApp == name { $1.placedApp = nil } }
      appPlaces[name] = nil
      if let target, isByHand {
        target.remember { $0.choices.placedApp = name }
      } else if let target {
        appPlaces[name] = target.id
      }
      groups[name]?.isDestroyed = false
      settleApplications(also: target.map { [$0] } ?? [], completion: completion)
    }
  }

  /// Gives a controller the input of an app; its application scenes may then be on an external display.
  package func ownInput(of name: String) throws(SceneError) {
    let app = try app(name)
    guard app.manifest.takesInput else {
      throw .notNow(
        "\(name) has no scenes for input: its manifest has none of the role \(SceneRole.application.rawValue), and none of "
          + "another role that is interactive")
    }
    guard !inputOwned.contains(name) else {
      throw .notNow("another controller owns the input of \(app.name), and must release it first")
    }
    system.pass.input {
      inputOwned.insert(name)
      reconsiderInteractive(name)
      system.post(.inputOwnerDidChange(app: name, isOwned: true))
    }
  }

  /// Releases the input of an app; its application scenes leave external displays.
  package func releaseInput(of name: String) {
    system.pass.input {
      guard inputOwned.remove(name) != nil else { return }
      pointers.inputWasReleased(of: name)
      reconsiderInteractive(name)
      system.post(.inputOwnerDidChange(app: name, isOwned: false))
    }
  }

  /// Sends input to an interactive scene in the foreground.
  package func send(_ input: InputEvent, to identifier: String) throws(SceneError) {
    let session = try system.session(identifier)
    guard session.configuration.takesInput(in: session.role) else {
      throw .notInteractive(session: identifier, role: session.role)
    }
    guard inputOwned.contains(session.app) else {
      throw .notNow("no controller owns the input of \(session.app): run `marqueectl input own \(session.app)`")
    }
    if case .gone = system.app(session.app)?.presence {
      throw .notNow("the controller of \(session.app) has gone, so no program would receive the input")
    }
    guard let scene = session.scene, scene.state == .foregroundActive else {
      throw .notNow("the scene is \(session.state.rawValue), and takes input only while it is visible")
    }
    system.pass.input(isPicture: true) {
      pointers.receive(input, of: session)
      if input.activates { groups[session.app]?.raise(session) }
      system.pass.notify { scene.delegate.scene(scene, received: input) }
    }
  }

  /// Makes another application scene of an app, and returns its session. The completion gets the outcome once the app has answered about
  /// the session, and the scene is shown.
  package func requestScene(
    of name: String, _ request: SceneRequest = SceneRequest(), userInfo: UserInfo = .empty, frame: UnitRect? = nil,
    completion: @escaping (ScreenOutcomes) -> Void
  ) throws(SceneError) -> SceneSession {
    try system.pass.checkRunning()
    let app = try interactiveApp(name)
    if let frame { try check(frame) }
    let group = group(of: name)
    let count = group.sessions.count
    guard count == 0 || app.supportsMultipleScenes else {
      throw .notNow("\(name) has an application scene already, and its manifest does not support several")
    }
    guard count < ApplicationGroup.capacity else {
      throw .notNow("\(name) has \(count) application scenes already, the most that an app may have")
    }
    let configurations = app.manifest.configurations(for: .application)
    let requested = request.configuration.map { wanted in configurations.first { $0.name == wanted } }
    guard let configuration = requested ?? configurations.first else {
      throw .notNow(
        "\(name) has no application scene configuration \"\(request.configuration ?? "")\": its manifest has "
          + configurations.map(\.name).joined(separator: ", "))
    }
    try system.lifetimes.checkRoom(for: [], new: (name, userInfo, request.activity))
    return system.pass.input {
      system.lifetimes.makeRoomForSession()
      let session = group.makeSession(configuration, of: app)
      session.userInfo = userInfo
      session.frame = frame
      if request != SceneRequest() { session.request = request }
      group.isDestroyed = false
      group.connectMore { [self] in
        settleApplications(also: group.screenScenes.map { [$0.coordinator] } ?? [], completion: completion)
      }
      return session
    }
  }

  /// Moves the window of an application scene on its display; nil puts it beside the others. The frame is stored.
  package func setFrame(
    _ frame: UnitRect?, of identifier: String,
    completion: @escaping (ScreenOutcomes) -> Void
  ) throws(SceneError) {
    let session = try system.session(identifier)
    guard session.role == .application else {
      throw .notNow("the scene is one of \(session.role.rawValue): it fills its screen")
    }
    if let frame { try check(frame) }
    system.pass.input {
      session.frame = frame
      settleApplications(
        also: group(of: session.app).screenScenes.map { [$0.coordinator] } ?? [], completion: completion)
    }
  }

  /// The screen of an app's application scenes; nil if there is no place for them.
  package func home(ofApplications name: String) -> Screen? {
    home(of: name).flatMap { system.coordinator($0.screen)?.screen }
  }

  /// The frame of an interactive scene in shares of its display; nil if it is not shown, or takes no input. Scenes of further roles fill
  /// their display.
  package func shownFrame(of session: SceneSession) -> UnitRect? {
    if session.role == .application { return group(of: session.app).shownFrame(of: session) }
    let takesInput = session.configuration.takesInput(in: session.role)
    guard takesInput, let scene = session.scene, scene.state != .background else { return nil }
    return UnitRect(x: 0, y: 0, width: 1, height: 1)
  }

  /// The place of a shown window among the windows of its app, as the user sees them; 0 is the lowest.
  package func order(of session: SceneSession) -> Int? {
    session.role == .application ? group(of: session.app).order(of: session) : shownFrame(of: session).map { _ in 0 }
  }

  /// The reason why no screen shows the application scenes of an app; nil if one does.
  package func whyUnseen(_ name: String) -> String? {
    guard let home = home(ofApplications: name), let coordinator = system.coordinator(of: home.name) else {
      return "\(Self.noPlace(for: name)); its scenes are shown when there is one"
    }
    let picture = coordinator.decision.picture
    if case .applications(name) = picture.shown {
      return picture.hidesScene ? "\(home.name) is blank" : nil
    }
    let foreground = coordinator.decision.foreground?.app
    let reason =
      home.isMain && foreground != name && !picture.isDark
      ? "\(foreground ?? "no app") is in the foreground there" : picture.reasons.last?.text ?? "nothing was decided yet"
    return "\(home.name) does not show the application scenes of \(name): \(reason)"
  }

  private static func noPlace(for app: String) -> String {
    "there is no display for application scenes of \(app): no main screen, and none on which it was placed while a controller "
      + "owns its input"
  }

  func isInputOwned(of app: String) -> Bool { inputOwned.contains(app) }

  // MARK: For the scenes of a screen

  func group(of app: String) -> ApplicationGroup {
    if let group = groups[app] { return group }
    let group = ApplicationGroup(app: app, system: system)
    groups[app] = group
    return group
  }

  func groups(on screenScenes: ScreenScenes) -> [ApplicationGroup] {
    groups.values.filter { $0.screenScenes === screenScenes }.sorted { $0.app < $1.app }
  }

  /// The apps whose application scenes may be shown on a screen.
  func applicationCandidates(on coordinator: ScreenCoordinator) -> [ApplicationCandidate] {
    interactiveApps.compactMap { app in
      guard app.presence.isShown else { return nil }
      let isInputOwned = inputOwned.contains(app.name)
      let hasWindow = groups[app.name]?.hasWindow ?? true
      if let home = home(of: app.name), home.screen == coordinator.id {
        guard home.place != .main || coordinator.decision.foreground?.app == app.name else { return nil }
        return ApplicationCandidate(app: app.name, place: home.place, hasWindow: hasWindow, isInputOwned: isInputOwned)
      }
      guard coordinator.choices.placedApp == app.name, !isInputOwned else { return nil }
      return ApplicationCandidate(app: app.name, place: .hand, hasWindow: hasWindow, isInputOwned: false)
    }
  }

  /// Decides again: first screens that get application scenes, then screens that lose them, then the others.
  private func settleApplications(also others: [ScreenCoordinator], completion: @escaping (ScreenOutcomes) -> Void) {
    var concerned = movedApplications()
    for other in others where !concerned.contains(where: { $0 === other }) { concerned.append(other) }
    system.reconsider(concerned, completion: completion)
  }

  /// Updates `homes`. Returns the screens that get application scenes, followed by the screens that lose them.
  func movedApplications() -> [ScreenCoordinator] {
    var moved: [(old: ScreenID?, new: ScreenID?)] = []
    for app in interactiveApps {
      let (old, new) = (homes[app.name], home(of: app.name)?.screen)
      guard old != new else { continue }
      homes[app.name] = new
      system.post(.applicationsDidMove(app: app.name, screen: new.flatMap(system.coordinator)?.screen?.name))
      moved.append((old, new))
    }
    // The windows are never on both displays.
    if moved.contains(where: { $0.old != nil && $0.new != nil }) { system.presenter.beginTogether() }
    var concerned: [ScreenCoordinator] = []
    for coordinator in (moved.map(\.new) + moved.map(\.old)).compactMap({ $0.flatMap(system.coordinator) })
    where !concerned.contains(where: { $0 === coordinator }) {
      concerned.append(coordinator)
    }
    return concerned
  }

  /// An app has registered, returned or gone: it is asked about sessions whose question was open, and whose request it has not got.
  func appDidChange(_ name: String) {
    let mustAsk = groups[name]?.isAsking == true || groups[name]?.sessions.contains { $0.request != nil } == true
    groups[name]?.withdrawQuestions()
    applicationsDidChange()
    if mustAsk { groups[name]?.connectMore {} }
  }

  func applicationsDidChange() {
    for group in groups.values.sorted(by: { $0.app < $1.app }) { group.followConfiguration() }
    for name in groups.keys where !interactiveApps.contains(where: { $0.name == name }) {
      groups.removeValue(forKey: name)?.withdrawQuestions()
    }
  }

  private func home(of app: String) -> ApplicationPlacement.Home? {
    ApplicationPlacement(
      candidates: system.coordinators.compactMap { $0.facts.candidate(for: app) },
      isInputOwned: inputOwned.contains(app)
    ).home
  }

  private var interactiveApps: [App] {
    system.apps.filter { !$0.manifest.configurations(for: .application).isEmpty }
  }

  private func app(_ name: String) throws(SceneError) -> App {
    guard let app = system.app(name) else { throw .noSuchApp(name, near: system.alarms.otherApps) }
    return app
  }

  /// Decides again on screens whose scenes of an app are interactive.
  private func reconsiderInteractive(_ name: String) {
    guard let app = system.app(name) else { return }
    for coordinator in system.coordinators where coordinator.facts.needsInput(app) { coordinator.reconsider() }
  }

  private func interactiveApp(_ name: String) throws(SceneError) -> App {
    let app = try app(name)
    guard interactiveApps.contains(where: { $0 === app }) else {
      throw .notNow(
        "\(name) has no application scenes: its manifest has none of the role \(SceneRole.application.rawValue)")
    }
    return app
  }

  private func check(_ target: ScreenCoordinator, for app: App) throws(SceneError) {
    let candidate = target.facts.candidate(for: app.name)
    guard let name = target.screen?.name, candidate?.isMain != true else { return }
    guard candidate?.isUsable == true else {
      throw .notNow("\(name) shows no scenes: \(target.decision.picture.reasons.last?.text ?? "it is not in use")")
    }
    guard inputOwned.contains(app.name) else {
      throw .notNow(
        "no controller owns the input of \(app.name): application scenes are on an external display only while one does"
      )
    }
  }

  private func check(_ frame: UnitRect) throws(SceneError) {
    guard frame.isWindowFrame else {
      throw .notNow(
        "the frame is invalid: expected x, y, width and height as shares of the display from 0 to 1, each side at least 0.125"
      )
    }
  }

  /// Destroys a session and its scene. After the last one, the app gets a new scene when it comes to the foreground, is placed, or a scene
  /// is requested.
  func destroyApplication(_ session: SceneSession, completion: @escaping (ScreenOutcomes) -> Void) {
    let group = group(of: session.app)
    let concerned = group.screenScenes.map { [$0.coordinator] } ?? []
    if let scene = session.scene { group.end([scene], .destroyed) }
    group.withdrawQuestions(about: session)
    system.lifetimes.discard([session])
    group.isDestroyed = group.sessions.isEmpty
    settleApplications(also: concerned, completion: completion)
  }

  func activateApplication(_ session: SceneSession, completion: @escaping (ScreenOutcomes) -> Void) throws(SceneError) {
    guard let home = home(ofApplications: session.app) else {
      throw .notNow(Self.noPlace(for: session.app))
    }
    group(of: session.app).isDestroyed = false
    group(of: session.app).raise(session)
    if home.isMain { return try system.setForeground(session.app, on: home.name, completion: completion) }
    settleApplications(also: [try system.find(home.name)], completion: completion)
  }
}
