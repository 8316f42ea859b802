/// What a display gets that was never seen before.
public nonisolated enum UnknownScreens: String, Hashable, Sendable, CaseIterable {
  /// What every display gets.
  case show
  /// The idle frame.
  case idle
  /// The idle frame, until somebody says otherwise.
  case ask
}
