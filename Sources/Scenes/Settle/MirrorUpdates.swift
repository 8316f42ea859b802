package import DisplayTypes

/// Marks the screens that mirror a picture when that changes, and checks wishes for mirrors.
final class MirrorUpdates {
  private unowned let system: SceneSystem
  /// The main screen at the last check.
  private var formerMain: ScreenID?

  init(_ system: SceneSystem) { self.system = system }

  func pictureDidChange(on source: ScreenScenes) {
    for mirror in system.relations.mirrors(of: source) { mirror.coordinator.mark(.picture) }
    // Application scenes may have come or gone. That concerns their mirrors, and mirrors of these.
    if system.coordinators.contains(where: { $0.decision.mirrorWish?.value.source == .application }) {
      system.pass.markRelations()
    }
  }

  /// Marks the mirrors that wait for the next picture of a screen, which does not come.
  func pictureDoesNotCome(on source: ScreenScenes) {
    for mirror in system.relations.mirrors(of: source) where !mirror.presentation.completions.isEmpty {
      mirror.coordinator.mark(.picture)
    }
  }

  /// Marks mirrors whose source has changed since their decision, or all mirrors if the main screen is another.
  func sourcesMayHaveChanged() {
    let relations = system.relations
    let main = relations.mainScreen?.id
    for coordinator in relations.coordinators where coordinator.screen?.isMain == false {
      // Without a main screen a fallback may be due. An unnecessary decision costs little.
      if main != formerMain || coordinator.decision.mirror != relations.mirrorChoice(for: coordinator) {
        coordinator.reconsider()
      }
    }
    formerMain = main
  }

  fileprivate func check(_ wish: MirrorWish, of coordinator: ScreenCoordinator) throws(SceneError) {
    guard let screen = coordinator.screen else { throw .notNow("no display is connected there") }
    guard case .screen(let name) = wish.source else { return }
    _ = try system.find(name)
    let choice = system.relations.mirrorChoice(for: coordinator, wishing: wish)
    guard choice.screen != nil else {
      throw .notNow(
        "\(screen.name) cannot mirror \(name): \(choice.reason); name a screen that shows a picture of its own")
    }
  }
}

extension SceneSystem {
  /// The screen on which scenes continue without an external display; nil if there is none.
  package var standIn: Screen? { coordinators.first(where: \.isStandIn)?.screen }

  /// The coordinator of a connected screen; nil if no such screen is connected.
  func coordinator(of name: String) -> ScreenCoordinator? { coordinators.first { $0.screen?.name == name } }
}

extension ScreenCoordinator {
  /// Chooses the mirrored screen and the fit, until `reset`. Nil keeps a value; two nil values return to the configuration. Throws if the
  /// screen cannot mirror at all, or cannot mirror that screen.
  package func setMirror(
    of source: MirrorWish.Source?, fit: MirrorFit?, completion: @escaping (PictureOutcome) -> Void
  ) throws(SceneError) {
    var wish: MirrorWish?
    if source != nil || fit != nil {
      if let screen, screen.isMain { throw .notNow("\(screen.name) is the main screen, and cannot mirror another") }
      let former = facts.mirrorWish?.value ?? MirrorWish()
      wish = MirrorWish(source ?? former.source, fit: fit ?? former.fit)
    }
    if let wish, source != nil { try system.mirrors.check(wish, of: self) }
    choose({ $0.mirror = wish }) { [weak self] outcome in
      guard let self, let name = screen?.name, decision.picture.shown != .mirror else { return completion(outcome) }
      let why = facts.whyNoMirror
      completion(
        outcome.unseen(
          "\(name) does not mirror now\(why ?? ""); the choice is kept",
          hint: why == nil ? "\"marqueectl support \(name) mirror\" has it mirror" : nil))
    }
  }
}
