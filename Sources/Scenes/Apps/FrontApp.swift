internal import DisplayTypes

/// The daemon's own app in front of all others: a talk. The foreground apps of screens stay as they are.
struct FrontApp {
  let app: App
  /// The connector of its only screen; nil for every external one.
  let screen: String?
  /// Whether displays that were never seen before wait for an admission.
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

extension SceneSystem {
  package var frontApp: String? { model.front?.app.name }

  /// Puts an app in front of all others, on every external screen or on one. A repeated call changes it. It is not stored. Another app of
  /// the same name is ignored meanwhile. The completion gets the outcome on each affected screen.
  ///
  /// - Parameter isNew: earlier admissions do not count; false if the app continues from an earlier process.
  package func beginFront(
    _ app: App, on screen: String?, asksOfNew: Bool, isNew: Bool = true,
    completion: @escaping (ScreenOutcomes) -> Void
  ) {
    pass.input {
      let former = coordinators.filter(\.facts.isFrontScreen)
      if isNew { takeBackAdmissions() }
      model.front = FrontApp(app: app, screen: screen, asksOfNew: asksOfNew)
      for coordinator in coordinators {
        coordinator.awaitAdmission()
        coordinator.screenScenes.makeStale(app.name)
      }
      let concerned = coordinators.filter { coordinator in
        coordinator.facts.isFrontScreen || former.contains { $0 === coordinator }
      }
      reconsider(concerned, completion: completion)
      for coordinator in former where !coordinator.facts.isFrontScreen {
        coordinator.screenScenes.appDidChange(app.name)
      }
    }
  }

  /// Lays the app in front out again. All screens that show it change together.
  package func frontDidChange(completion: @escaping (ScreenOutcomes) -> Void) {
    guard let name = frontApp else { return completion([]) }
    let showing = coordinators.filter(\.facts.showsFront)
    pass.input {
      for coordinator in coordinators { coordinator.screenScenes.makeStale(name) }
      if showing.count > 1 { presenter.beginTogether() }
      let outcomes = collector(of: showing.count, completion)
      for coordinator in showing {
        guard let name = coordinator.screen?.name else { continue }
        coordinator.screenScenes.content.refreshCurrent { outcomes.add($0, on: name) }
      }
    }
  }

  /// Admits a waiting display. If the display has an EDID, the admission is stored until the app in front ends.
  package func admit(_ name: String, completion: @escaping (PictureOutcome) -> Void) throws(SceneError) {
    let coordinator = try find(name)
    pass.input {
      if coordinator.screen?.isGuessed == true {
        coordinator.isAdmittedUnnamed = true
      } else {
        coordinator.remember { $0.choices.front = .admitted }
      }
      coordinator.reconsider(completion: completion)
    }
  }

  /// Ends the app in front, and forgets its sessions.
  package func endFront(completion: @escaping (ScreenOutcomes) -> Void) {
    guard let name = frontApp else { return completion([]) }
    let concerned = coordinators.filter(\.facts.isFrontScreen)
    pass.input {
      model.front = nil
      takeBackAdmissions()
      reconsider(concerned, completion: completion)
      forgetOwnApp(name)
    }
  }

  package func forgetAdmissions() {
    guard model.memory.records.contains(where: { $0.choices.front != nil }) else { return }
    pass.input { takeBackAdmissions() }
  }

  private func takeBackAdmissions() {
    model.memory.updateChoices { $1.front = nil }
    for coordinator in coordinators { coordinator.isAdmittedUnnamed = false }
  }

  package func talkDid(_ kind: SceneEvent.TalkKind) { pass.input(isPicture: true) { post(.talk(kind)) } }

  /// The external screens of the app in front, in the order of `screens`.
  package var frontScreens: [(screen: Screen, state: FrontAppState?, isSeen: Bool, isUnderAlarm: Bool)] {
    screens.compactMap { screen in
      guard let coordinator = coordinator(of: screen.name), coordinator.facts.isFrontScreen else { return nil }
      let isSeen = coordinator.facts.showsFront && coordinator.lit != nil && !coordinator.decision.picture.hidesScene
      return (screen, coordinator.facts.frontState, isSeen, coordinator.decision.picture.isAlarm)
    }
  }
}
