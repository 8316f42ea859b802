/// An output of the daemon. The entries are in the order in which they happened.
public enum LogEntry: Hashable, Sendable {
  /// A delegate was called.
  case call(SceneCall)
  /// A delegate got another screen, mode or geometry.
  case update(session: String)
  /// A delegate has attached a window, or has taken it off; while it connects, or at any later time.
  case window(session: String, Bool)
  case event(sequence: UInt64, Event)

  /// The contents of an event.
  public enum Event: Hashable, Sendable {
    case call(SceneCall)
    case update(session: String)
    case present(session: String)
    case discard(session: String)
    case screenConnected(String)
    case screenDisconnected(String)
    /// Its modes, or the mode in force, are others.
    case screenModes(String)
    /// Something about an app that concerns no scene of a display.
    case app(String)
    /// Something went wrong.
    case trouble(String)
  }
}
