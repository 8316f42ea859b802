/// What a display gets that was never seen before.
public enum UnknownScreens: String, Hashable, Sendable, CaseIterable {
  /// Its scene, at once.
  case show
  /// The idle frame, until it is named by a rule or a run-time choice.
  case idle
  /// The idle frame and an event, so that a controller can decide.
  case ask
}
