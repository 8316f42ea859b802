extension InterfaceDescription {
  /// Its errors, each after a comment.
  static let errors = """
    # There is no screen of that name; near has those that could be meant.
    error NoSuchScreen (screen: string, near: []string)

    # No mode of the screen answers the wish.
    error NoSuchMode (screen: string, mode: string, near: []string)

    # There is no app of that name.
    error NoSuchApp (app: string, near: []string)

    # There is no scene session of that identifier.
    error NoSuchSession (session: string, near: []string)

    # An app cannot have that name: one of the configuration has it, or one whose controller is there.
    error AppNameTaken (app: string)

    # So many apps are registered, by this user or in all.
    error TooManyApps (limit: int, ofUser: bool)

    # The token is not that of the app's registration.
    error WrongToken (app: string)

    # No answer to that question is waited for: it was given, or too late.
    error NoSuchQuestion (question: int)

    # No talk is going on.
    error NoTalk ()

    # A talk is going on already, with this deck.
    error TalkIsGoingOn (deck: string)

    # User information is too long as JSON; both in bytes.
    error UserInfoTooLarge (size: int, limit: int)

    # A value of the right type that makes no sense.
    error InvalidValue (parameter: string, value: string, expected: string)

    # A text is too long; both in bytes of UTF-8.
    error TextTooLong (length: int, limit: int)

    # The peer's access does not suffice: none, observe, control or admin.
    error AccessDenied (method: string, required: string, granted: string)

    # It cannot be done here at all.
    error NotSupported (reason: string)

    # It was tried and failed. The hint, if any, is the way on at the command line.
    error Failed (message: string, hint: ?string)

    # The configuration file cannot be used, and nothing was changed. Line and column are those of the first problem, or zero.
    error InvalidConfiguration (file: string, line: int, column: int, problems: []string)

    # A Wait ended without its condition.
    error TimedOut (screen: string, condition: string, seconds: float)

    # Too many connections are open, in all or by this user.
    error TooManyConnections (limit: int)

    # A message is too long; the connection is closed.
    error MessageTooLong (limit: int)

    # A message is no Varlink call; the connection is closed.
    error MalformedMessage (reason: string)

    # A reader of events stopped reading; the connection is closed.
    error StreamOverflow (limit: int)

    """
}
