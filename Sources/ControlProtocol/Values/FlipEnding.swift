/// What became of a requested frame; each gets exactly one.
public enum FlipEnding: String, Codable, Hashable, Sendable {
  /// It was shown.
  case presented
  /// A newer frame took its place before it was shown.
  case superseded
  /// It was thrown away: the screen went, was turned off, or failed.
  case discarded
}
