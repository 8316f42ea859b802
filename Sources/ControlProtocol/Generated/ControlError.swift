// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// Why the daemon did not do what it was asked for.
public enum ControlError: Error, Hashable, Sendable {
  /// There is no screen of that name. The names in `near` are similar.
  case noSuchScreen(screen: String, near: [String])
  /// No mode of the screen answers the wish.
  case noSuchMode(screen: String, mode: String, near: [String])
  /// There is no app of that name.
  case noSuchApp(app: String, near: [String])
  /// There is no scene session of that identifier.
  case noSuchSession(session: String, near: [String])
  /// The name is taken: by an app of the configuration, or by an app whose controller is connected.
  case appNameTaken(app: String)
  /// The limit of registered apps is reached: that of this user, or that of all users.
  case tooManyApps(limit: Int, ofUser: Bool)
  /// The token is not that of the app's registration.
  case wrongToken(app: String)
  /// The question was answered already, or the answer is too late.
  case noSuchQuestion(question: Int)
  /// No talk is running.
  case noTalk
  /// A talk is running already, with this deck.
  case talkIsGoingOn(deck: String)
  /// The user information is too long. Both numbers are bytes of JSON.
  case userInfoTooLarge(size: Int, limit: Int)
  /// A value has the right type and makes no sense.
  case invalidValue(parameter: String, value: String, expected: String)
  /// A text is too long. Both numbers are bytes of UTF-8.
  case textTooLong(length: Int, limit: Int)
  /// The caller has too little access. Granted are none, or levels that + joins.
  case accessDenied(method: String, required: AccessLevel, granted: AccessLevel)
  /// This daemon does not support the call.
  case notSupported(reason: String)
  /// The daemon has too much to do for this call. The same call may succeed in a second.
  case busy(reason: String)
  /// The call failed. The message gives the reason. The hint, if there is one, is the next step at the command line.
  case failed(message: String, hint: String? = nil)
  /// The configuration file has errors, and nothing was changed. Line and column are those of the first error, or zero.
  case invalidConfiguration(file: String, line: Int, column: Int, problems: [String])
  /// The condition of a Wait did not hold in time. seen is what the screen showed at the end, as a sentence for people.
  case timedOut(screen: String, condition: String, seconds: Double, seen: String? = nil)
  /// Too many connections are open: in all, or by this user.
  case tooManyConnections(limit: Int)
  /// A message is too long. The daemon closes the connection.
  case messageTooLong(limit: Int)
  /// A message is no Varlink call. The daemon closes the connection.
  case malformedMessage(reason: String)
  /// A client has stopped reading its events. The daemon closes the connection.
  case streamOverflow(limit: Int)
  /// The service has no such interface.
  case interfaceNotFound(interface: String)
  /// The interface has no such method.
  case methodNotFound(method: String)
  /// The method is defined, but cannot be called.
  case methodNotImplemented(method: String)
  /// A parameter is missing, unknown or of the wrong type.
  case invalidParameter(parameter: String)
  /// The method is answered by a stream: the call must say more.
  case expectedMore
  /// An error that this client does not know; `name` is its full name.
  case other(name: String)
}

extension ControlError {
  /// The error's full Varlink name.
  public var name: String {
    switch self {
    case .noSuchScreen: "org.marquee.Display.NoSuchScreen"
    case .noSuchMode: "org.marquee.Display.NoSuchMode"
    case .noSuchApp: "org.marquee.Display.NoSuchApp"
    case .noSuchSession: "org.marquee.Display.NoSuchSession"
    case .appNameTaken: "org.marquee.Display.AppNameTaken"
    case .tooManyApps: "org.marquee.Display.TooManyApps"
    case .wrongToken: "org.marquee.Display.WrongToken"
    case .noSuchQuestion: "org.marquee.Display.NoSuchQuestion"
    case .noTalk: "org.marquee.Display.NoTalk"
    case .talkIsGoingOn: "org.marquee.Display.TalkIsGoingOn"
    case .userInfoTooLarge: "org.marquee.Display.UserInfoTooLarge"
    case .invalidValue: "org.marquee.Display.InvalidValue"
    case .textTooLong: "org.marquee.Display.TextTooLong"
    case .accessDenied: "org.marquee.Display.AccessDenied"
    case .notSupported: "org.marquee.Display.NotSupported"
    case .busy: "org.marquee.Display.Busy"
    case .failed: "org.marquee.Display.Failed"
    case .invalidConfiguration: "org.marquee.Display.InvalidConfiguration"
    case .timedOut: "org.marquee.Display.TimedOut"
    case .tooManyConnections: "org.marquee.Display.TooManyConnections"
    case .messageTooLong: "org.marquee.Display.MessageTooLong"
    case .malformedMessage: "org.marquee.Display.MalformedMessage"
    case .streamOverflow: "org.marquee.Display.StreamOverflow"
    case .interfaceNotFound: "org.varlink.service.InterfaceNotFound"
    case .methodNotFound: "org.varlink.service.MethodNotFound"
    case .methodNotImplemented: "org.varlink.service.MethodNotImplemented"
    case .invalidParameter: "org.varlink.service.InvalidParameter"
    case .expectedMore: "org.varlink.service.ExpectedMore"
    case .other(let name): name
    }
  }
}

extension ControlError: Codable {
  private enum EnvelopeKeys: String, CodingKey {
    case error, parameters
  }

  private enum Keys: String, CodingKey {
    case screen, near, mode, app, session, limit, ofUser, question, deck, size, parameter, value, expected, length,
      method, required, granted, reason, message, hint, file, line, column, problems, condition, seconds, seen,
      interface
  }

  /// Writes the error reply: its name and its parameters.
  public func encode(to encoder: any Encoder) throws {
    var envelope = encoder.container(keyedBy: EnvelopeKeys.self)
    try envelope.encode(name, forKey: .error)
    var fields = envelope.nestedContainer(keyedBy: Keys.self, forKey: .parameters)
    switch self {
    case .noSuchScreen(let screen, let near):
      try fields.encode(screen, forKey: .screen)
      try fields.encode(near, forKey: .near)
    case .noSuchMode(let screen, let mode, let near):
      try fields.encode(screen, forKey: .screen)
      try fields.encode(mode, forKey: .mode)
      try fields.encode(near, forKey: .near)
    case .noSuchApp(let app, let near):
      try fields.encode(app, forKey: .app)
      try fields.encode(near, forKey: .near)
    case .noSuchSession(let session, let near):
      try fields.encode(session, forKey: .session)
      try fields.encode(near, forKey: .near)
    case .appNameTaken(let app):
      try fields.encode(app, forKey: .app)
    case .tooManyApps(let limit, let ofUser):
      try fields.encode(limit, forKey: .limit)
      try fields.encode(ofUser, forKey: .ofUser)
    case .wrongToken(let app):
      try fields.encode(app, forKey: .app)
    case .noSuchQuestion(let question):
      try fields.encode(question, forKey: .question)
    case .talkIsGoingOn(let deck):
      try fields.encode(deck, forKey: .deck)
    case .userInfoTooLarge(let size, let limit):
      try fields.encode(size, forKey: .size)
      try fields.encode(limit, forKey: .limit)
    case .invalidValue(let parameter, let value, let expected):
      try fields.encode(parameter, forKey: .parameter)
      try fields.encode(value, forKey: .value)
      try fields.encode(expected, forKey: .expected)
    case .textTooLong(let length, let limit):
      try fields.encode(length, forKey: .length)
      try fields.encode(limit, forKey: .limit)
    case .accessDenied(let method, let required, let granted):
      try fields.encode(method, forKey: .method)
      try fields.encode(required, forKey: .required)
      try fields.encode(granted, forKey: .granted)
    case .notSupported(let reason):
      try fields.encode(reason, forKey: .reason)
    case .busy(let reason):
      try fields.encode(reason, forKey: .reason)
    case .failed(let message, let hint):
      try fields.encode(message, forKey: .message)
      try fields.encodeIfPresent(hint, forKey: .hint)
    case .invalidConfiguration(let file, let line, let column, let problems):
      try fields.encode(file, forKey: .file)
      try fields.encode(line, forKey: .line)
      try fields.encode(column, forKey: .column)
      try fields.encode(problems, forKey: .problems)
    case .timedOut(let screen, let condition, let seconds, let seen):
      try fields.encode(screen, forKey: .screen)
      try fields.encode(condition, forKey: .condition)
      try fields.encode(seconds, forKey: .seconds)
      try fields.encodeIfPresent(seen, forKey: .seen)
    case .tooManyConnections(let limit):
      try fields.encode(limit, forKey: .limit)
    case .messageTooLong(let limit):
      try fields.encode(limit, forKey: .limit)
    case .malformedMessage(let reason):
      try fields.encode(reason, forKey: .reason)
    case .streamOverflow(let limit):
      try fields.encode(limit, forKey: .limit)
    case .interfaceNotFound(let interface):
      try fields.encode(interface, forKey: .interface)
    case .methodNotFound(let method):
      try fields.encode(method, forKey: .method)
    case .methodNotImplemented(let method):
      try fields.encode(method, forKey: .method)
    case .invalidParameter(let parameter):
      try fields.encode(parameter, forKey: .parameter)
    case .noTalk, .expectedMore, .other:
      break
    }
  }

  /// Reads an error reply; one of an unknown name becomes `other`.
  public init(from decoder: any Decoder) throws {
    let envelope = try decoder.container(keyedBy: EnvelopeKeys.self)
    let name = try envelope.decode(String.self, forKey: .error)
    guard envelope.contains(.parameters) else {
      switch name {
      case "org.marquee.Display.NoTalk": self = .noTalk
      case "org.varlink.service.ExpectedMore": self = .expectedMore
      default: self = .other(name: name)
      }
      return
    }
    let fields = try envelope.nestedContainer(keyedBy: Keys.self, forKey: .parameters)
    switch name {
    case "org.marquee.Display.NoSuchScreen":
      self = .noSuchScreen(
        screen: try fields.decode(String.self, forKey: .screen),
        near: try fields.decode([String].self, forKey: .near))
    case "org.marquee.Display.NoSuchMode":
      self = .noSuchMode(
        screen: try fields.decode(String.self, forKey: .screen),
        mode: try fields.decode(String.self, forKey: .mode),
        near: try fields.decode([String].self, forKey: .near))
    case "org.marquee.Display.NoSuchApp":
      self = .noSuchApp(
        app: try fields.decode(String.self, forKey: .app), near: try fields.decode([String].self, forKey: .near))
    case "org.marquee.Display.NoSuchSession":
      self = .noSuchSession(
        session: try fields.decode(String.self, forKey: .session),
        near: try fields.decode([String].self, forKey: .near))
    case "org.marquee.Display.AppNameTaken":
      self = .appNameTaken(app: try fields.decode(String.self, forKey: .app))
    case "org.marquee.Display.TooManyApps":
      self = .tooManyApps(
        limit: try fields.decode(Int.self, forKey: .limit),
        ofUser: try fields.decode(Bool.self, forKey: .ofUser))
    case "org.marquee.Display.WrongToken":
      self = .wrongToken(app: try fields.decode(String.self, forKey: .app))
    case "org.marquee.Display.NoSuchQuestion":
      self = .noSuchQuestion(question: try fields.decode(Int.self, forKey: .question))
    case "org.marquee.Display.NoTalk":
      self = .noTalk
    case "org.marquee.Display.TalkIsGoingOn":
      self = .talkIsGoingOn(deck: try fields.decode(String.self, forKey: .deck))
    case "org.marquee.Display.UserInfoTooLarge":
      self = .userInfoTooLarge(
        size: try fields.decode(Int.self, forKey: .size), limit: try fields.decode(Int.self, forKey: .limit))
    case "org.marquee.Display.InvalidValue":
      self = .invalidValue(
        parameter: try fields.decode(String.self, forKey: .parameter),
        value: try fields.decode(String.self, forKey: .value),
        expected: try fields.decode(String.self, forKey: .expected))
    case "org.marquee.Display.TextTooLong":
      self = .textTooLong(
        length: try fields.decode(Int.self, forKey: .length), limit: try fields.decode(Int.self, forKey: .limit))
    case "org.marquee.Display.AccessDenied":
      self = .accessDenied(
        method: try fields.decode(String.self, forKey: .method),
        required: try fields.decode(AccessLevel.self, forKey: .required),
        granted: try fields.decode(AccessLevel.self, forKey: .granted))
    case "org.marquee.Display.NotSupported":
      self = .notSupported(reason: try fields.decode(String.self, forKey: .reason))
    case "org.marquee.Display.Busy":
      self = .busy(reason: try fields.decode(String.self, forKey: .reason))
    case "org.marquee.Display.Failed":
      self = .failed(
        message: try fields.decode(String.self, forKey: .message),
        hint: try fields.decodeIfPresent(String.self, forKey: .hint))
    case "org.marquee.Display.InvalidConfiguration":
      self = .invalidConfiguration(
        file: try fields.decode(String.self, forKey: .file), line: try fields.decode(Int.self, forKey: .line),
        column: try fields.decode(Int.self, forKey: .column),
        problems: try fields.decode([String].self, forKey: .problems))
    case "org.marquee.Display.TimedOut":
      self = .timedOut(
        screen: try fields.decode(String.self, forKey: .screen),
        condition: try fields.decode(String.self, forKey: .condition),
        seconds: try fields.decode(Double.self, forKey: .seconds),
        seen: try fields.decodeIfPresent(String.self, forKey: .seen))
    case "org.marquee.Display.TooManyConnections":
      self = .tooManyConnections(limit: try fields.decode(Int.self, forKey: .limit))
    case "org.marquee.Display.MessageTooLong":
      self = .messageTooLong(limit: try fields.decode(Int.self, forKey: .limit))
    case "org.marquee.Display.MalformedMessage":
      self = .malformedMessage(reason: try fields.decode(String.self, forKey: .reason))
    case "org.marquee.Display.StreamOverflow":
      self = .streamOverflow(limit: try fields.decode(Int.self, forKey: .limit))
    case "org.varlink.service.InterfaceNotFound":
      self = .interfaceNotFound(interface: try fields.decode(String.self, forKey: .interface))
    case "org.varlink.service.MethodNotFound":
      self = .methodNotFound(method: try fields.decode(String.self, forKey: .method))
    case "org.varlink.service.MethodNotImplemented":
      self = .methodNotImplemented(method: try fields.decode(String.self, forKey: .method))
    case "org.varlink.service.InvalidParameter":
      self = .invalidParameter(parameter: try fields.decode(String.self, forKey: .parameter))
    case "org.varlink.service.ExpectedMore":
      self = .expectedMore
    default: self = .other(name: name)
    }
  }
}
