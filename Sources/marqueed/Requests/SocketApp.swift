import Composition
import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import Logging
import Scenes

/// An app whose controller is another process. The controller receives questions and messages over the stream of its registration. The app
/// outlives that stream. The next controller that registers its name gets its scenes.
final class SocketApp: AppDelegate, RemoteController {
  let name: String
  /// The controller's proof of identity; nil until it registers with this daemon.
  private(set) var token: String?
  private let resources: ContentResources
  private let questions: AppQuestions
  /// Calls back when all changes so far are kept.
  private let whenKept: (@escaping () -> Void) -> Void
  private var stream: ControlResponder?
  /// Messages before the acknowledgement of the registration; nil after it.
  private var unsent: [AppMessage]?
  /// The number of messages that wait for their change to be kept.
  private var waiting = 0
  private var links: [String: SessionDisplayLink] = [:]
  private let log = Logger(label: "marqueed")

  /// The limit of waiting messages. Beyond it inputs are dropped, so that they do not fill the memory while a disk hangs.
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

  /// Attaches a controller that registers. Messages wait for `begin`.
  func attach(_ responder: ControlResponder) { (stream, unsent) = (responder, []) }

  /// Called once the registration is kept. Sends the first message, then all waiting ones.
  func begin(_ first: AppMessage, token: String) {
    self.token = token
    let later = unsent ?? []
    unsent = nil
    stream?.send(first)
    for message in later { send(message) }
  }

  /// Detaches a controller that disconnected. Its unanswered questions get the default.
  func detach() {
    (stream, unsent, links) = (nil, nil, [:])
    questions.removeAll(of: self)
  }

  /// Ends the stream with an error, after all earlier messages.
  func end(_ error: ControlError) {
    let ended = stream
    detach()
    whenKept { ended?.fail(error) }
  }

  /// Sends a message after its change is kept, so that a crash cannot undo a change that the app knows.
  private func send(_ message: AppMessage) {
    guard unsent == nil else { return unsent?.append(message) ?? () }
    waiting += 1
    whenKept { [weak self, weak stream] in
      self?.waiting -= 1
      stream?.send(message)
    }
  }

  func configuration(
    for session: SceneSession, options: ConnectionOptions, completion: @escaping (ConnectionAnswer) -> Void
  ) {
    guard isHere else { return completion(.standard) }
    if let former = options.formerConfiguration {
      log.notice("app \(name): it has no \(former) any more, and is asked again about session \(session.identifier)")
    }
    var screen = ScreenInfo(options.screen)
    if options.isStandIn { screen.status = .disconnected }
    send(
      AppMessage(
        kind: .question, question: questions.add(session, of: self, completion), session: session.identifier,
        role: options.role.rawValue, configuration: session.configuration.name,
        formerConfiguration: options.formerConfiguration, userInfo: options.userInfo.json, screen: screen,
        activities: options.activities.map(ActivityInfo.init), requestedConfiguration: options.requestedConfiguration,
        sourceApp: options.sourceApp))
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

  /// Sends the controller the refreshes of the screen that shows the session.
  func startLink(to session: SceneSession, maximumHertz: Double?) {
    let link = SessionDisplayLink(session: session.identifier, maximumHertz: maximumHertz) { [weak self] message in
      self?.stream?.sendIfRead(message) == true
    }
    links[session.identifier] = link
    link.follow(session.scene)
  }

  func stopLink(to session: String) { links[session] = nil }

  /// - Parameter scene: the new scene of the session; nil if its scene has ended.
  func sceneDidChange(_ scene: Scene?, of session: SceneSession) { links[session.identifier]?.follow(scene) }

  func send(
    _ event: EventName, _ scene: Scene, screen: Screen? = nil, activities: [UserActivity] = [], reason: String? = nil
  ) {
    send(
      AppMessage(
        kind: .event, session: scene.session.identifier, screen: screen.map { ScreenInfo($0, coordinator: nil) },
        activities: activities.isEmpty ? nil : activities.map(ActivityInfo.init), event: event.rawValue,
        reason: reason))
  }

  func send(_ input: InputEvent, _ scene: Scene) {
    guard waiting < Self.mostWaiting else { return }
    send(
      AppMessage(
        kind: .input, session: scene.session.identifier, inputKind: input.kind, values: input.values.json,
        text: input.text))
  }

  func send(_ activity: UserActivity, _ scene: Scene) {
    send(AppMessage(kind: .activity, session: scene.session.identifier, activities: [ActivityInfo(activity)]))
  }
}

/// The unanswered questions to apps in other processes, by number.
final class AppQuestions {
  typealias Entry = (session: SceneSession, app: SocketApp, completion: (ConnectionAnswer) -> Void)

  private var entries: [Int: Entry] = [:]
  private var last = 0

  subscript(number: Int) -> Entry? { entries[number] }

  func number(ofSession identifier: String) -> Int? {
    entries.first { $0.value.session.identifier == identifier }?.key
  }

  /// Adds a question and returns its number, which is unique until the daemon ends.
  func add(_ session: SceneSession, of app: SocketApp, _ completion: @escaping (ConnectionAnswer) -> Void) -> Int {
    remove(session)
    last += 1
    entries[last] = (session, app, completion)
    return last
  }

  func remove(_ session: SceneSession) { entries = entries.filter { $0.value.session !== session } }

  func answer(_ number: Int, _ answer: ConnectionAnswer) {
    entries.removeValue(forKey: number)?.completion(answer)
  }

  /// Answers all questions of an app with the default.
  func removeAll(of app: SocketApp) {
    for number in entries.filter({ $0.value.app === app }).keys.sorted() { answer(number, .standard) }
  }
}

/// Sends an app in another process the refreshes of the screen that shows one of its sessions. Refreshes are not queued. The newest refresh
/// is sent once the former message was read, with the number of refreshes in between. The link outlives the scenes of its session, and
/// costs nothing while no scene is shown.
final class SessionDisplayLink {
  private let session: String
  private let hertz: ClosedRange<Double>?
  /// Sends a message if the former one was read; otherwise returns false.
  private let send: (AppMessage) -> Bool
  private var link: DisplayLink?
  private var count = 0
  private var skipped = 0

  init(session: String, maximumHertz: Double?, send: @escaping (AppMessage) -> Bool) {
    self.session = session
    hertz = maximumHertz.map { 0...$0 }
    self.send = send
  }

  /// Follows the screens of a scene, or of none.
  func follow(_ scene: Scene?) {
    link?.invalidate()
    link = scene.map { scene in DisplayLink(scene: scene, hertz: hertz) { [weak self] in self?.refreshed($0) } }
  }

  func refreshed(_ frame: DisplayLinkFrame) {
    count += 1
    let message = AppMessage(
      kind: .refresh, session: session, number: count, monotonicNanoseconds: frame.timestamp.nanoseconds,
      targetNanoseconds: frame.targetTimestamp.nanoseconds, skipped: skipped > 0 ? skipped : nil)
    skipped = send(message) ? 0 : skipped + 1
  }
}

/// A scene of an app in another process. It shows the content of its session, and sends the app its events. It has a window if it has
/// content, unless the app decides otherwise.
final class SocketSceneDelegate: SceneDelegate, ContentTrialDelegate, ContentReporting {
  private let app: SocketApp
  private let content: ContentSceneDelegate

  init(app: SocketApp, resources: ContentResources) {
    self.app = app
    content = ContentSceneDelegate(resources)
  }

  var layoutWarning: String? { content.layoutWarning }
  var report: ContentReport? { content.report }
  var knownTroubles: [String] { content.knownTroubles }

  func sceneWillConnect(_ scene: Scene, options: ConnectionOptions) {
    content.follow(scene)
    sessionDidChange(of: scene)
    app.send(.sceneWillConnect, scene, screen: scene.screen, activities: options.activities)
    app.sceneDidChange(scene, of: scene.session)
  }

  func sessionDidChange(of scene: Scene) {
    let attachesWindow = scene.session.attachesWindow ?? (scene.session.content != nil)
    guard attachesWindow != (scene.window != nil) else { return }
    scene.window = attachesWindow ? Window() : nil
  }

  func sceneWillEnterForeground(_ scene: Scene) {
    content.sceneWillEnterForeground(scene)
    app.send(.sceneWillEnterForeground, scene)
  }

  func sceneDidBecomeActive(_ scene: Scene) { app.send(.sceneDidBecomeActive, scene) }
  func sceneWillResignActive(_ scene: Scene) { app.send(.sceneWillResignActive, scene) }

  func sceneDidEnterBackground(_ scene: Scene) {
    content.sceneDidEnterBackground(scene)
    app.send(.sceneDidEnterBackground, scene)
  }

  func sceneDidLayOut(_ scene: Scene, for geometry: OutputGeometry) { content.sceneDidLayOut(scene, for: geometry) }

  func sceneDidUpdate(_ scene: Scene, previous: SceneTraits) {
    app.send(.sceneDidUpdate, scene, screen: scene.screen)
  }

  func restorationActivity(of scene: Scene) -> UserActivity? { scene.session.activity }
  func scene(_ scene: Scene, continue activity: UserActivity) { app.send(activity, scene) }
  func scene(_ scene: Scene, received input: InputEvent) { app.send(input, scene) }

  func sceneDidDisconnect(_ scene: Scene, reason: DisconnectReason) {
    content.sceneDidDisconnect(scene, reason: reason)
    app.sceneDidChange(nil, of: scene.session)
    app.send(.sceneDidDisconnect, scene, reason: reason.rawValue)
  }

  func prepareFrame(
    of session: SceneSession, for geometry: OutputGeometry,
    completion: @escaping (Result<LayerTree, ContentFailure>) -> Void
  ) {
    content.prepareFrame(of: session, for: geometry, completion: completion)
  }

  func wantsDark(_ session: SceneSession) -> Bool { content.wantsDark(session) }

  func tryContent(
    _ content: ChosenContent, for geometry: OutputGeometry, completion: @escaping (ContentFailure?) -> Void
  ) {
    self.content.tryContent(content, for: geometry, completion: completion)
  }
}
