/// What somebody who is paired may do.
public enum RemoteRole: String, Codable, Hashable, Sendable {
  /// Look at slides and the timer.
  case observe
  /// Everything.
  case control
}
