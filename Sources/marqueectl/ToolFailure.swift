import Configuration
import ContentModel
import ControlClient
import ControlProtocol
import Glibc

/// The exit status of a failure, and its message for standard error.
struct ToolFailure: Error, CustomStringConvertible {
  /// The exit statuses, as the manual lists them.
  enum ExitStatus: Int32 {
    case failed = 1
    case usage = 2
    case noDaemon = 3
    case refused = 4
    case timedOut = 5
    /// A check of pictures could not be made. It is neither passed nor failed.
    case unchecked = 6
  }

  /// The error, without the hint.
  var message: String
  var status = ExitStatus.failed
  /// The error's name for programs; nil for the name of the exit status.
  var kind: String?
  /// Names or values that are similar to a wrong one; nil if they are in the message.
  var near: [String]?
  /// The expected value; nil if it is in the message.
  var expected: String?
  /// The next step.
  var hint: String?

  var description: String { message.followed(by: hint) }

  /// Ends the program. With --json, standard error gets one line with an object. Otherwise it gets the description.
  func exit() -> Never {
    if OutputOptions.isWanted(in: CommandLine.arguments) {
      Console.complain(FailureReport(self).line)
    } else {
      Console.complain("marqueectl: \(description)")
    }
    Glibc.exit(status.rawValue)
  }
}

extension ToolFailure {
  /// The failure of an operation; nil for an error of the parser.
  init?(_ error: any Error) {
    switch error {
    case let failure as ToolFailure: self = failure
    case let error as ClientError:
      self.init(
        message: error.message, status: Self.status(of: error), kind: error.kind, near: error.near,
        expected: error.expected, hint: error.hint)
    case is SystemCallError, is ZoneError, is ConfigurationFileError, is ConfigurationErrors:
      self.init(message: "\(error)")
    default: return nil
    }
  }

  /// Runs a step of a check. A failure of the step gets the status of a check that could not be made.
  static func asUnchecked<Value>(_ step: () throws -> Value) throws -> Value {
    do {
      return try step()
    } catch var failure as ToolFailure {
      failure.status = .unchecked
      throw failure
    }
  }

  static func unpresentable(_ file: String, _ reason: String) -> ToolFailure {
    ToolFailure(message: "\(file) cannot be presented: \(reason).")
  }

  private static func status(of error: ClientError) -> ExitStatus {
    switch error {
    case .noDaemon, .lost: .noDaemon
    case .refused, .failed(.accessDenied), .failed(.tooManyConnections), .failed(.wrongToken): .refused
    case .timedOut, .failed(.timedOut): .timedOut
    case .failed(.textTooLong), .failed(.userInfoTooLarge), .failed(.invalidValue): .usage
    case .invalidReply, .failed: .failed
    }
  }
}

struct SystemCallError: Error, CustomStringConvertible {
  var what: String
  var errno: Int32

  var description: String { "\(what): \(String(errno: errno))" }
}

extension String {
  /// The text of an errno (strerror(3)).
  init(errno number: Int32) { self.init(cString: strerror(number)) }

  /// The value of a variable of the environment; nil if that is not set.
  init?(environment name: String) {
    guard let value = getenv(name) else { return nil }
    self.init(cString: value)
  }
}
