/// Why the system refused something.
public nonisolated enum SceneError: Error, Hashable, Sendable {
  /// No screen of that name is connected; the near ones.
  case noSuchScreen(String, near: [String])
  /// No mode of the screen answers the wish; the near ones.
  case noSuchMode(screen: String, mode: String, near: [String])
  case noSuchApp(String, near: [String])
  /// No session has that identifier; those that begin like it.
  case noSuchSession(String, near: [String])
  /// The session's scene takes no input, ever.
  case notInteractive(session: String, role: SceneRole)
  /// The app's name belongs to another one: one of the configuration, or one whose controller is there.
  case nameTaken(app: String)
  /// So many apps are registered already, of the user or in all.
  case tooManyApps(limit: Int, ofUser: Bool)
  /// It makes no sense now: a plain sentence, and the command line's way on.
  case notNow(String, hint: String? = nil)
  /// The content could not be laid out.
  case content(String)
}
