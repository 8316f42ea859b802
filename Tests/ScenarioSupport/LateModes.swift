/// The modes that the kernel lists for a display whose EDID it cannot read.
public enum LateModes: String, Hashable, Sendable, CaseIterable {
  /// Modes up to 1024x768.
  case guessed
  /// No modes.
  case none
}
