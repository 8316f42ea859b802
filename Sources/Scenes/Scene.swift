internal import DisplayTypes

/// One connected life of a session on one screen. Made by the system only.
public final class Scene {
  public let session: SceneSession
  public internal(set) weak var screen: Screen?
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
