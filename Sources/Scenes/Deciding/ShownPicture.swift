/// What a screen shows.
public nonisolated enum ShownPicture: Hashable, Sendable {
  /// Why a screen is dark.
  public enum DarkCause: Hashable, Sendable {
    /// The configuration keeps it so, or it is no display for pictures.
    case use
    /// Its signal was switched off: its scenes wait in the background.
    case power
    /// The schedule that this app's scene plays has switched its signal off: the scene waits in the background.
    case schedule(app: String, role: SceneRole)
    /// Support for external displays is off: no scene is connected there.
    case support
  }

  /// Nothing: the screen is off and its CRTC released.
  case dark(DarkCause)
  /// It belongs to somebody else and is never touched.
  case untouched
  /// This app's scene of a role for external displays.
  case scene(app: String, role: SceneRole)
  /// The application scenes of this app.
  case applications(app: String)
  /// A placeholder, since what is due of this app is private, and this is no main screen.
  case masked(app: String)
  /// Black, since the controller of this app has gone, and its manifest says so.
  case black(app: String)
  /// What another screen shows: the main one, or the one that the configuration names.
  case mirror
  /// The idle frame.
  case idle
}
