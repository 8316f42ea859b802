internal import ControlClient

/// Why a call to the daemon did not succeed.
enum CallFailure: Error {
  /// So many calls wait already that this one was not taken.
  case busy
  /// The client's own reason.
  case client(ClientError)
}
