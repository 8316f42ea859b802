extension SceneSystem {
  /// Has an observer hear of screens from now on; it is not kept alive.
  ///
  /// `screens` lists those that are connected now.
  public func add(_ observer: any ScreenObserver) { screenObservers.add(observer) }

  /// An observer hears nothing more.
  public func remove(_ observer: any ScreenObserver) { screenObservers.remove(observer) }

  /// A window was put on a screen for an app, or taken off, while the app may have no scene there: what is due is decided anew.
  func windowDidChange(of app: String, on screen: String) {
    guard let coordinator = coordinators.first(where: { $0.screen?.name == screen }) else { return }
    coordinator.reconsider(completion: nil)
  }
}
