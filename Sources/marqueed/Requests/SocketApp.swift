import Composition
import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import Logging
import Scenes

/// An app whose controller is another process: it is asked and told over the stream with which it registered.
///
/// Outlives that stream: whoever registers under its name gets its scenes.
final class SocketApp: AppDelegate {
  let name: String
  /// With what its controller says who it is; nobody has it before the first registration of the daemon's life.
  private(set) var token: String?
  private let resources: ContentResources
  private let questions: AppQuestions
  /// Calls once all that was to be kept by now is.
  private let whenKept: (@escaping () -> Void) -> Void
  private var stream: ControlResponder?
  /// What is to be said once the registration is acknowledged; nil after that.
  private var unsent: [AppMessage]?
  /// How many messages wait until what they tell of is kept.
  private var waiting = 0
  /// The refreshes that its controller asked for, by session.
  private var links: [String: SessionDisplayLink] = [:]
  private let log = Logger(label: "marqueed")

  /// While so many messages wait for a disk that hangs, inputs are dropped: they must not fill the memory.
  private static let mostWaiting = 1_000

  init(
    name: String, resources: ContentResources, questions: AppQuestions,
    whenKept: @escaping (@escaping () -> Void) -> Void
  ) {
    self.name = name
    self.resources = resources
    self.questions = questions
    self.whenKept = whenKept
  }

  var isHere: Bool { stream?.isOpen == true }

  func isStream(_ responder: ControlResponder) -> Bool { stream === responder }

  // MARK: The stream

  /// A controller registers; nothing is said before `begin`.
  func attach(_ responder: ControlResponder) {
    stream = responder
    unsent = []
  }

  /// The registration is kept: its controller has that token from now on, and is told, and then all that happened meanwhile.
  func begin(_ first: AppMessage, token: String) {
    self.token = token
    let unheard = unsent ?? []
    unsent = nil
    stream?.send(first)
    for message in unheard { send(message) }
  }

  /// Its controller is not there any more: what it was asked gets the default.
  func detach() {
    stream = nil
    unsent = nil
    links = [:]
    questions.letGo(of: self)
  }

  /// Ends the stream with an error, behind what the app is to hear before.
  func end(_ error: ControlError) {
    let ended = stream
    detach()
    whenKept { ended?.fail(error) }
  }

  /// What the app hears of is there after a crash too.
  private func send(_ message: AppMessage) {
    guard unsent == nil else {
      unsent?.append(message)
      return
    }
    waiting += 1
    whenKept { [weak self, weak stream] in
      self?.waiting -= 1
      stream?.send(message)
    }
  }

  // MARK: The delegate

  func configuration(
    for session: SceneSession, options: ConnectionOptions, completion: @escaping (SceneConfiguration?) -> Void
  ) {
    guard isHere else { return completion(nil) }
    if let former = options.formerConfiguration {
      log.notice("app \(name): it has no \(former) any more, and is asked anew about session \(session.identifier)")
    }
    var message = AppMessage(.question, session: session.identifier)
    message.question = questions.add(session, of: self, completion)
    message.role = session.role.rawValue
    message.configuration = session.configuration.name
    message.formerConfiguration = options.formerConfiguration
    message.userInfo = session.userInfo.json
    message.screen = ScreenInfo(options.screen)
    if options.isStandIn { message.screen?.status = .disconnected }
    message.activities = options.activities.map(ActivityInfo.init)
    send(message)
  }

  func isNoLongerAsked(about session: SceneSession) { questions.remove(session) }

  func makeSceneDelegate(for session: SceneSession) -> any SceneDelegate {
    SocketSceneDelegate(app: self, resources: resources)
  }

  func didDiscard(_ sessions: [SceneSession]) {
    for session in sessions {
      stopLink(to: session.identifier)
      send(AppMessage(.discarded, session: session.identifier))
    }
  }

  // MARK: Refreshes

  /// Tells its controller of the refreshes of the screen that shows a session, until that ends or the stream does.
  func startLink(to session: SceneSession, maximumHertz: Double?) {
    let link = SessionDisplayLink(session: session.identifier, maximumHertz: maximumHertz) { [weak self] message in
      self?.stream?.sendIfRead(message) == true
    }
    links[session.identifier] = link
    link.follow(session.scene)
  }

  func stopLink(to session: String) { links[session] = nil }

  /// A scene of a session connects; nil: it has ended.
  func sceneDidChange(_ scene: Scene?, of session: SceneSession) { links[session.identifier]?.follow(scene) }

  /// Tells of a step in the life of a scene.
  func tell(_ event: EventName, _ scene: Scene, screen: Screen? = nil, reason: String? = nil) {
    var message = AppMessage(.event, session: scene.session.identifier)
    message.event = event.rawValue
    message.screen = screen.map { ScreenInfo($0, coordinator: nil) }
    message.reason = reason
    send(message)
  }

  /// Hands on what somebody has done in a scene.
  func tell(_ input: InputEvent, _ scene: Scene) {
    guard waiting < Self.mostWaiting else { return }
    var message = AppMessage(.input, session: scene.session.identifier)
    message.inputKind = input.kind
    message.values = input.values.json
    send(message)
  }

  /// Hands on what was being done in another of its scenes.
  func tell(_ activity: UserActivity, _ scene: Scene) {
    var message = AppMessage(.activity, session: scene.session.identifier)
    message.activities = [ActivityInfo(activity)]
    send(message)
  }
}

/// The questions to apps in other processes whose answers are waited for, by their number.
final class AppQuestions {
  struct Entry {
    let session: SceneSession
    let app: SocketApp
    let completion: (SceneConfiguration?) -> Void
  }

  private var entries: [Int: Entry] = [:]
  private var last = 0

  /// The question of that number; nil where no answer to it is waited for.
  subscript(number: Int) -> Entry? { entries[number] }

  /// The number of the question about a session; nil where no answer about it is waited for.
  func number(ofSession identifier: String) -> Int? {
    entries.first { $0.value.session.identifier == identifier }?.key
  }

  /// Notes a question and returns its number, which no other has in the daemon's life.
  func add(_ session: SceneSession, of app: SocketApp, _ completion: @escaping (SceneConfiguration?) -> Void) -> Int {
    remove(session)
    last += 1
    entries[last] = Entry(session: session, app: app, completion: completion)
    return last
  }

  /// An answer about that session is not waited for any more.
  func remove(_ session: SceneSession) {
    entries = entries.filter { $0.value.session !== session }
  }

  func answer(_ number: Int, _ configuration: SceneConfiguration?) {
    entries.removeValue(forKey: number)?.completion(configuration)
  }

  /// Nobody answers for that app any more: its questions get the default.
  func letGo(of app: SocketApp) {
    for number in entries.filter({ $0.value.app === app }).keys.sorted() { answer(number, nil) }
  }
}

/// What an app in another process is told of the refreshes of the screen that shows one of its sessions.
///
/// It holds nothing for a reader who does not take it: the newest refresh is told once the one before was read, with the number of those
/// in between. It outlives the scenes of its session, and costs nothing while none is shown.
final class SessionDisplayLink {
  private let session: String
  private let hertz: ClosedRange<Double>?
  /// Says it, if all that was said before was read; false where it was not.
  private let tell: (AppMessage) -> Bool
  private var link: DisplayLink?
  private var count = 0
  private var skipped = 0

  init(session: String, maximumHertz: Double?, tell: @escaping (AppMessage) -> Bool) {
    self.session = session
    hertz = maximumHertz.map { 0...$0 }
    self.tell = tell
  }

  /// Goes by the screen of this scene, from one to the next; nil: by none.
  func follow(_ scene: Scene?) {
    link?.invalidate()
    link = scene.map { scene in DisplayLink(scene: scene, hertz: hertz) { [weak self] in self?.refreshed($0) } }
  }

  func refreshed(_ frame: DisplayLinkFrame) {
    count += 1
    var message = AppMessage(.refresh, session: session)
    message.number = count
    message.timestampNanoseconds = frame.timestamp.nanoseconds
    message.targetTimestampNanoseconds = frame.targetTimestamp.nanoseconds
    message.skipped = skipped > 0 ? skipped : nil
    if tell(message) { skipped = 0 } else { skipped += 1 }
  }
}

/// A scene of an app in another process: shows what its session says, and tells the app of its life.
///
/// It has a window where it has content, unless the app says something else.
final class SocketSceneDelegate: SceneDelegate, ContentReporting {
  private let app: SocketApp
  private let content: ContentSceneDelegate

  init(app: SocketApp, resources: ContentResources) {
    self.app = app
    content = ContentSceneDelegate(resources)
  }

  var layoutWarning: String? { content.layoutWarning }

  var report: ContentReport? { content.report }

  var knownTroubles: [String] { content.knownTroubles }

  func sceneWillConnect(_ scene: Scene) {
    content.follow(scene)
    sessionDidChange(of: scene)
    app.tell(.sceneWillConnect, scene, screen: scene.screen)
    app.sceneDidChange(scene, of: scene.session)
  }

  func sessionDidChange(of scene: Scene) {
    let attachesWindow = scene.session.attachesWindow ?? (scene.session.content != nil)
    guard attachesWindow != (scene.window != nil) else { return }
    scene.window = attachesWindow ? Window() : nil
  }

  func sceneWillEnterForeground(_ scene: Scene) {
    content.sceneWillEnterForeground(scene)
    app.tell(.sceneWillEnterForeground, scene)
  }
  func sceneDidBecomeActive(_ scene: Scene) { app.tell(.sceneDidBecomeActive, scene) }
  func sceneWillResignActive(_ scene: Scene) { app.tell(.sceneWillResignActive, scene) }
  func sceneDidEnterBackground(_ scene: Scene) {
    content.sceneDidEnterBackground(scene)
    app.tell(.sceneDidEnterBackground, scene)
  }

  func sceneDidLayOut(_ scene: Scene, for geometry: OutputGeometry) { content.sceneDidLayOut(scene, for: geometry) }

  func sceneDidUpdate(_ scene: Scene, previous: SceneTraits) {
    app.tell(.sceneDidUpdate, scene, screen: scene.screen)
  }

  /// What the app said last: that is what is being done.
  func restorationActivity(of scene: Scene) -> UserActivity? { scene.session.activity }

  func scene(_ scene: Scene, continue activity: UserActivity) { app.tell(activity, scene) }

  func scene(_ scene: Scene, received input: InputEvent) { app.tell(input, scene) }

  func sceneDidDisconnect(_ scene: Scene, reason: DisconnectReason) {
    content.sceneDidDisconnect(scene, reason: reason)
    app.sceneDidChange(nil, of: scene.session)
    app.tell(.sceneDidDisconnect, scene, reason: reason.rawValue)
  }

  func prepareFrame(
    of session: SceneSession, for geometry: OutputGeometry,
    completion: @escaping (Result<LayerTree, ContentFailure>) -> Void
  ) {
    content.prepareFrame(of: session, for: geometry, completion: completion)
  }

  func wantsDark(_ session: SceneSession) -> Bool { content.wantsDark(session) }

  func tryContent(
    _ content: ContentDescription, for geometry: OutputGeometry, completion: @escaping (ContentFailure?) -> Void
  ) {
    self.content.tryContent(content, for: geometry, completion: completion)
  }
}
