public import DisplayTypes

extension SceneSystem {
  var mainScreen: Screen? { coordinators.first { $0.screen?.isMain == true }?.screen }

  /// Who leads the screen of that name; nil where none is connected.
  func coordinator(of name: String) -> ScreenCoordinator? {
    coordinators.first { $0.screen?.name == name }
  }

  /// Whose picture a screen shows where it mirrors.
  ///
  /// - Parameter wish: what would be chosen for it; nil for what counts.
  func mirrorChoice(for coordinator: ScreenCoordinator, wishing wish: MirrorWish? = nil) -> MirrorChoice {
    guard let name = coordinator.screen?.name else { return MirrorChoice() }
    var wishes: [String: Sourced<MirrorWish>] = [:]
    var applications: [String: String] = [:]
    for other in coordinators {
      guard let screen = other.screen, !screen.isMain else { continue }
      applications[screen.name] = other.decision.foreground.flatMap { groups[$0.app]?.screenThatShowsIt }
      wishes[screen.name] = other.decision.mirrorWish
    }
    if let wish { wishes[name] = Sourced(wish) }
    var choice = MirrorChoice(
      of: name, wishes: wishes, connected: Set(coordinators.compactMap { $0.screen?.name }), main: mainScreen?.name,
      applications: applications)
    if coordinator.decision.isMirrorChosen { choice.source = .runtime }
    return choice
  }

  /// Those that mirror a screen show what it shows now.
  func pictureDidChange(on source: ScreenScenes) {
    for mirror in mirrors(of: source) { mirror.coordinator.mark(.picture) }
    // Application scenes may have come to this screen, or left it: that concerns those who mirror them, and who mirrors those.
    if coordinators.contains(where: { $0.decision.mirrorWish?.value.source == .application }) { pass.markRelations() }
  }

  /// Those that can show another picture of a screen that they mirror.
  func mirrors(of source: ScreenScenes) -> [ScreenScenes] {
    coordinators.filter { $0.stage.mirrorSource === source && $0.attempt == nil && $0.lit != nil }.map(\.stage)
  }

  /// Has it decided again what screens show that mirror another one now than was decided, or all of them.
  func markMirrors(areAllOld: Bool) {
    for coordinator in coordinators where coordinator.screen?.isMain == false {
      // An app may stand in for want of a main screen; what is decided then is the same in most cases, and costs little.
      if areAllOld || coordinator.decision.mirror != mirrorChoice(for: coordinator) { coordinator.reconsider() }
    }
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
      let former = mirrorWish?.value ?? MirrorWish()
      wish = MirrorWish(source ?? former.source, fit: fit ?? former.fit)
    }
    if let wish, source != nil { try check(wish) }
    choose({ $0.mirror = wish }) { [weak self] outcome in
      guard let self, let name = screen?.name, decision.picture.shown != .mirror else { return completion(outcome) }
      let why = whyNoMirror
      completion(
        outcome.unseen(
          "\(name) does not mirror now\(why ?? ""); it is kept",
          hint: why == nil ? "\"marqueectl support \(name) mirror\" has it mirror" : nil))
    }
  }

  /// What counts of what was said of it as a mirror: what was chosen, else its rule.
  var mirrorWish: Sourced<MirrorWish>? {
    guard let screen else { return nil }
    if let chosen = choices.mirror { return Sourced(chosen) }
    return system.policy.rules.first(connectorName: screen.name, identity: identity)?.mirror
  }

  /// Why nothing is mirrored, where that is not for want of the user's word.
  private var whyNoMirror: String? {
    let picture = decision.picture
    let asked = picture.reasons.first { $0.rule == "mirror" } ?? picture.reasons.last
    switch picture.shown {
    case .scene, .applications, .masked, .black:
      guard picture.isAlarm || decision.support.value == .mirror else { return nil }
    case .dark, .untouched, .mirror, .idle: break
    }
    return asked.map { ", since \($0.text)" }
  }

  private func check(_ wish: MirrorWish) throws(SceneError) {
    guard let screen else { throw .notNow("no display is connected there") }
    guard case .screen(let name) = wish.source else { return }
    _ = try system.find(name)
    let choice = system.mirrorChoice(for: self, wishing: wish)
    guard choice.screen != nil else {
      throw .notNow(
        "\(screen.name) cannot mirror \(name): \(choice.reason); name a screen that shows a picture of its own")
    }
  }
}
