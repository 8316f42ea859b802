/// Why a scene ended.
///
/// Its session stays, but for `destroyed`.
public nonisolated enum DisconnectReason: String, Hashable, Sendable {
  /// The display was unplugged, or another one took its place.
  case unplug
  /// Support for external displays was switched off there.
  case support
  /// Another app's scene took the screen.
  case foreground
  /// The session was destroyed.
  case destroyed
  /// It was in the background, and its memory was needed.
  case reclaimed
  /// The daemon ends.
  case shutdown
}
