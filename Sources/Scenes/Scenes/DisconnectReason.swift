/// Why a scene ended.
///
/// Its session stays, but for `destroyed`.
public nonisolated enum DisconnectReason: String, CaseIterable, Hashable, Sendable {
  /// The display was unplugged, or another one took its place.
  case unplug
  /// Support for external displays was switched off there.
  case support
  /// Its app has no scene for the screen any more, and leaves it to the next.
  case foreground
  /// The session was destroyed.
  case destroyed
  /// It was in the background, and its memory was needed.
  case reclaimed
  /// The daemon ends.
  case shutdown
}
