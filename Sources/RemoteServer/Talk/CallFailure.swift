internal import ControlClient

/// Why a call to the daemon did not succeed.
enum CallFailure: Error {
  /// So many calls wait already that this one was not taken.
  case busy
  /// Its turn came so late that whoever asked may have thought better of it: it was not made.
  case late
  /// The client's own reason.
  case client(ClientError)
}
