internal import DisplayTypes

/// The daemon's own app in front of all others: a talk.
///
/// The foreground apps of screens stay as they are.
struct FrontApp {
  let app: App
  /// The connector of its only screen; nil for every external one.
  let screen: String?
  /// Displays that were never seen before wait for an admission.
  let asksOfNew: Bool
}

/// Whether a new display may show the app in front.
package nonisolated enum FrontAdmission: String, Hashable, Sendable {
  /// It shows nothing until a user admits it.
  case waiting
  /// A user has admitted it.
  case admitted
}

extension ScreenScenes {
  fileprivate func makeStale(_ app: String) {
    for scene in scenes where scene.session.app == app { scene.layout.isStale = true }
  }
}

struct FrontChanges {
  unowned let system: SceneSystem

  var frontApp: String? { system.model.front?.app.name }

  func beginFront(
    _ app: App, on screen: String?, asksOfNew: Bool, isNew: Bool = true,
    completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void
  ) {
    system.pass.input {
      takeIn(front: FrontApp(app: app, screen: screen, asksOfNew: asksOfNew), isNew: isNew, completion)
    }
  }

  private func takeIn(
    front new: FrontApp, isNew: Bool,
    _ completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void
  ) {
    let former = system.coordinators.filter(\.facts.isFrontScreen)
    if isNew { takeBackAdmissions() }
    system.model.front = new
    system.model.registry.own = new.app
    for coordinator in system.coordinators {
      coordinator.facts.askWhetherNew()
      coordinator.stage.makeStale(new.app.name)
    }
    let concerned = system.coordinators.filter { coordinator in
      coordinator.facts.isFrontScreen || former.contains { $0 === coordinator }
    }
    system.reconsider(concerned, completion: completion)
    for coordinator in former where !coordinator.facts.isFrontScreen { coordinator.stage.appDidChange(new.app.name) }
  }

  func frontDidChange(completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void) {
    guard let name = frontApp else { return completion([]) }
    let showing = system.coordinators.filter(\.facts.showsFront)
    system.pass.input {
      for coordinator in system.coordinators { coordinator.stage.makeStale(name) }
      if showing.count > 1 { system.presenter.beginTogether() }
      let outcomes = system.collector(of: showing.count, completion)
      for coordinator in showing {
        guard let name = coordinator.screen?.name else { continue }
        coordinator.stage.content.refreshCurrent { outcomes.add($0, on: name) }
      }
    }
  }

  func admit(_ name: String, completion: @escaping (PictureOutcome) -> Void) throws(SceneError) {
    let coordinator = try system.find(name)
    system.pass.input {
      if coordinator.screen?.isGuessed == true {
        coordinator.isLetInUnnamed = true
      } else {
        coordinator.facts.remember { $0.choices.front = .admitted }
      }
      coordinator.reconsider(completion: completion)
    }
  }

  func endFront(completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void) {
    guard let name = frontApp else { return completion([]) }
    let concerned = system.coordinators.filter(\.facts.isFrontScreen)
    system.pass.input {
      system.model.front = nil
      system.model.registry.own = nil
      takeBackAdmissions()
      system.reconsider(concerned, completion: completion)
      for coordinator in system.coordinators { coordinator.stage.appDidChange(name) }
      for session in system.store.sessions where session.app == name && session.scene == nil {
        system.store.destroy(session)
      }
    }
  }

  func forgetAdmissions() {
    guard system.model.memory.records.contains(where: { $0.choices.front != nil }) else { return }
    system.pass.input { takeBackAdmissions() }
  }

  private func takeBackAdmissions() {
    system.model.memory.updateChoices { $1.front = nil }
    for coordinator in system.coordinators { coordinator.isLetInUnnamed = false }
  }

  func talkDid(_ kind: SceneEvent.TalkKind) { system.pass.input(isPicture: true) { system.post(.talk(kind)) } }

  var frontScreens: [(screen: Screen, standing: FrontAppState?, isSeen: Bool)] {
    system.screens.compactMap { screen in
      guard let coordinator = system.coordinator(of: screen.name), coordinator.facts.isFrontScreen else { return nil }
      let isSeen = coordinator.facts.showsFront && coordinator.lit != nil && !coordinator.decision.picture.hidesScene
      return (screen, coordinator.facts.frontStanding, isSeen)
    }
  }
}

extension SceneSystem {
  var frontChanges: FrontChanges { FrontChanges(system: self) }

  package var frontApp: String? { frontChanges.frontApp }

  /// Puts an app in front of all others, on every external screen or on one; what is beneath stays as it is, and returns with `endFront`.
  ///
  /// The one that is in front already may be said anew. Not kept. An app of the same name is passed over meanwhile. The completion gets the
  /// outcome on each screen that it concerns.
  ///
  /// - Parameter isNew: What was said of new displays before does not hold for it; false where it goes on in another life of the daemon.
  package func beginFront(
    _ app: App, on screen: String?, asksOfNew: Bool, isNew: Bool = true,
    completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void
  ) { frontChanges.beginFront(app, on: screen, asksOfNew: asksOfNew, isNew: isNew, completion: completion) }

  /// What the app in front is to show is another: all screens that show it change together.
  package func frontDidChange(completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void) {
    frontChanges.frontDidChange(completion: completion)
  }

  /// A display that waits shows the app in front; kept until that ends, for one that has said who it is.
  package func admit(_ name: String, completion: @escaping (PictureOutcome) -> Void) throws(SceneError) {
    try frontChanges.admit(name, completion: completion)
  }

  /// The app in front is no more: every screen shows what is due there, and the app's sessions are forgotten.
  package func endFront(completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void) {
    frontChanges.endFront(completion: completion)
  }

  package func forgetAdmissions() { frontChanges.forgetAdmissions() }

  package func talkDid(_ kind: SceneEvent.TalkKind) { frontChanges.talkDid(kind) }

  /// The external screens of the app in front, in the order of `screens`.
  package var frontScreens: [(screen: Screen, standing: FrontAppState?, isSeen: Bool)] { frontChanges.frontScreens }
}
