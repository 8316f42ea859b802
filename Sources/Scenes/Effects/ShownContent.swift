internal import ContentModel
internal import DisplayTypes
internal import Presentation

/// A trial of content before it is set.
final class ContentTrial {
  /// The delegate and geometry of a trial.
  struct Place {
    /// The delegate of the scene, or one for the trial; for a notice only.
    var delegate: () -> any SceneDelegate
    var geometry: OutputGeometry
    var app: App
    var role: SceneRole
    /// The session for the content; nil if there is none yet.
    var session: SceneSession?
  }

  let place: Place
  /// The session for the content; another choice in it ends the trial.
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

/// An app and its content, which a cover may hide.
struct CoveredContent: Equatable {
  let app: String
  let content: ContentDescription?
}

extension [ScreenCoordinator] {
  /// The contents of the screens without their covers.
  var coveredContents: [ScreenID: CoveredContent] {
    reduce(into: [:]) { $0[$1.id] = $1.screenScenes.content.covered }
  }
}

/// The contents that the user chose for the scenes of one screen.
final class ShownContent {
  private unowned let screenScenes: ScreenScenes
  /// The trials in the order of their requests.
  private var trials: [ContentTrial] = []

  init(_ screenScenes: ScreenScenes) { self.screenScenes = screenScenes }

  private var coordinator: ScreenCoordinator { screenScenes.coordinator }
  private var system: SceneSystem { screenScenes.system }
  private var pass: SettlePass { screenScenes.pass }
  private var screen: Screen? { screenScenes.screen }
  private var picture: ScreenPicture { screenScenes.picture }

  /// The place of a trial for content that is not visible at once; nil if it is visible, so that its layout is the trial. Content is not
  /// visible under a cover, on a blank screen, or while the schedule keeps the screen dark.
  func trialPlace(for duration: UInt64?) throws(SceneError) -> ContentTrial.Place? {
    if let cover {
      let (app, role) = try checkCovered(for: duration, under: cover)
      guard let geometry = screen?.geometry else { return nil }
      let session = screenScenes.foundSession(of: app, role)
      guard let passing = passingSession(of: app, role) else { throw nothingCovered(by: cover) }
      return ContentTrial.Place(
        delegate: { session?.scene?.delegate ?? app.delegate.makeSceneDelegate(for: passing) }, geometry: geometry,
        app: app, role: role, session: session)
    }
    let session = picture.hidesScene ? screenScenes.claimDueSession() ?? darkScene?.session : darkScene?.session
    return session.flatMap(place)
  }

  /// Where content for a session is tried.
  private func place(for session: SceneSession) -> ContentTrial.Place? {
    let former = screenScenes.scene(of: session)?.traits?.geometry
    guard let geometry = screen?.geometry ?? coordinator.modeSetting.dueGeometry ?? former,
      let app = system.app(session.app)
    else { return nil }
    return ContentTrial.Place(
      delegate: { [screenScenes] in
        screenScenes.scene(of: session)?.delegate ?? app.delegate.makeSceneDelegate(for: session)
      },
      geometry: geometry, app: app, role: session.role, session: session)
  }

  /// Makes a session that replaces the app's session during a trial, and is not stored.
  private func passingSession(of app: App, _ role: SceneRole) -> SceneSession? {
    guard let screen, let configuration = coordinator.facts.configuration(of: app) else { return nil }
    return SceneSession(
      identifier: "", app: app.name, role: role, configuration: configuration, identity: coordinator.identity,
      connector: screen.name)
  }

  /// Tries content without changing anything.
  func tryContent(_ content: ChosenContent, completion: @escaping (ContentFailure?) -> Void) {
    guard let place = try? trialPlace(for: nil) ?? screenScenes.claimDueSession().flatMap(place) else {
      return completion(nil)
    }
    pass.notify { [pass] in
      let delegate = place.delegate()
      Self.tryContent(content, by: delegate, for: place.geometry) { failure in
        // The delegate is needed until it has replied.
        _ = delegate
        pass.input { completion(failure) }
      }
    }
  }

  /// Sets content after a trial. Refuses it only if it can never be shown.
  func tryContent(
    _ content: ChosenContent, for duration: UInt64?, at place: ContentTrial.Place,
    _ completion: @escaping (PictureOutcome) -> Void
  ) {
    let trial = ContentTrial(place) { [pass] outcome in pass.answer { completion(outcome) } }
    trials.append(trial)
    pass.notify { [weak self] in
      let delegate = place.delegate()
      Self.tryContent(content, by: delegate, for: place.geometry) { failure in
        // The delegate is needed until its reply. If the screen has gone, the trial was answered already.
        _ = delegate
        self?.pass.input { self?.tried(trial, content, for: duration, failure) }
      }
    }
  }

  /// Completes once. A delegate that makes its own pictures cannot try a content.
  private static func tryContent(
    _ content: ChosenContent, by delegate: any SceneDelegate, for geometry: OutputGeometry,
    completion: @escaping (ContentFailure?) -> Void
  ) {
    guard let delegate = delegate as? any ContentTrialDelegate else { return completion(nil) }
    delegate.tryContent(content, for: geometry, completion: completion)
  }

  private func tried(
    _ trial: ContentTrial, _ content: ChosenContent, for duration: UInt64?, _ failure: ContentFailure?
  ) {
    guard let index = trials.firstIndex(where: { $0 === trial }) else { return }
    trials.remove(at: index)
    guard !isOvertaken(trial) else {
      return trial.completion(.failed(.notNow("nothing was changed: another request came meanwhile")))
    }
    if let failure, failure.retry == .never {
      return trial.completion(.failed(.content("\(failure.message); \(Self.formerStays)")))
    }
    let later = trials[index...]
    do throws(SceneError) {
      // The cover may have ended by now.
      try setTriedContent(content, for: duration) { outcome in
        guard case .kept(let note, let hint) = outcome, let failure else { return trial.completion(outcome) }
        trial.completion(.kept("\(note); at present it cannot be shown: \(failure.message)", hint: hint))
      }
    } catch {
      return trial.completion(.failed(error))
    }
    // Later trials replace this content.
    let session = screenScenes.foundSession(of: trial.place.app, trial.place.role)
    for other in later where other.place.app === trial.place.app && other.place.role == trial.place.role {
      other.session = session
      other.choices = session?.passing.choices ?? 0
    }
  }

  /// Whether the app, the session or its content has changed since the trial began.
  private func isOvertaken(_ trial: ContentTrial) -> Bool {
    if let app = appOfContent, app != trial.place.app.name { return true }
    let session = screenScenes.foundSession(of: trial.place.app, trial.place.role)
    if let former = trial.session, former !== session { return true }
    return (session?.passing.choices ?? 0) != trial.choices
  }

  /// Ends all trials without setting their content.
  func abandonTrials(_ reason: String) {
    let waiting = trials
    trials = []
    for trial in waiting { trial.completion(.failed(.notNow("\(reason); nothing was changed"))) }
  }

  /// Sets the content of the foreground app's scene, or of its fallback; nil returns to the configuration. Content without a duration is
  /// stored. A duration begins with the first frame. Content that is not visible at once is tried first.
  func setContent(
    _ content: ChosenContent?, for duration: UInt64?, completion: @escaping (PictureOutcome) -> Void
  ) throws(SceneError) {
    if content != nil { try refuseAlarm() }
    if let content, let place = try trialPlace(for: duration) {
      return tryContent(content, for: duration, at: place, completion)
    }
    try setTriedContent(content, for: duration, completion: completion)
  }

  func setTriedContent(
    _ content: ChosenContent?, for duration: UInt64?, completion: @escaping (PictureOutcome) -> Void
  ) throws(SceneError) {
    // An app may have become an alarm during its trial.
    if content != nil { try refuseAlarm() }
    if let cover {
      _ = try checkCovered(for: duration, under: cover)
      let note = try keep(content, under: cover)
      return pass.answer { completion(.kept(note)) }
    }
    guard let session = screenScenes.claimDueSession() ?? darkScene?.session else {
      let why = coordinator.whyNothingIsShown
      throw .notNow("nothing was changed: \(why.reason)", hint: why.hint)
    }
    let completion = picture.cover.isBlank ? Self.hidden(completion) : completion
    keepFormer(of: session, before: content)
    session.passing.temporary = nil
    session.passing.choices += 1
    if let duration, let content {
      session.passing.temporary = content
      return refresh(session) { [weak self, screenScenes] outcome in
        if let scene = screenScenes.scene(of: session), session.passing.temporary == content {
          self?.end(contentOf: scene, after: duration)
        }
        completion(outcome)
      }
    }
    session.chosen = content
    setOnUntil(nil, for: session)
    refresh(session, completion)
  }

  /// Stores the content of a session before another, until that is laid out.
  private func keepFormer(of session: SceneSession, before content: ChosenContent?) {
    guard let scene = screenScenes.scene(of: session) else {
      screenScenes.upcoming?.former = FormerContent(session, timer: nil)
      return
    }
    // The description is the same, but its file may have changed.
    if session.content == content?.description { scene.layout.laidOut = nil }
    scene.former = FormerContent(session, timer: scene.contentTimer)
    scene.contentTimer = nil
  }

  /// Throws the errors of `setContent` without changing anything.
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

  private func refuseAlarm() throws(SceneError) {
    if let app = appOfContent { try system.alarms.refuse(app) }
  }

  /// The app whose content `setContent` sets.
  var appOfContent: String? {
    if let darkScene { return darkScene.session.app }
    guard case .scene(let front, _) = picture.shown else { return nil }
    return cover == nil ? front : coordinator.decision.foreground?.app
  }

  var sessionOfContent: SceneSession? { cover == nil ? (screenScenes.current ?? darkScene)?.session : nil }

  /// Nil without a cover, or if the covered app has no session yet.
  var coveredSession: SceneSession? {
    guard let cover, let (app, role) = try? coveredApp(under: cover) else { return nil }
    return screenScenes.foundSession(of: app, role)
  }

  /// What the screen shows without a cover; nil without an app.
  var covered: CoveredContent? {
    guard let name = appOfContent, let configuration = system.app(name).flatMap(coordinator.facts.configuration) else {
      return nil
    }
    let session = sessionOfContent ?? coveredSession
    return CoveredContent(
      app: name, content: session?.chosenContent ?? (session?.passing.answered ?? configuration).content)
  }

  /// The reason why a changed content is not visible; nil if it is, or if it has not changed.
  func reasonIfHidden(after former: CoveredContent?) -> String? { covered == former ? nil : whyContentIsUnseen }

  /// The reason why content is not visible; nil if it is.
  var whyContentIsUnseen: String? {
    if let cover { return "\(covered(by: cover)): the content is seen when that ends" }
    if picture.cover.isFrozen { return "the screen is frozen: the content is seen when that ends" }
    return picture.cover.isBlank ? "the screen is blank: the content is seen when that ends" : nil
  }

  /// The scene whose schedule has switched the power off; other content may be shown in it.
  var darkScene: Scene? {
    guard case .dark(.schedule(let app, let role)) = picture.shown else { return nil }
    return screenScenes.scenes.first { $0.session.app == app && $0.session.role == role }
  }

  /// Changes an outcome for a blank screen, which stays black.
  private static func hidden(_ completion: @escaping (PictureOutcome) -> Void) -> (PictureOutcome) -> Void {
    return { completion($0.unseen("the screen is blank; it is shown when that ends")) }
  }

  /// The app that covers the foreground app, unless it is a fallback; nil without one.
  var cover: String? {
    guard case .scene(let front, _) = picture.shown, front != coordinator.decision.foreground?.app,
      picture.rule != "fallback"
    else { return nil }
    return front
  }

  /// Throws if the content cannot be stored under the cover.
  func checkCovered(for duration: UInt64?, under cover: String) throws(SceneError) -> (App, SceneRole) {
    let found = try coveredApp(under: cover)
    guard duration == nil else {
      throw .notNow("nothing was changed: \(covered(by: cover)), and content with a duration would not be seen")
    }
    return found
  }

  /// Sets the content under the cover; returns the reason why it is not visible.
  private func keep(_ content: ChosenContent?, under cover: String) throws(SceneError) -> String {
    let (app, role) = try coveredApp(under: cover)
    guard let session = screenScenes.claimSession(of: app, role) else { throw nothingCovered(by: cover) }
    session.scene?.contentTimer = nil
    session.scene?.former = nil
    session.scene?.layout.trouble = ContentTrouble()
    session.passing.temporary = nil
    session.chosen = content
    setOnUntil(nil, for: session)
    session.passing.choices += 1
    return "\(covered(by: cover)); it is shown in the scene of \(app.name) when that ends"
  }

  /// The foreground app under the cover, and the role of its scene.
  private func coveredApp(under cover: String) throws(SceneError) -> (App, SceneRole) {
    guard case .scene(_, let role) = picture.shown, let name = coordinator.decision.foreground?.app,
      screenScenes.attachesWindow(name), !screenScenes.destroyed.contains(name), let app = system.app(name),
      coordinator.facts.configuration(of: app) != nil
    else { throw nothingCovered(by: cover) }
    return (app, role)
  }

  private func covered(by cover: String) -> String {
    let name = AlarmRecord.name(ofApp: cover).map { "the alarm \($0)" } ?? cover
    return "\(name) covers everything on \(screen?.name ?? "the screen")"
  }

  func nothingCovered(by cover: String) -> SceneError {
    .notNow("nothing was changed: \(covered(by: cover)), and no app in the foreground has a scene there")
  }

  /// Ends content after its time, even in the background.
  private func end(contentOf scene: Scene, after duration: UInt64) {
    // The scene may be on another screen by then.
    scene.contentTimer = system.makeTimer { [weak scene] in scene?.didChange(.contentTime) }
    scene.contentTimer?.arm(at: system.clock.now.advanced(by: duration))
  }

  /// Ends a scene's temporary content, because its time is over.
  func contentTimeOver(of scene: Scene) {
    guard scene.session.temporaryContent != nil else { return }
    scene.session.passing.temporary = nil
    if scene === screenScenes.current { refresh(scene.session, nil) }
  }

  /// Sets the time until which schedules keep the power on; new content of the user follows its own schedule.
  private func setOnUntil(_ time: WallTime?, for session: SceneSession) {
    session.passing.onUntil = time
    guard coordinator.onUntil != time else { return }
    coordinator.remember { $0.choices.onUntil = time }
  }

  /// The end of a message about refused content.
  static let formerStays = "the previous content stays"

  /// Restores the former content of a scene.
  func returnToFormer(_ scene: Scene) {
    guard let former = scene.former else { return }
    scene.former = nil
    former.restore(in: scene)
    setOnUntil(former.onUntil, for: scene.session)
    refresh(scene.session, nil)
  }

  /// Lays the scene in front out again, and shows it.
  func refreshCurrent(_ completion: @escaping (PictureOutcome) -> Void) {
    guard let current = screenScenes.current else { return coordinator.reconsider(completion: completion) }
    refresh(current.session, picture.cover.isBlank ? Self.hidden(completion) : completion)
  }

  /// Lays the scene of a session out and shows it after a change of its content.
  private func refresh(_ session: SceneSession, _ completion: ((PictureOutcome) -> Void)?) {
    if let completion { screenScenes.presentation.add(completion) }
    let scene = screenScenes.scene(of: session)
    if let scene { screenScenes.forgetTrouble(of: scene) }
    guard let scene, scene === screenScenes.shownScene, coordinator.attempt == nil else {
      return coordinator.reconsider()
    }
    screenScenes.mark(.layout)
  }
}
