/// Hears of screens, the older way: for apps without a manifest (`ScreenApp`), and for whoever only wants to know.
///
/// Called on the main thread, each call once, before the event of the same change is posted.
public protocol ScreenObserver: AnyObject {
  /// A display was plugged in; it may have no mode yet.
  func screenDidConnect(_ screen: Screen)
  /// A display is gone. A short interruption is told too.
  func screenDidDisconnect(_ screen: Screen)
  /// Another mode is in force, or none: `Screen.currentMode`.
  func screenModeDidChange(_ screen: Screen)
}

extension ScreenObserver {
  /// Does nothing.
  public func screenDidConnect(_ screen: Screen) {}
  /// Does nothing.
  public func screenDidDisconnect(_ screen: Screen) {}
  /// Does nothing.
  public func screenModeDidChange(_ screen: Screen) {}
}
