internal import ControlClient
internal import ControlProtocol

extension ClientError {
  /// Whether an app that was registered is to come back after it; else the daemon has said that it is not wanted.
  var isOutage: Bool {
    switch self {
    case .noDaemon, .timedOut, .lost, .invalidReply: true
    // The app was too slow for what it was told, or others have all the connections just now.
    case .failed(.streamOverflow), .failed(.tooManyConnections): true
    case .failed, .refused: false
    }
  }
}
