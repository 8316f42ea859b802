/// What the screens of an app show once its controller, the program that registered it, has gone.
public enum ControllerLoss: String, CaseIterable, Hashable, Sendable {
  /// What they show now.
  case keep
  /// What is due without the app.
  case fallback
  /// Black, where it is in the foreground.
  case blank
}
