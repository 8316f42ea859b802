internal import DisplayTypes

extension SceneStage {
  /// Who would show what is asked for now, and on which geometry, where it is not seen at once: under a cover, on a blank screen, or on one that
  /// the schedule keeps dark; nil where it is seen, and so tried by being laid out.
  func trialPlace(for duration: UInt64?) throws(SceneError) -> ContentTrial.Place? {
    if let cover {
      let (app, role) = try checkCovered(for: duration, under: cover)
      guard let geometry = screen?.geometry else { return nil }
      let session = foundSession(of: app, role)
      let delegate = session?.scene?.delegate ?? passingSession(of: app, role).map(app.delegate.makeSceneDelegate)
      guard let delegate else { throw nothingCovered(by: cover) }
      return ContentTrial.Place(delegate: delegate, geometry: geometry, app: app, role: role, session: session)
    }
    let scene = picture.hidesScene ? claimDueScene() ?? darkScene : darkScene
    guard let scene, let geometry = screen?.geometry ?? coordinator.dueGeometry ?? scene.traits?.geometry,
      let app = system.app(scene.session.app)
    else { return nil }
    return ContentTrial.Place(
      delegate: scene.delegate, geometry: geometry, app: app, role: scene.session.role, session: scene.session)
  }

  /// Stands for the session of an app while something is tried; nobody finds it.
  private func passingSession(of app: App, _ role: SceneRole) -> SceneSession? {
    guard let screen, let configuration = coordinator.configuration(of: app) else { return nil }
    return SceneSession(
      identifier: "", app: app.name, role: role, configuration: configuration, identity: coordinator.identity,
      connector: screen.name)
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
    _ content: ContentDescription, for duration: UInt64?, at place: ContentTrial.Place,
    _ completion: @escaping (PictureOutcome) -> Void
  ) {
    let trial = ContentTrial(place, completion: completion)
    trials.append(trial)
    place.delegate.tryContent(content, for: place.geometry) { [weak self] failure in
      // The delegate in it is needed until it has answered. Where the stage is gone, that has answered.
      _ = trial
      self?.tried(trial, content, for: duration, failure)
    }
  }

  private func tried(
    _ trial: ContentTrial, _ content: ContentDescription, for duration: UInt64?, _ failure: ContentFailure?
  ) {
    guard let index = trials.firstIndex(where: { $0 === trial }) else { return }
    trials.remove(at: index)
    guard !isOvertaken(trial) else {
      return trial.completion(.failed(.notNow("nothing was changed: something else was asked for meanwhile")))
    }
    if let failure, failure.retry == .never {
      return trial.completion(.failed(.content("\(failure.message); \(Self.formerStays)")))
    }
    let later = trials[index...]
    do throws(SceneError) {
      // The cover may be gone by now.
      try setTriedContent(content, for: duration) { outcome in
        guard case .kept(let note, let hint) = outcome, let failure else { return trial.completion(outcome) }
        trial.completion(.kept("\(note); at present it cannot be shown: \(failure.message)", hint: hint))
      }
    } catch {
      return trial.completion(.failed(error))
    }
    // What was asked for after it, and is still being tried, takes its place.
    let session = foundSession(of: trial.place.app, trial.place.role)
    for other in later where other.place.app === trial.place.app && other.place.role == trial.place.role {
      other.session = session
      other.choices = session?.choices ?? 0
    }
  }

  /// Whether something else was chosen for that session since it began, the session is no more, or another app is in its place.
  private func isOvertaken(_ trial: ContentTrial) -> Bool {
    if let app = appOfContent, app != trial.place.app.name { return true }
    let session = foundSession(of: trial.place.app, trial.place.role)
    if let former = trial.session, former !== session { return true }
    return (session?.choices ?? 0) != trial.choices
  }

  /// Nothing that is being tried will be set, for that reason.
  func abandonTrials(_ reason: String) {
    let waiting = trials
    trials = []
    for trial in waiting {
      trial.completion(.failed(.notNow("\(reason); nothing was changed")))
    }
  }
}
