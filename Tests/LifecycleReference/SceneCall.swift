/// A call of a scene's delegate, or the event of the same name.
public struct SceneCall: Hashable, Sendable, CustomStringConvertible {
  /// Which.
  public var call: CallOrder.Call
  /// The session's identifier.
  public var session: String
  /// The app of the session.
  public var app: String
  /// The connector.
  public var screen: String
  /// The reason, if the call is the end.
  public var reason: String?

  /// Makes one.
  public init(_ call: CallOrder.Call, session: String, app: String, screen: String, reason: String? = nil) {
    self.call = call
    self.session = session
    self.app = app
    self.screen = screen
    self.reason = reason
  }

  /// In a few words.
  public var description: String {
    "\(call.rawValue)\(reason.map { "(\($0))" } ?? "") of \(app) on \(screen), \(session)"
  }
}
