internal import DisplayTypes

extension SceneStage {
  /// Asks an app about a connected session whose configuration has left the manifest, or whose manifest is newer.
  ///
  /// The scene goes on with the manifest's default meanwhile; an answer counts whenever it comes, unless another question, or the end
  /// of the scene, came first.
  func askAgain(_ app: App, _ scene: Scene, _ reason: AskReason) {
    guard let screen else { return }
    let session = scene.session
    session.manifestVersion = app.manifest.version
    let options = ConnectionOptions(
      screen: screen.snapshot, activities: [], formerConfiguration: nil, isStandIn: coordinator.isStandIn)
    let version = app.manifest
    app.delegate.configuration(for: session, options: options) { [weak self, weak scene] configuration in
      guard let self, let configuration, let scene, scene.isConnected, let app = system.app(session.app),
        app.manifest == version
      else { return }
      session.answered = configuration
      session.lastAnswer = configuration
      session.configuration = configuration
      system.persist()
      reconsiderLater()
    }
    system.post(.sessionWasAskedAgain(system.label(of: session), reason))
  }
}
