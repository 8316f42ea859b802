public import ControlProtocol

/// The failure of a call.
///
/// Its description is a sentence for people, with the error and the remedy.
public enum ClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No daemon listens at these paths.
  case noDaemon(tried: [String])
  /// The daemon, or the mode of its socket's directory, refuses this user.
  case refused(message: String)
  /// The daemon answered with an error. Nothing was changed, and further calls are possible.
  case failed(ControlError)
  /// No answer arrived in this time.
  ///
  /// After a timed-out call a ``ControlClient`` is unusable. A stream can be read again.
  case timedOut(seconds: Double)
  /// The connection ended before the answer, because the daemon has ended or restarts.
  case lost(reason: String)
  /// The answer is malformed.
  case invalidReply(reason: String)

  /// The error and the remedy.
  public var description: String { message.followed(by: hint) }

  /// The error without the remedy.
  public var message: String {
    switch self {
    case .noDaemon(let tried): "No marqueed is running (tried \(tried.joined(separator: ", ")))."
    case .refused(let message): message
    case .failed(let error): error.message
    case .timedOut(let seconds): "marqueed did not answer within \(seconds) seconds."
    case .lost(let reason): "The connection to marqueed ended: \(reason)."
    case .invalidReply(let reason): "The answer of marqueed cannot be read: \(reason)."
    }
  }

  /// The remedy; nil if there is none.
  public var hint: String? {
    switch self {
    case .noDaemon: "Start it with `systemctl start marqueed`, or by hand, or set MARQUEE_SOCKET to its socket."
    case .refused: nil
    case .failed(let error): error.hint
    case .timedOut: "See its log, or try again with a longer time."
    case .lost: "See its log."
    case .invalidReply: "Is it of another version than this program?"
    }
  }
}
