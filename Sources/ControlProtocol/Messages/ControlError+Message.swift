extension ControlError: CustomStringConvertible {
  /// The error and the remedy, in one or two sentences for a command line.
  public var description: String { message.followed(by: hint) }

  /// The remedy on the command line; nil if there is none.
  public var hint: String? {
    switch self {
    case .noSuchSession(session: "", _), .noSuchSession(_, near: []): "\"marqueectl sessions\" lists them."
    case .tooManyApps(_, ofUser: false): "\"marqueectl apps\" lists them, \"marqueectl unregister APP\" ends one."
    case .noTalk: "\"marqueectl present FILE.pdf\" begins one."
    case .talkIsGoingOn: "\"marqueectl present --resume\" continues it, --replace ends it."
    case .failed(_, let hint): hint
    default: nil
    }
  }

  /// The description without the hint, for programs without a command line.
  public var message: String {
    switch self {
    case .noSuchScreen(let screen, let near):
      "There is no screen \(quoted(screen)). \(meant(near, none: "No screen is connected."))"
    case .noSuchMode(let screen, let mode, let near):
      "\(screen) has no mode \(quoted(mode)). \(meant(near, none: "It has no modes yet."))"
    case .noSuchApp(let app, let near):
      "There is no app \(quoted(app)). \(meant(near, none: "The configuration defines none."))"
    case .noSuchSession(session: "", _): "There is no such session."
    case .noSuchSession(let session, near: []): "There is no session \(quoted(session))."
    case .noSuchSession(let session, let near):
      "There is no session \(quoted(session)). Did you mean \(near.joined(separator: " or "))?"
    case .appNameTaken(let app):
      "The name \(quoted(app)) is taken by an app of the configuration, or by an app with a controller. "
        + "The same app registers again with its token. Another app needs another name."
    case .tooManyApps(let limit, ofUser: true):
      "You have \(limit) apps registered already, the maximum for one user. Unregister one of them, or end its controller."
    case .tooManyApps(let limit, ofUser: false):
      "\(limit) apps of all users are registered already, the maximum. An admin can unregister an app whose controller "
        + "is gone."
    case .wrongToken(let app):
      "To act for \(quoted(app)), use the token from its registration, or the access \"admin\". "
        + "Put another app in the foreground, or have the controller of \(quoted(app)) change it."
    case .noSuchQuestion(let question):
      "Question \(question) needs no answer any more: it was answered, the answer is late, or the display is gone."
    case .noTalk: "No talk is running."
    case .talkIsGoingOn(let deck): "A talk is running already, with \(quoted(deck))."
    case .userInfoTooLarge(let size, let limit):
      "The user information has \(size) bytes as JSON, but a session can have at most \(limit)."
    case .invalidValue(let parameter, let value, let expected):
      "\(parameter) cannot be \(quoted(value)): expected \(expected)."
    case .textTooLong(let length, let limit):
      "The text is \(length) bytes long, but at most \(limit) fit on a screen. Shorten it."
    case .accessDenied(let method, let required, let granted):
      "\(method) needs the access \(quoted(required.name)), and you have \(quoted(granted.name)). "
        + "Ask for it under access: in the configuration, or run as root."
    case .notSupported(let reason), .busy(let reason): reason
    case .failed(let message, _): message
    case .invalidConfiguration(let file, _, _, let problems):
      (problems.isEmpty ? "\(file) cannot be used." : problems.joined(separator: "\n")) + "\nNothing was changed."
    case .timedOut(let screen, let condition, let seconds, let seen):
      "\(screen) was not \(quoted(condition)) within \(seconds) seconds\(seen.map { ": \($0)" } ?? "")."
    case .tooManyConnections(let limit):
      "The daemon has \(limit) connections open already, and takes no more. Close some of them."
    case .messageTooLong(let limit): "The message is longer than \(limit) bytes."
    case .malformedMessage(let reason): "The message is no Varlink call: \(reason)."
    case .streamOverflow(let limit):
      "The events were not read, and more than \(limit) bytes of them were waiting. Subscribe again, and read faster."
    case .interfaceNotFound(let interface): "The daemon has no interface \(quoted(interface))."
    case .methodNotFound(let method): "The daemon has no method \(quoted(method)). It may be of another version."
    case .methodNotImplemented(let method): "The daemon does not implement \(quoted(method)) yet."
    case .invalidParameter(let parameter):
      "The parameter \(quoted(parameter)) is missing, unknown or of the wrong type."
    case .expectedMore: "The method replies with a stream: the call must have \"more\"."
    case .other(let name): "The daemon answered with the error \(name), which this program does not know."
    }
  }

  private func quoted(_ text: String) -> String {
    text.count > 80 ? "\"\(text.prefix(77))...\"" : "\"\(text)\""
  }

  private func meant(_ near: [String], none: String) -> String {
    near.isEmpty ? none : "Did you mean \(near.joined(separator: " or "))?"
  }
}

extension String {
  /// The message with a hint, in the form that `marqueectl` prints.
  public func followed(by hint: String?) -> String {
    guard let hint else { return self }
    return "\(self)\(hasSuffix(".") ? " " : "; ")\(hint)"
  }
}
