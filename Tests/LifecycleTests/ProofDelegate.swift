import Composition
import ContentModel
import DisplayTypes
import LifecycleReference
import Scenes

/// The delegate of every scene of a proof: a colour, and a window if its app has windows.
@MainActor
final class ProofDelegate: SceneDelegate {
  private let app: Household.HouseholdApp
  private unowned let life: DaemonLife

  init(_ app: Household.HouseholdApp, _ life: DaemonLife) {
    self.app = app
    self.life = life
  }

  var layoutWarning: String? { nil }

  func sceneWillConnect(_ scene: Scene, options: ConnectionOptions) {
    note(.willConnect, scene)
    life.scenes[scene.session.identifier] = scene
    guard !life.windowless.contains(app.name) else { return }
    scene.window = Window()
    life.note(.window(session: scene.session.identifier, true))
  }

  func sceneWillEnterForeground(_ scene: Scene) { note(.willEnterForeground, scene) }
  func sceneDidBecomeActive(_ scene: Scene) { note(.didBecomeActive, scene) }
  func sceneWillResignActive(_ scene: Scene) { note(.willResignActive, scene) }
  func sceneDidEnterBackground(_ scene: Scene) { note(.didEnterBackground, scene) }

  func sceneDidUpdate(_ scene: Scene, previous: SceneTraits) {
    life.note(.update(session: scene.session.identifier))
  }

  func sceneDidDisconnect(_ scene: Scene, reason: DisconnectReason) {
    note(.didDisconnect, scene, reason.rawValue)
    life.scenes[scene.session.identifier] = nil
  }

  func prepareFrame(
    of session: SceneSession, for geometry: OutputGeometry,
    completion: @escaping (Result<LayerTree, ContentFailure>) -> Void
  ) {
    var color = app.color
    if case .color(let chosen) = session.content { color = chosen }
    completion(.success(LayerTree(background: color)))
  }

  private func note(_ call: CallOrder.Call, _ scene: Scene, _ reason: String? = nil) {
    let session = scene.session
    life.note(
      .call(
        SceneCall(
          call, session: session.identifier, app: app.name, screen: session.connector, reason: reason)))
  }
}
