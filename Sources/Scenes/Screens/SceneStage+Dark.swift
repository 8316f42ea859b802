internal import DisplayTypes
internal import Presentation

/// Scenes that keep their screen dark before anything is lit for them.
extension SceneStage {
  /// All but the one that keeps the screen dark.
  var scenesToReclaim: [Scene] {
    let dark = darkScene
    return scenes.filter { $0 !== dark }
  }

  /// Connects the scene that is due in the background where its schedule has switched the power off, so that no mode is set for it.
  ///
  /// True where it has: the scene says from now on when there is to be a signal, and what is due is looked at anew.
  func connectInTheDark() -> Bool {
    guard let scene = claimDueScene(), !scene.isConnected, let geometry = coordinator.dueGeometry else { return false }
    let session = scene.session
    let isRecorded = session.isRecordedDark || system.recordedDarkness?(session.identifier) == true
    guard isRecorded || scene.delegate.wantsDark(session) else { return false }
    moving {
      connect(scene)
      scene.owesMode = true
      if isRecorded { session.isRecordedDark = true } else { layOutInTheDark(scene, for: geometry) }
      reconsiderLater()
    }
    return true
  }

  /// Lays a scene out that nobody sees, so that it knows when it is to be seen.
  ///
  /// One that cannot be laid out, or whose layout is given up for another, keeps nothing dark.
  private func layOutInTheDark(_ scene: Scene, for geometry: OutputGeometry) {
    scene.setDark(true)
    abandonLayout()
    let wanted = scene.wanted(in: geometry)
    let ticket = layoutTicket
    scene.prepared = PreparedFrame(wanted: wanted, ticket: ticket)
    scene.layoutInTheDark = ticket
    scene.delegate.prepareFrame(of: scene.session, for: wanted.geometry) { [weak scene] result in
      guard let scene, scene.prepared?.ticket == ticket, scene.prepared?.tree == nil else { return }
      guard case .success(let tree) = result else { return scene.prepared = nil }
      scene.layoutInTheDark = nil
      scene.prepared = nil
      scene.take(tree, for: wanted)
    }
  }
}
