import Content
import ControlProtocol
import DisplayTypes
import Scenes

/// The apps whose controllers are other processes, by their names.
final class SocketApps {
  let questions = AppQuestions()
  private let replies: PictureReplies
  private let content: ContentResources
  private var apps: [String: SocketApp] = [:]

  init(_ replies: PictureReplies, _ content: ContentResources) {
    self.replies = replies
    self.content = content
  }

  private var system: SceneSystem { replies.system }

  subscript(name: String) -> SocketApp? { apps[name] }

  func make(_ name: String) -> SocketApp {
    SocketApp(name: name, resources: content, questions: questions) { [replies] in replies.whenKept($0) }
  }

  /// The system has registered an app, for which another one may have had to make room.
  func didRegister(_ app: SocketApp) {
    apps[app.name] = app
    for name in apps.keys where system.app(name) == nil { apps[name] = nil }
  }

  /// Apps that were kept from an earlier life: their screens show what they showed before their controllers return.
  func restore(_ records: [AppRecord]) {
    for record in records {
      let socketApp = make(record.name)
      system.restore(
        App(
          name: record.name, manifest: record.manifest, isFallback: record.isFallback, isPrivate: record.isPrivate,
          support: record.support.map { Sourced($0) }, controllerLoss: record.controllerLoss, owner: record.owner,
          delegate: socketApp))
      if let app = system.app(record.name), app.presence != .here { apps[record.name] = socketApp }
    }
  }

  /// Ends the streams of apps that the system has no more.
  func end(_ names: [String], _ error: (String) -> ControlError) {
    for name in names { apps.removeValue(forKey: name)?.end(error(name)) }
  }

  func loseController(of app: SocketApp) {
    app.detach()
    system.loseController(of: app.name)
    replies.waits.check()
  }

  /// Checks who changes a session: while the controller of a registered app is there, it alone may.
  func checkToken(_ token: String?, ofSession session: String, _ access: AccessLevel) throws(ControlError) {
    let app = try replies.find(session: session).app
    if apps[app]?.isHere == true { try checkToken(token, of: app, access) }
  }

  /// Checks who changes the content of a screen, by the same rule.
  func checkToken(
    _ token: String?, ofContentOn coordinator: ScreenCoordinator, _ access: AccessLevel
  ) throws(ControlError) {
    if let app = coordinator.appOfContent, apps[app]?.isHere == true { try checkToken(token, of: app, access) }
  }

  /// Checks who acts for an app: the owner of its token, and admins; anybody for an app that is not registered.
  func checkToken(_ token: String?, of app: String, _ access: AccessLevel) throws(ControlError) {
    guard let socketApp = apps[app], access < .admin else { return }
    guard let token, token == socketApp.token else { throw .wrongToken(app: app) }
  }

  /// The registered app to which a session belongs, for whoever may act for it.
  func app(
    of session: SceneSession, _ token: String?, _ access: AccessLevel
  ) throws(ControlError) -> SocketApp {
    try checkToken(token, of: session.app, access)
    guard let app = apps[session.app], app.isHere else {
      throw .failed(
        message: "The app \"\(session.app)\" is not registered by anybody who is there, so that nobody hears of "
          + "refreshes. Register it first.")
    }
    return app
  }
}
