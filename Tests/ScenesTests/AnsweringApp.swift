import DisplayTypes
import Presentation

@testable import Scenes

/// An app as a controller registers it: it is asked about its sessions, and answers when the test does.
@MainActor
final class AnsweringApp: AppDelegate, RemoteController {
  let scenes: TestApp
  /// Questions that wait for their answer: the session, its options, and the reply.
  private(set) var questions:
    [(session: SceneSession, options: ConnectionOptions, answer: (SceneConfiguration?) -> Void)] = []
  /// Sessions whose questions were withdrawn.
  private(set) var withdrawn: [String] = []
  private(set) var discarded: [String] = []
  /// False once its connection has ended, also before the system knows.
  var isHere = true
  /// Called when the app makes a delegate for a scene.
  var onDelegate: (() -> Void)?
  /// The immediate answer; nil if the test answers.
  var answer: (() -> SceneConfiguration?)?
  /// The answers that name more than a configuration, of the questions in their order.
  private(set) var replies: [(ConnectionAnswer) -> Void] = []

  init(_ name: String, _ red: UInt8) {
    scenes = TestApp(name, red)
  }

  func configuration(
    for session: SceneSession, options: ConnectionOptions, completion: @escaping (ConnectionAnswer) -> Void
  ) {
    questions.append((session, options, { completion(ConnectionAnswer(configuration: $0)) }))
    replies.append(completion)
    scenes.onQuery?(.configuration)
    if let answer { completion(ConnectionAnswer(configuration: answer())) }
  }

  /// Earlier questions are not answered any more.
  func forgetQuestions() { (questions, replies) = ([], []) }

  func isNoLongerAsked(about session: SceneSession) { withdrawn.append(session.identifier) }
  func makeSceneDelegate(for session: SceneSession) -> any SceneDelegate {
    onDelegate?()
    return scenes.makeDelegate()
  }
  func didDiscard(_ sessions: [SceneSession]) {
    scenes.onQuery?(.didDiscard)
    discarded += sessions.map(\.identifier)
  }

  func app(
    _ configurations: [SceneConfiguration] = [SceneConfiguration(name: "main")], loss: ControllerLoss = .keep,
    isFallback: Bool = false, version: Int? = nil, owner: UInt32? = nil
  ) -> App {
    App(
      name: scenes.name,
      manifest: SceneManifest(configurations: [.externalDisplayNonInteractive: configurations], version: version),
      isFallback: isFallback, controllerLoss: loss, owner: owner, delegate: self)
  }
}
