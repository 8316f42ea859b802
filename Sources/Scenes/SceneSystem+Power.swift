/// Power that schedules switch.
extension SceneSystem {
  /// Has the schedule of a session switch the power of its screen, whatever its content is: for what was recorded elsewhere, without that
  /// content.
  ///
  /// It holds until the session's scene ends, or it is said otherwise.
  public func setScheduledPower(_ isOn: Bool, ofSession identifier: String) {
    guard let session = sessions.first(where: { $0.identifier == identifier }) else { return }
    session.isRecordedDark = !isOn
    for coordinator in coordinators where coordinator.stage.scenes.contains(where: { $0.session === session }) {
      coordinator.reconsider(completion: nil)
    }
  }

  /// Posts what a display has told of its own power; it decides nothing.
  public func displayDidTellPower(on screen: String, _ message: String) {
    post(.displayDidTellPower(screen: screen, message: message))
  }
}

extension ScreenCoordinator {
  /// Whether its display is to have a signal; nil where that is not ours to say: it is somebody else's, or there is none.
  public var wantsSignal: Bool? {
    guard let screen, !screen.isStandIn, !decision.steps.isEmpty, decision.settings != nil else { return nil }
    return switch decision.picture.shown {
    case .dark(.power), .dark(.schedule): false
    case .dark(.use), .dark(.support), .untouched: nil
    case .scene, .applications, .masked, .black, .mirror, .idle: true
    }
  }
}

extension SceneStage {
  /// Tells of scenes whose schedules have switched the power since it was told last.
  func tellScheduledPower() {
    for scene in scenes where scene.wantsDark != scene.toldDark {
      scene.toldDark = scene.wantsDark
      system.outlets.scheduledPower(scene.session.identifier, !scene.wantsDark)
    }
  }
}
