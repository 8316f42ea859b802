/// Why the daemon did not do what it was asked for.
public enum ControlError: Error, Hashable, Sendable {
  /// There is no screen of that name; `near` has those that could be meant.
  case noSuchScreen(screen: String, near: [String])
  /// No mode of the screen answers the wish; `near` has those that could be meant.
  case noSuchMode(screen: String, mode: String, near: [String])
  /// There is no app of that name; `near` has those that could be meant.
  case noSuchApp(app: String, near: [String])
  /// There is no session of that identifier; `near` has those that begin like it.
  case noSuchSession(session: String, near: [String])
  /// An app cannot have that name: one of the configuration has it, or one whose controller is there.
  case appNameTaken(app: String)
  /// So many apps are registered, by this user or in all.
  case tooManyApps(limit: Int, ofUser: Bool)
  /// The token is not that of the app's registration.
  case wrongToken(app: String)
  /// No answer to that question is waited for: it was given, or too late.
  case noSuchQuestion(question: Int)
  /// No talk is going on.
  case noTalk
  /// A talk is going on already, with this deck.
  case talkIsGoingOn(deck: String)
  /// User information is longer as JSON than the limit; both in bytes.
  case userInfoTooLarge(size: Int, limit: Int)
  /// A value of the right type that makes no sense; `expected` says what would.
  case invalidValue(parameter: String, value: String, expected: String)
  /// A text is longer than the limit; both in bytes of UTF-8.
  case textTooLong(length: Int, limit: Int)
  /// The peer's access does not suffice.
  case accessDenied(method: String, required: AccessLevel, granted: AccessLevel)
  /// The daemon, its backend or the driver cannot do it at all; `reason` says why and what to do.
  case notSupported(reason: String)
  /// It was tried and failed; the message says what happened and what to do, the hint, if any, what to do at the command line.
  case failed(message: String, hint: String? = nil)
  /// The configuration file cannot be used, and nothing was changed.
  ///
  /// Line and column of the first problem begin at 1, and are zero where there is none; each problem is a whole sentence
  /// that names its place.
  case invalidConfiguration(file: String, line: Int, column: Int, problems: [String])
  /// A `Wait` ended without its condition.
  case timedOut(screen: String, condition: String, seconds: Double)
  /// Too many connections are open, in all or by this user.
  case tooManyConnections(limit: Int)
  /// A message is longer than the limit in bytes; the connection is closed.
  case messageTooLong(limit: Int)
  /// A message is no Varlink call; the connection is closed.
  case malformedMessage(reason: String)
  /// The reader of a stream stopped reading, and more than the limit in bytes was waiting; the connection is closed.
  case streamOverflow(limit: Int)
  /// The service has no such interface.
  case interfaceNotFound(interface: String)
  /// The interface has no such method.
  case methodNotFound(method: String)
  /// The method is defined, but cannot be called.
  case methodNotImplemented(method: String)
  /// A parameter is missing, unknown or of the wrong type.
  case invalidParameter(parameter: String)
  /// The method is answered by a stream: the call must say `more`.
  case expectedMore
  /// An error that this client does not know; `name` is its full name.
  case other(name: String)
}
