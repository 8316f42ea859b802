/// What a screen shows.
public nonisolated enum ShownPicture: Hashable, Sendable {
  /// Nothing: the screen is off and its CRTC released.
  case dark
  /// It belongs to somebody else and is never touched.
  case untouched
  /// This app's external scene.
  case external(app: String)
  /// What the main screen shows.
  case mirror
  /// The idle frame.
  case idle
}
