internal import DisplayTypes

/// One connected life of a session on one screen.
///
/// Made by the system only.
public final class Scene {
  /// The session whose life this is.
  public let session: SceneSession
  /// The screen that it is on; nil once it has disconnected.
  public internal(set) weak var screen: Screen?
  /// Where it is in its life.
  public internal(set) var state = SceneState.unattached
  /// What it shows; a scene without one leaves the screen to the next.
  public var window: Window? {
    didSet {
      oldValue?.scene = nil
      window?.scene = self
      windowDidChange?()
    }
  }
  let delegate: any SceneDelegate
  var windowDidChange: (() -> Void)?

  init(session: SceneSession, screen: Screen, delegate: any SceneDelegate) {
    self.session = session
    self.screen = screen
    self.delegate = delegate
  }
}
