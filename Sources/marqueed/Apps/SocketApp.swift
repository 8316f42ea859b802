import Content
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
  private let questions: QuestionBook
  /// Has what an app is about to hear of kept.
  private let keep: () -> Void
  /// Calls once all that was to be kept by now is.
  private let whenKept: (@escaping () -> Void) -> Void
  private var stream: ControlResponder?
  /// What is to be said once the registration is acknowledged; nil after that.
  private var unsent: [AppMessage]?
  /// How many messages wait until what they tell of is kept.
  private var waiting = 0
  /// The refreshes that its controller asked for, by session.
  private var links: [String: SocketLink] = [:]
  private let log = Logger(label: "marqueed")

  /// While so many messages wait for a disk that hangs, inputs are dropped: they must not fill the memory.
  private static let mostWaiting = 1_000

  init(
    name: String, resources: ContentResources, questions: QuestionBook, keep: @escaping () -> Void,
    whenKept: @escaping (@escaping () -> Void) -> Void
  ) {
    self.name = name
    self.resources = resources
    self.questions = questions
    self.keep = keep
    self.whenKept = whenKept
  }

  /// Whether its controller is there.
  var isHere: Bool { stream?.isOpen == true }

  /// Whether this is its controller's stream.
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
    keep()
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
    let link = SocketLink(session: session.identifier, maximumHertz: maximumHertz) { [weak self] message in
      self?.stream?.sendIfTaken(message) == true
    }
    links[session.identifier] = link
    link.follow(session.scene)
  }

  /// Tells of them no more.
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
