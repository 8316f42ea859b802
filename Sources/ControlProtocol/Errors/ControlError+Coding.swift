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
    case screen, mode, app, near, parameter, value, expected, length, limit, method, required, granted, reason, message,
      file, line, column, problems, condition, seconds, interface, session, size, question, ofUser, deck, hint
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
    case .appNameTaken(let app), .wrongToken(let app): try fields.encode(app, forKey: .app)
    case .noSuchQuestion(let question): try fields.encode(question, forKey: .question)
    case .talkIsGoingOn(let deck): try fields.encode(deck, forKey: .deck)
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
    case .notSupported(let reason), .malformedMessage(let reason): try fields.encode(reason, forKey: .reason)
    case .failed(let message, let hint):
      try fields.encode(message, forKey: .message)
      try fields.encodeIfPresent(hint, forKey: .hint)
    case .invalidConfiguration(let file, let line, let column, let problems):
      try fields.encode(file, forKey: .file)
      try fields.encode(line, forKey: .line)
      try fields.encode(column, forKey: .column)
      try fields.encode(problems, forKey: .problems)
    case .timedOut(let screen, let condition, let seconds):
      try fields.encode(screen, forKey: .screen)
      try fields.encode(condition, forKey: .condition)
      try fields.encode(seconds, forKey: .seconds)
    case .tooManyApps(let limit, let ofUser):
      try fields.encode(limit, forKey: .limit)
      try fields.encode(ofUser, forKey: .ofUser)
    case .tooManyConnections(let limit), .messageTooLong(let limit), .streamOverflow(let limit):
      try fields.encode(limit, forKey: .limit)
    case .interfaceNotFound(let interface): try fields.encode(interface, forKey: .interface)
    case .methodNotFound(let method), .methodNotImplemented(let method): try fields.encode(method, forKey: .method)
    case .invalidParameter(let parameter): try fields.encode(parameter, forKey: .parameter)
    case .expectedMore, .noTalk, .other: break
    }
  }

  /// Reads an error reply; one of an unknown name becomes `other`.
  public init(from decoder: any Decoder) throws {
    let envelope = try decoder.container(keyedBy: EnvelopeKeys.self)
    let name = try envelope.decode(String.self, forKey: .error)
    guard envelope.contains(.parameters) else {
      self =
        switch name {
        case ControlError.expectedMore.name: .expectedMore
        case ControlError.noTalk.name: .noTalk
        default: .other(name: name)
        }
      return
    }
    let fields = try envelope.nestedContainer(keyedBy: Keys.self, forKey: .parameters)
    func text(_ key: Keys) throws -> String { try fields.decode(String.self, forKey: key) }
    func number(_ key: Keys) throws -> Int { try fields.decode(Int.self, forKey: key) }
    func list(_ key: Keys) throws -> [String] { try fields.decode([String].self, forKey: key) }
    func access(_ key: Keys) throws -> AccessLevel { try fields.decode(AccessLevel.self, forKey: key) }
    self =
      switch name {
      case "org.marquee.Display.NoSuchScreen": .noSuchScreen(screen: try text(.screen), near: try list(.near))
      case "org.marquee.Display.NoSuchMode":
        .noSuchMode(screen: try text(.screen), mode: try text(.mode), near: try list(.near))
      case "org.marquee.Display.NoSuchApp": .noSuchApp(app: try text(.app), near: try list(.near))
      case "org.marquee.Display.NoSuchSession": .noSuchSession(session: try text(.session), near: try list(.near))
      case "org.marquee.Display.AppNameTaken": .appNameTaken(app: try text(.app))
      case "org.marquee.Display.TooManyApps":
        .tooManyApps(limit: try number(.limit), ofUser: try fields.decode(Bool.self, forKey: .ofUser))
      case "org.marquee.Display.WrongToken": .wrongToken(app: try text(.app))
      case "org.marquee.Display.NoSuchQuestion": .noSuchQuestion(question: try number(.question))
      case "org.marquee.Display.NoTalk": .noTalk
      case "org.marquee.Display.TalkIsGoingOn": .talkIsGoingOn(deck: try text(.deck))
      case "org.marquee.Display.UserInfoTooLarge":
        .userInfoTooLarge(size: try number(.size), limit: try number(.limit))
      case "org.marquee.Display.InvalidValue":
        .invalidValue(parameter: try text(.parameter), value: try text(.value), expected: try text(.expected))
      case "org.marquee.Display.TextTooLong": .textTooLong(length: try number(.length), limit: try number(.limit))
      case "org.marquee.Display.AccessDenied":
        .accessDenied(method: try text(.method), required: try access(.required), granted: try access(.granted))
      case "org.marquee.Display.NotSupported": .notSupported(reason: try text(.reason))
      case "org.marquee.Display.Failed":
        .failed(message: try text(.message), hint: try fields.decodeIfPresent(String.self, forKey: .hint))
      case "org.marquee.Display.InvalidConfiguration":
        .invalidConfiguration(
          file: try text(.file), line: try number(.line), column: try number(.column),
          problems: try list(.problems))
      case "org.marquee.Display.TimedOut":
        .timedOut(
          screen: try text(.screen), condition: try text(.condition),
          seconds: try fields.decode(Double.self, forKey: .seconds))
      case "org.marquee.Display.TooManyConnections": .tooManyConnections(limit: try number(.limit))
      case "org.marquee.Display.MessageTooLong": .messageTooLong(limit: try number(.limit))
      case "org.marquee.Display.MalformedMessage": .malformedMessage(reason: try text(.reason))
      case "org.marquee.Display.StreamOverflow": .streamOverflow(limit: try number(.limit))
      case "org.varlink.service.InterfaceNotFound": .interfaceNotFound(interface: try text(.interface))
      case "org.varlink.service.MethodNotFound": .methodNotFound(method: try text(.method))
      case "org.varlink.service.MethodNotImplemented": .methodNotImplemented(method: try text(.method))
      case "org.varlink.service.InvalidParameter": .invalidParameter(parameter: try text(.parameter))
      case "org.varlink.service.ExpectedMore": .expectedMore
      default: .other(name: name)
      }
  }
}
