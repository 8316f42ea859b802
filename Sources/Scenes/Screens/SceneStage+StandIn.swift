internal import DisplayTypes

extension SceneStage {
  /// Takes scenes over from another connector, connected as they are; those of apps that have none for this screen stay there.
  func adopt(_ former: SceneStage) {
    guard let screen else { return }
    for scene in former.scenes {
      guard scene.session.role == coordinator.role, let app = system.app(scene.session.app),
        coordinator.configuration(of: app) != nil, !scenes.contains(where: { $0.session.app == app.name })
      else { continue }
      former.scenes.removeAll { $0 === scene }
      scenes.append(scene)
      if former.current === scene { current = scene }
      scene.screen = screen
      scene.session.connector = screen.name
      // Laid out ahead for the screen before, whose word nobody waits for any more.
      scene.darknessDidChange = nil
      scene.prepared = nil
      listen(to: scene)
    }
    if current != nil { former.current = nil }
  }
}
