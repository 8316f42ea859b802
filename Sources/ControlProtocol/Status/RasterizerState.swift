/// What the rasteriser is doing.
public enum RasterizerState: String, Codable, Hashable, Sendable {
  /// Not running, since there is nothing to do.
  case idle
  /// Running.
  case running
  /// It died and waits to be started again.
  case restarting
  /// It cannot be started.
  case failed
}
