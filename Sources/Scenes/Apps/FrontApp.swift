internal import DisplayTypes

/// The daemon's own app in front of all others, as long as there is one: a talk.
///
/// The foreground of screens stays what it was, so that they return to it.
struct FrontApp {
  let app: App
  /// The connector of the only screen that it is for; nil for every external one.
  let screen: String?
  /// Displays that were never seen before wait until somebody says that they may show it.
  let asksOfNew: Bool
}

/// Whether a display that was never seen before may show the app in front: a talk.
public nonisolated enum FrontAdmission: String, Hashable, Sendable {
  /// It shows nothing until somebody says so.
  case waiting
  /// Somebody has.
  case admitted
}

/// The daemon's own app in front of all others: a talk.
extension SceneSystem {
  /// The name of the app in front; nil where there is none.
  public var frontApp: String? { front?.app.name }

  /// Puts an app in front of all others, on every external screen or on one; what is beneath stays as it is, and returns with `endFront`.
  ///
  /// The one that is in front already may be said anew. Not kept. An app of the same name is passed over meanwhile. The completion gets the
  /// outcome on each screen that it concerns.
  ///
  /// - Parameter isNew: What was said of new displays before does not hold for it; false where it goes on in another life of the daemon.
  public func beginFront(
    _ app: App, on screen: String?, asksOfNew: Bool, isNew: Bool = true,
    completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void
  ) {
    pass.input { takeIn(front: FrontApp(app: app, screen: screen, asksOfNew: asksOfNew), isNew: isNew, completion) }
  }

  private func takeIn(
    front new: FrontApp, isNew: Bool,
    _ completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void
  ) {
    let former = coordinators.filter(\.isFrontScreen)
    if isNew { takeBackAdmissions() }
    front = new
    registry.own = new.app
    for coordinator in coordinators {
      coordinator.askWhetherNew()
      coordinator.stage.makeStale(new.app.name)
    }
    let concerned = coordinators.filter { coordinator in
      coordinator.isFrontScreen || former.contains { $0 === coordinator }
    }
    reconsider(concerned, completion: completion)
    for coordinator in former where !coordinator.isFrontScreen { coordinator.stage.appDidChange(new.app.name) }
  }

  /// What the app in front is to show is another: all screens that show it change together.
  public func frontDidChange(completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void) {
    guard let name = frontApp else { return completion([]) }
    let showing = coordinators.filter(\.showsFront)
    pass.input {
      for coordinator in coordinators { coordinator.stage.makeStale(name) }
      if showing.count > 1 { beginTogether() }
      let outcomes = collector(of: showing.count, completion)
      for coordinator in showing {
        guard let name = coordinator.screen?.name else { continue }
        coordinator.stage.refreshCurrent { outcomes.add($0, on: name) }
      }
    }
  }

  /// A display that waits shows the app in front; kept until that ends, for one that has said who it is.
  public func admit(_ name: String, completion: @escaping (PictureOutcome) -> Void) throws(SceneError) {
    let coordinator = try find(name)
    pass.input {
      if coordinator.screen?.isGuessed == true {
        coordinator.isLetInUnnamed = true
      } else {
        coordinator.remember { $0.choices.front = .admitted }
      }
      coordinator.reconsider(completion: completion)
    }
  }

  /// The app in front is no more: every screen shows what is due there, and the app's sessions are forgotten.
  public func endFront(completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void) {
    guard let name = frontApp else { return completion([]) }
    let concerned = coordinators.filter(\.isFrontScreen)
    pass.input {
      front = nil
      registry.own = nil
      takeBackAdmissions()
      reconsider(concerned, completion: completion)
      for coordinator in coordinators { coordinator.stage.appDidChange(name) }
      for session in store.sessions where session.app == name && session.scene == nil { store.destroy(session) }
    }
  }

  /// Forgets what was said of displays that were new while an app was in front: that has ended in another life of the daemon.
  public func forgetAdmissions() {
    guard memory.records.contains(where: { $0.choices.front != nil }) else { return }
    pass.input { takeBackAdmissions() }
  }

  private func takeBackAdmissions() {
    memory.updateChoices { $1.front = nil }
    for coordinator in coordinators { coordinator.isLetInUnnamed = false }
  }

  /// Tells of a talk.
  public func talkDid(_ kind: SceneEvent.TalkKind) { pass.input(isPicture: true) { post(.talk(kind)) } }

  /// How the app in front stands to the screens that it is for, by their names, in the order of `screens`.
  public var frontScreens: [(screen: Screen, standing: FrontAppState?, isSeen: Bool)] {
    screens.compactMap { screen in
      guard let coordinator = coordinator(of: screen.name), coordinator.isFrontScreen else { return nil }
      let isSeen = coordinator.showsFront && coordinator.lit != nil && !coordinator.decision.picture.hidesScene
      return (screen, coordinator.frontStanding, isSeen)
    }
  }
}

extension ScreenCoordinator {
  /// Whether the app in front is for this screen: an external one, and the one that was named, where one was.
  var isFrontScreen: Bool {
    guard let front = system.front, let screen, front.screen ?? screen.name == screen.name else { return false }
    return use == .external && !screen.snapshot.isNonDesktop
  }

  /// Whether it is what the screen shows.
  var showsFront: Bool { screen != nil && system.front != nil && decision.picture.isFront }

  /// How it stands to this screen; nil where it is not for it.
  var frontStanding: FrontAppState? {
    guard isFrontScreen, let name = system.frontApp else { return nil }
    if let screen, screen.isGuessed, system.front?.asksOfNew == true {
      // What is guessed of it holds for the display of before.
      return isLetInUnnamed ? .shown(app: name, role: role) : .unnamed(app: name)
    }
    return choices.front == .waiting ? .waiting(app: name) : .shown(app: name, role: role)
  }

  /// A display that was never seen before waits from now on, where it is asked for, unless somebody has let it in before it said who it is.
  ///
  /// That leave is for the first that says so: what comes after it on the same connector may be another, of whose change nothing else tells.
  func askWhetherNew() {
    guard let screen, !screen.isGuessed else { return }
    let isLetIn = isLetInUnnamed
    isLetInUnnamed = false
    guard isFrontScreen, system.front?.asksOfNew == true, choices.front == nil, record?.mode == nil else { return }
    remember { $0.choices.front = isLetIn ? .admitted : .waiting }
  }

  /// Whether what is shown makes it a display that was seen before: nothing that is withheld, nothing of an app in front that it waits for
  /// or shows by leave alone, and nobody is seen by a guess that it is he.
  var isBeingSeen: Bool {
    guard let screen, !screen.isStandIn, !isWithheld, choices.front == nil else { return false }
    switch frontStanding {
    case .waiting, .unnamed: return false
    case .shown, nil: return !screen.isGuessed || identity.isUnknown || record?.mode != nil
    }
  }

  /// What the screen is for, by its rule.
  private var use: ScreenUse {
    guard let screen else { return .external }
    let rule = system.policy.rules.first(connectorName: screen.name, identity: identity)
    return ScreenSettings(choices: choices, rule: rule, placement: screen.snapshot.placement).use.value
  }
}

extension ScreenScenes {
  /// What an app's scene shows is old, wherever that scene is.
  fileprivate func makeStale(_ app: String) {
    for scene in scenes where scene.session.app == app { scene.isStale = true }
  }
}
