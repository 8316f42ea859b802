internal import DisplayTypes
internal import Presentation

extension SceneStage {
  /// Sets what the scene in front, or the one that is due, shows instead of what is configured; nil goes back to that.
  ///
  /// Kept, but where it is for a time only, which begins once it is shown.
  func setContent(
    _ content: ContentDescription?, for duration: UInt64?, completion: @escaping (PictureOutcome) -> Void
  ) throws(SceneError) {
    guard let scene = current ?? claimDueScene() else {
      throw .notNow("nothing was changed: \(coordinator.whyNothingIsShown)")
    }
    let completion = picture.cover.isBlank ? Self.hidden(completion) : completion
    scene.contentTimer = nil
    scene.session.temporaryContent = nil
    if let duration, let content {
      scene.session.temporaryContent = content
      return refresh(scene) { [weak self, weak scene] outcome in
        if let self, let scene, scene.session.temporaryContent == content { end(contentOf: scene, after: duration) }
        completion(outcome)
      }
    }
    scene.session.chosenContent = content
    system.persist()
    refresh(scene, completion)
  }

  /// What is shown on a blank screen is black, whatever was asked for.
  private static func hidden(_ completion: @escaping (PictureOutcome) -> Void) -> (PictureOutcome) -> Void {
    return { outcome in
      switch outcome {
      case .shown: completion(.kept("the screen is blank; it is shown when that ends"))
      case .kept, .failed: completion(outcome)
      }
    }
  }

  /// A scene in the background loses it too, and returns without it.
  private func end(contentOf scene: Scene, after duration: UInt64) {
    scene.contentTimer = system.clock.makeTimer { [weak self, weak scene] in
      guard let self, let scene, scene.session.temporaryContent != nil else { return }
      scene.session.temporaryContent = nil
      if scene === current { refresh(scene, nil) }
    }
    scene.contentTimer?.arm(at: system.clock.now.advanced(by: duration))
  }

  /// The content is another one: lay it out and show it.
  private func refresh(_ scene: Scene, _ completion: ((PictureOutcome) -> Void)?) {
    if let completion { completions.append(completion) }
    forgetTrouble(of: scene)
    guard scene === shownScene, coordinator.attempt == nil else { return coordinator.reconsider(completion: nil) }
    show()
  }
}
