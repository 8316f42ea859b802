internal import DisplayTypes

extension SceneStage {
  /// Who would show what is asked for now, and on which geometry, where it is not seen at once: under a cover, on a blank screen, or on one that
  /// the schedule keeps dark; nil where it is seen, and so tried by being laid out.
  func trialPlace(
    for duration: UInt64?
  ) throws(SceneError) -> (delegate: any SceneDelegate, geometry: OutputGeometry)? {
    if let cover {
      let (app, role) = try checkCovered(for: duration, under: cover)
      guard let geometry = screen?.geometry else { return nil }
      guard let session = claimSession(of: app, role) else { throw nothingCovered(by: cover) }
      return (session.scene?.delegate ?? app.delegate.makeSceneDelegate(for: session), geometry)
    }
    let scene = picture.hidesScene ? claimDueScene() ?? darkScene : darkScene
    guard let scene, let geometry = screen?.geometry ?? scene.traits?.geometry else { return nil }
    return (scene.delegate, geometry)
  }

  /// Finds out whether content could be shown here, whether it would be seen at once or not; changes nothing.
  func tryContent(_ content: ContentDescription, completion: @escaping (ContentFailure?) -> Void) {
    let unseen = try? trialPlace(for: nil)
    let delegate = unseen?.delegate ?? claimDueScene()?.delegate
    guard let delegate, let geometry = unseen?.geometry ?? screen?.geometry else { return completion(nil) }
    delegate.tryContent(content, for: geometry) { failure in
      // It is needed until it has answered.
      _ = delegate
      completion(failure)
    }
  }

  /// Sets content once it is known that it can be shown, or may be later.
  func tryContent(
    _ content: ContentDescription, for duration: UInt64?, by delegate: any SceneDelegate, on geometry: OutputGeometry,
    _ completion: @escaping (PictureOutcome) -> Void
  ) {
    contentTicket += 1
    let ticket = contentTicket
    delegate.tryContent(content, for: geometry) { [weak self] failure in
      // It is needed until it has answered.
      _ = delegate
      guard let self else { return }
      guard contentTicket == ticket else {
        return completion(.failed(.notNow("nothing was changed: something else was asked for meanwhile")))
      }
      if let failure, failure.retry == .never {
        return completion(.failed(.content("\(failure.message); \(Self.formerStays)")))
      }
      do throws(SceneError) {
        // The cover may be gone by now.
        try setTriedContent(content, for: duration) { outcome in
          guard case .kept(let note) = outcome, let failure else { return completion(outcome) }
          completion(.kept("\(note); now it could not be: \(failure.message)"))
        }
      } catch {
        completion(.failed(error))
      }
    }
  }
}
