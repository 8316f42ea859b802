internal import DisplayTypes
internal import ModeSelection

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
  func pictureDidChange(on source: SceneStage) {
    for mirror in mirrors(of: source) where mirror.mirrorSource === source {
      // What one mirrors may be another by now.
      if !reconsiderMirror(on: mirror.coordinator) { mirror.present() }
    }
    // Application scenes may have come to this screen, or left it: that concerns those who mirror them, and who mirrors those.
    guard coordinators.contains(where: { $0.decision.mirrorWish?.value.source == .application }) else { return }
    for coordinator in coordinators where coordinator.decision.mirrorWish != nil {
      reconsiderMirror(on: coordinator)
    }
  }

  /// Decides anew what a screen shows that mirrors another one than was decided; whether it did.
  @discardableResult
  private func reconsiderMirror(on coordinator: ScreenCoordinator) -> Bool {
    guard coordinator.screen?.isMain == false, coordinator.decision.mirror != mirrorChoice(for: coordinator) else {
      return false
    }
    coordinator.reconsider(completion: nil)
    return true
  }

  /// Those that can show another picture of a screen that they mirror.
  func mirrors(of source: SceneStage) -> [SceneStage] {
    coordinators.filter { $0.stage.mirrorSource === source && $0.attempt == nil && $0.lit != nil }.map(\.stage)
  }

  /// Where others are connected afterwards, or another is the main one, what screens show is decided anew that mirror some other now.
  func lookingAtMirrors(_ body: () -> Void) {
    let main = mainScreen?.id
    body()
    for coordinator in coordinators where coordinator.screen?.isMain == false {
      let isOther = coordinator.decision.mirror != mirrorChoice(for: coordinator)
      // An app may stand in for want of a main screen; what is decided then is the same in most cases, and costs little.
      if isOther || main != mainScreen?.id { coordinator.reconsider(completion: nil) }
    }
  }
}
