/// How it stands with the daemon.
public enum DaemonLink: Hashable, Sendable {
  /// It answers.
  case connected
  /// It does not, for a reason that is a sentence; it is tried again and again.
  case lost(String)
}
