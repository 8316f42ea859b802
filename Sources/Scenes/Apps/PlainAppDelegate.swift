/// The delegate of an app whose scenes need no more than delegates of their own, as those of the configuration.
final class PlainAppDelegate: AppDelegate {
  private let make: () -> any SceneDelegate

  init(make: @escaping () -> any SceneDelegate) {
    self.make = make
  }

  func makeSceneDelegate(for session: SceneSession) -> any SceneDelegate { make() }
}
