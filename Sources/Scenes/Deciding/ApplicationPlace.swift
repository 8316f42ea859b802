/// Why an app's application scenes are on a display: the first that applies counts.
public nonisolated enum ApplicationPlace: Hashable, Sendable, CaseIterable {
  /// The user has put them there.
  case hand
  /// The configuration prefers application scenes on that external display, and the app is in its foreground.
  case rule
  /// The app has put them there; an external scene goes before them.
  case app
  /// It is the main screen, and nothing else was said.
  case main
}
