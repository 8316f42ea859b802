import DisplayScenes

@main
@MainActor
struct FirstSteps {
  static func main() throws {
    let manifest = SceneManifest(configurations: [
      .externalDisplayNonInteractive: [SceneConfiguration(name: "greeting")]
    ])
    let app = App(name: "greeting", manifest: manifest) { Greeting() }
    let arguments = CommandLine.arguments
    guard !arguments.contains("--help") else { return print("usage: first-steps [--simulated]") }
    let isSimulated = arguments.contains("--simulated")
    let host = try SceneHost(
      apps: [app], policy: ScreenPolicy(foregroundApp: Sourced("greeting")),
      displays: isSimulated ? .simulated() : .kms(), notice: { print($0) })
    host.simulatedDisplays?.plug("HDMI-A-1")
    try host.run()
  }
}

/// One display: an orange card on blue.
@MainActor
final class Greeting: SceneDelegate {
  func sceneWillConnect(_ scene: Scene, options: ConnectionOptions) {
    scene.window = Window()
  }

  func prepareFrame(
    of session: SceneSession, for geometry: OutputGeometry,
    completion: @escaping (Result<LayerTree, ContentFailure>) -> Void
  ) {
    let size = geometry.size
    let card = Layer(
      id: LayerID(rawValue: 1),
      frame: PointRect(x: size.width / 4, y: size.height / 4, width: size.width / 2, height: size.height / 2),
      contents: .solid(Color(red: 255, green: 176, blue: 32)))
    completion(.success(LayerTree(background: Color(red: 16, green: 40, blue: 80), layers: [card])))
  }
}
