/// The way to a screen that a test has found, for the modeset that follows.
struct FoundPath: Sendable {
  var path: OutputPath
  /// The connector is fed with the mode in question as it is.
  var isShown: Bool
}
