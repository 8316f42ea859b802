import ControlClient
import ControlProtocol
import Glibc

/// The exit status of a failure, and its message for standard error.
struct ToolFailure: Error {
  /// The exit statuses, as the manual lists them.
  enum StatusCommand: Int32 {
    /// It was tried and failed.
    case failed = 1
    /// The command line makes no sense.
    case usage = 2
    /// No daemon answers.
    case noDaemon = 3
    /// The daemon does not let this user do it.
    case refused = 4
    /// It did not happen in time.
    case timedOut = 5
  }

  var message: String
  var status: StatusCommand

  init(message: String, status: StatusCommand) {
    self.message = message
    self.status = status
  }

  /// The failure of a call to the daemon.
  init(_ error: ClientError) {
    message = error.description
    status =
      switch error {
      case .noDaemon, .lost: .noDaemon
      case .refused: .refused
      case .timedOut: .timedOut
      case .invalidReply: .failed
      case .failed(let error): Self.status(of: error)
      }
  }

  private static func status(of error: ControlError) -> StatusCommand {
    switch error {
    case .accessDenied, .tooManyConnections, .wrongToken: .refused
    case .timedOut: .timedOut
    case .textTooLong, .userInfoTooLarge, .invalidValue: .usage
    case .noSuchScreen, .noSuchMode, .noSuchApp, .noSuchSession, .appNameTaken, .tooManyApps, .noSuchQuestion, .noTalk,
      .talkIsGoingOn, .notSupported, .failed, .invalidConfiguration,
      .messageTooLong, .malformedMessage, .streamOverflow, .interfaceNotFound, .methodNotFound, .methodNotImplemented,
      .invalidParameter, .expectedMore, .other:
      .failed
    }
  }

  /// Prints the message and ends the program.
  func exit() -> Never {
    let text = message.hasPrefix("Error:") ? message : "marqueectl: \(message)"
    Console.complain(text)
    Glibc.exit(status.rawValue)
  }
}
