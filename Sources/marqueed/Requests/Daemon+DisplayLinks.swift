import ControlProtocol
import DisplayTypes
import Scenes

extension Daemon {
  /// Has a registered app told of the refreshes of the screen that shows its session.
  func startDisplayLink(_ call: StartDisplayLinkCall, _ access: AccessLevel) throws(ControlError) -> EmptyReply {
    let session = try find(session: call.session)
    try app(of: session, call.token, access).startLink(to: session, maximumHertz: call.maximumHertz)
    return EmptyReply()
  }

  /// Ends that.
  func stopDisplayLink(_ call: StopDisplayLinkCall, _ access: AccessLevel) throws(ControlError) -> EmptyReply {
    let session = try find(session: call.session)
    try app(of: session, call.token, access).stopLink(to: session.identifier)
    return EmptyReply()
  }

  /// The registered app to which a session belongs, for whoever may act for it.
  private func app(
    of session: SceneSession, _ token: String?, _ access: AccessLevel
  ) throws(ControlError) -> SocketApp {
    try checkToken(token, of: session.app, access)
    guard let app = socketApps[session.app], app.isHere else {
      throw .failed(
        message: "The app \"\(session.app)\" is not registered by anybody who is there, so that nobody hears of "
          + "refreshes. Register it first.")
    }
    return app
  }
}
