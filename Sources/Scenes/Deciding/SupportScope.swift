/// What is said of external displays, is said of these.
public nonisolated enum SupportScope: Hashable, Sendable {
  /// Of all for which nothing else is said.
  case overall
  /// Of those on which this app is in the foreground.
  case app(String)
  /// Of this one.
  case screen(String)
}
