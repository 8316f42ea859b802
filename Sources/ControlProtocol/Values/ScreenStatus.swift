/// Whether a display is on a connector.
public enum ScreenStatus: String, Codable, Hashable, Sendable {
  /// A display is there.
  case connected
  /// No display is there.
  case disconnected
}
