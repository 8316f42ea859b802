internal import ContentModel
internal import DisplayTypes
internal import Presentation

/// Content that is tried before it is set, and who waits for that.
final class ContentTrial {
  /// Who would show it, and for which shape.
  struct Place {
    var delegate: any SceneDelegate
    var geometry: OutputGeometry
    var app: App
    var role: SceneRole
    /// The session that it would be set in; nil where there is none yet.
    var session: SceneSession?
  }

  let place: Place
  /// The session, and how often its content had been chosen, when it began: nothing else may have been chosen since.
  var session: SceneSession?
  var choices: Int
  let completion: (PictureOutcome) -> Void

  init(_ place: Place, completion: @escaping (PictureOutcome) -> Void) {
    self.place = place
    session = place.session
    choices = place.session?.passing.choices ?? 0
    self.completion = completion
  }
}

/// What the scenes of one screen show by the user's word, instead of what is configured.
final class ShownContent {
  private unowned let stage: ScreenScenes
  /// What is being tried before it is set, in the order in which it was asked for.
  private var trials: [ContentTrial] = []

  init(_ stage: ScreenScenes) {
    self.stage = stage
  }

  private var coordinator: ScreenCoordinator { stage.coordinator }
  private var system: SceneSystem { stage.system }
  private var pass: SettlePass { stage.pass }
  private var screen: Screen? { stage.screen }
  private var picture: ScreenPicture { stage.picture }

  /// Who would show what is asked for now, and on which geometry, where it is not seen at once: under a cover, on a blank screen, or on one that
  /// the schedule keeps dark; nil where it is seen, and so tried by being laid out.
  func trialPlace(for duration: UInt64?) throws(SceneError) -> ContentTrial.Place? {
    if let cover {
      let (app, role) = try checkCovered(for: duration, under: cover)
      guard let geometry = screen?.geometry else { return nil }
      let session = stage.foundSession(of: app, role)
      let delegate = session?.scene?.delegate ?? passingSession(of: app, role).map(app.delegate.makeSceneDelegate)
      guard let delegate else { throw nothingCovered(by: cover) }
      return ContentTrial.Place(delegate: delegate, geometry: geometry, app: app, role: role, session: session)
    }
    let scene = picture.hidesScene ? stage.claimDueScene() ?? darkScene : darkScene
    guard let scene, let geometry = screen?.geometry ?? coordinator.modeSetting.dueGeometry ?? scene.traits?.geometry,
      let app = system.app(scene.session.app)
    else { return nil }
    return ContentTrial.Place(
      delegate: scene.delegate, geometry: geometry, app: app, role: scene.session.role, session: scene.session)
  }

  /// Stands for the session of an app while something is tried; nobody finds it.
  private func passingSession(of app: App, _ role: SceneRole) -> SceneSession? {
    guard let screen, let configuration = coordinator.facts.configuration(of: app) else { return nil }
    return SceneSession(
      identifier: "", app: app.name, role: role, configuration: configuration, identity: coordinator.identity,
      connector: screen.name)
  }

  /// Finds out whether content could be shown here, whether it would be seen at once or not; changes nothing.
  func tryContent(_ content: ContentDescription, completion: @escaping (ContentFailure?) -> Void) {
    let unseen = try? trialPlace(for: nil)
    let delegate = unseen?.delegate ?? stage.claimDueScene()?.delegate
    guard let delegate, let geometry = unseen?.geometry ?? screen?.geometry else { return completion(nil) }
    pass.tell { [pass] in
      delegate.tryContent(content, for: geometry) { failure in
        // It is needed until it has answered.
        _ = delegate
        pass.input { completion(failure) }
      }
    }
  }

  /// Sets content once it is known that it can be shown, or may be later.
  func tryContent(
    _ content: ContentDescription, for duration: UInt64?, at place: ContentTrial.Place,
    _ completion: @escaping (PictureOutcome) -> Void
  ) {
    let trial = ContentTrial(place) { [pass] outcome in pass.answer { completion(outcome) } }
    trials.append(trial)
    pass.tell { [weak self] in
      place.delegate.tryContent(content, for: place.geometry) { failure in
        // The delegate in it is needed until it has answered. Where the stage is gone, that has answered.
        _ = trial
        self?.pass.input { self?.tried(trial, content, for: duration, failure) }
      }
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
    let session = stage.foundSession(of: trial.place.app, trial.place.role)
    for other in later where other.place.app === trial.place.app && other.place.role == trial.place.role {
      other.session = session
      other.choices = session?.passing.choices ?? 0
    }
  }

  /// Whether something else was chosen for that session since it began, the session is no more, or another app is in its place.
  private func isOvertaken(_ trial: ContentTrial) -> Bool {
    if let app = appOfContent, app != trial.place.app.name { return true }
    let session = stage.foundSession(of: trial.place.app, trial.place.role)
    if let former = trial.session, former !== session { return true }
    return (session?.passing.choices ?? 0) != trial.choices
  }

  /// Nothing that is being tried will be set, for that reason.
  func abandonTrials(_ reason: String) {
    let waiting = trials
    trials = []
    for trial in waiting {
      trial.completion(.failed(.notNow("\(reason); nothing was changed")))
    }
  }

  /// Sets what the scene of the foreground app, or of the one that stands in for it, shows instead of what is configured; nil goes back
  /// to that.
  ///
  /// Kept, but where it is for a time only, which begins once it is shown. What covers that app keeps its own content. What is not seen at
  /// once is tried first, so that what can never be shown does not take the place of what can.
  func setContent(
    _ content: ContentDescription?, for duration: UInt64?, completion: @escaping (PictureOutcome) -> Void
  ) throws(SceneError) {
    if content != nil { try refuseAlarm() }
    if let content, let place = try trialPlace(for: duration) {
      return tryContent(content, for: duration, at: place, completion)
    }
    try setTriedContent(content, for: duration, completion: completion)
  }

  /// Sets it without trying it.
  func setTriedContent(
    _ content: ContentDescription?, for duration: UInt64?, completion: @escaping (PictureOutcome) -> Void
  ) throws(SceneError) {
    // An app that was tried may have become an alarm.
    if content != nil { try refuseAlarm() }
    if let cover {
      _ = try checkCovered(for: duration, under: cover)
      let note = try keep(content, under: cover)
      return pass.answer { completion(.kept(note)) }
    }
    guard let scene = stage.claimDueScene() ?? darkScene else {
      let why = coordinator.whyNothingIsShown
      throw .notNow("nothing was changed: \(why.reason)", hint: why.hint)
    }
    let completion = picture.cover.isBlank ? Self.hidden(completion) : completion
    // The same words again: the file that they name may be another.
    if scene.session.content == content { scene.layout.laidOut = nil }
    scene.former = FormerContent(scene)
    scene.contentTimer = nil
    scene.session.temporaryContent = nil
    scene.session.passing.choices += 1
    if let duration, let content {
      scene.session.temporaryContent = content
      return refresh(scene) { [weak self, weak scene] outcome in
        if let self, let scene, scene.session.temporaryContent == content { end(contentOf: scene, after: duration) }
        completion(outcome)
      }
    }
    scene.session.chosenContent = content
    setOnUntil(nil, for: scene.session)
    refresh(scene, completion)
  }

  /// Throws what `setContent` would throw now; changes nothing.
  func checkContent() throws(SceneError) {
    try refuseAlarm()
    if let cover {
      _ = try coveredApp(under: cover)
    } else {
      guard let name = appOfContent, system.app(name).flatMap(coordinator.facts.configuration) != nil else {
        let why = coordinator.whyNothingIsShown
        throw .notNow("nothing was changed: \(why.reason)", hint: why.hint)
      }
    }
  }

  /// Throws if the app whose scene's content `setContent` sets is an alarm of the configuration.
  private func refuseAlarm() throws(SceneError) {
    if let app = appOfContent { try system.sessionChanges.refuseAlarm(app) }
  }

  /// The app whose scene's content `setContent` sets.
  var appOfContent: String? {
    if let darkScene { return darkScene.session.app }
    guard case .scene(let front, _) = picture.shown else { return nil }
    return cover == nil ? front : coordinator.decision.foreground?.app
  }

  /// The session whose content `setContent` sets; nil where something else covers it.
  var sessionOfContent: SceneSession? { cover == nil ? (stage.current ?? darkScene)?.session : nil }

  /// The session of the foreground app that something else covers; nil where nothing does, or it has none yet.
  var coveredSession: SceneSession? {
    guard let cover, let (app, role) = try? coveredApp(under: cover) else { return nil }
    return stage.foundSession(of: app, role)
  }

  /// Why the content is not seen, whatever it shows; nil where it is.
  var whyContentIsUnseen: String? {
    if let cover { return "\(covered(by: cover)): the content is seen when that ends" }
    if picture.cover.isFrozen { return "the screen is frozen: the content is seen when that ends" }
    return picture.cover.isBlank ? "the screen is blank: the content is seen when that ends" : nil
  }

  /// The scene whose schedule has switched the power off: something else may be shown in it.
  var darkScene: Scene? {
    guard case .dark(.schedule(let app, let role)) = picture.shown else { return nil }
    return stage.scenes.first { $0.session.app == app && $0.session.role == role }
  }

  /// What is shown on a blank screen is black, whatever was asked for.
  private static func hidden(_ completion: @escaping (PictureOutcome) -> Void) -> (PictureOutcome) -> Void {
    return { completion($0.unseen("the screen is blank; it is shown when that ends")) }
  }

  /// The app whose scene is due although another is in the foreground, and is not stood in for; nil where there is none.
  var cover: String? {
    guard case .scene(let front, _) = picture.shown, front != coordinator.decision.foreground?.app,
      picture.rule != "fallback"
    else { return nil }
    return front
  }

  /// Throws where what is for under the cover cannot be kept.
  func checkCovered(for duration: UInt64?, under cover: String) throws(SceneError) -> (App, SceneRole) {
    let found = try coveredApp(under: cover)
    guard duration == nil else {
      throw .notNow("nothing was changed: \(covered(by: cover)), and what is for a time only would not be seen")
    }
    return found
  }

  /// Sets the content of the foreground app's scene, which is not what the screen shows; returns why it is not seen.
  private func keep(_ content: ContentDescription?, under cover: String) throws(SceneError) -> String {
    let (app, role) = try coveredApp(under: cover)
    guard let session = stage.claimSession(of: app, role) else { throw nothingCovered(by: cover) }
    session.scene?.contentTimer = nil
    session.scene?.former = nil
    session.scene?.layout.trouble = ContentTrouble()
    session.temporaryContent = nil
    session.chosenContent = content
    setOnUntil(nil, for: session)
    session.passing.choices += 1
    return "\(covered(by: cover)); it is shown in the scene of \(app.name) when that ends"
  }

  /// The foreground app, and the role of its scene, where something else covers that.
  private func coveredApp(under cover: String) throws(SceneError) -> (App, SceneRole) {
    guard case .scene(_, let role) = picture.shown, let name = coordinator.decision.foreground?.app,
      stage.attachesWindow(name), !stage.destroyed.contains(name), let app = system.app(name),
      coordinator.facts.configuration(of: app) != nil
    else { throw nothingCovered(by: cover) }
    return (app, role)
  }

  private func covered(by cover: String) -> String {
    "\(cover) covers everything on \(screen?.name ?? "the screen")"
  }

  func nothingCovered(by cover: String) -> SceneError {
    .notNow("nothing was changed: \(covered(by: cover)), and no app in the foreground has a scene there")
  }

  /// A scene in the background loses it too, and returns without it.
  private func end(contentOf scene: Scene, after duration: UInt64) {
    // By then it may be on another screen.
    scene.contentTimer = system.makeTimer { [weak scene] in scene?.didChange(.contentTime) }
    scene.contentTimer?.arm(at: system.clock.now.advanced(by: duration))
  }

  /// The time is over for which a scene shows what it shows.
  func contentTimeOver(of scene: Scene) {
    guard scene.session.temporaryContent != nil else { return }
    scene.session.temporaryContent = nil
    if scene === stage.current { refresh(scene, nil) }
  }

  /// What is shown by hand follows its own schedule.
  private func setOnUntil(_ time: WallTime?, for session: SceneSession) {
    session.passing.onUntil = time
    guard coordinator.onUntil != time else { return }
    coordinator.facts.remember { $0.choices.onUntil = time }
  }

  /// What is said where content was refused.
  static let formerStays = "what was there before stays"

  /// What can never be laid out does not stay in the place of what can.
  func returnToFormer(_ scene: Scene) {
    guard let former = scene.former else { return }
    scene.former = nil
    scene.session.chosenContent = former.chosen
    scene.session.temporaryContent = former.temporary
    setOnUntil(former.onUntil, for: scene.session)
    scene.contentTimer = former.timer
    refresh(scene, nil)
  }

  /// The scene in front is old: lays it out anew, and shows it.
  func refreshCurrent(_ completion: @escaping (PictureOutcome) -> Void) {
    guard let current = stage.current else { return coordinator.reconsider(completion: completion) }
    refresh(current, picture.cover.isBlank ? Self.hidden(completion) : completion)
  }

  /// The content is another one: lay it out and show it.
  private func refresh(_ scene: Scene, _ completion: ((PictureOutcome) -> Void)?) {
    if let completion { stage.presentation.completions.append(completion) }
    stage.forgetTrouble(of: scene)
    guard scene === stage.shownScene, coordinator.attempt == nil else { return coordinator.reconsider() }
    stage.mark(.layout)
  }
}
