import Composition
import ContentModel
import DisplayTypes
import Scenes

/// An app of one colour, whose delegates attach a window when the test calls them.
@MainActor
final class TestApp {
  final class Delegate: SceneDelegate, ContentTrialDelegate {
    let app: TestApp
    private(set) weak var scene: Scene?
    private(set) var ended: DisconnectReason?

    var layoutWarning: String? { app.warning }

    init(app: TestApp) {
      self.app = app
    }

    func sceneWillConnect(_ scene: Scene, options: ConnectionOptions) {
      self.scene = scene
      app.log.append("connect")
      app.connections.append(options)
      app.onCall?("\(app.name) willConnect")
      if app.attachesWindow { scene.window = Window() }
    }

    func sceneWillEnterForeground(_ scene: Scene) { app.onCall?("\(app.name) willEnterForeground") }
    func sceneDidBecomeActive(_ scene: Scene) { app.onCall?("\(app.name) didBecomeActive") }
    func sceneWillResignActive(_ scene: Scene) { app.onCall?("\(app.name) willResignActive") }
    func sceneDidEnterBackground(_ scene: Scene) { app.onCall?("\(app.name) didEnterBackground") }

    func sceneDidUpdate(_ scene: Scene, previous: SceneTraits) {
      app.onCall?("\(app.name) didUpdate")
      app.updates.append(previous)
    }

    func restorationActivity(of scene: Scene) -> UserActivity? {
      app.onQuery?(.restorationActivity)
      return app.activity
    }

    func scene(_ scene: Scene, continue activity: UserActivity) {
      app.log.append("continue \(activity.type)")
      app.onContinue?()
    }

    func scene(_ scene: Scene, received input: InputEvent) { app.inputs.append((scene.session.identifier, input)) }

    func sceneDidLayOut(_ scene: Scene, for geometry: OutputGeometry) { app.onQuery?(.sceneDidLayOut) }

    func tryContent(
      _ content: ChosenContent, for geometry: OutputGeometry, completion: @escaping (ContentFailure?) -> Void
    ) {
      app.onQuery?(.tryContent)
      completion(nil)
    }

    func sessionDidChange(of scene: Scene) {
      app.onQuery?(.sessionDidChange)
      guard app.followsSession, let attachesWindow = scene.session.attachesWindow else { return }
      scene.window = attachesWindow ? scene.window ?? Window() : nil
    }

    func wantsDark(_ session: SceneSession) -> Bool {
      app.onQuery?(.wantsDark)
      guard case .schedule(let schedule) = session.content else { return app.wantsDark }
      return app.wantsDark && schedule.onUntil == nil
    }

    func sceneDidDisconnect(_ scene: Scene, reason: DisconnectReason) {
      ended = reason
      app.log.append("disconnect \(reason.rawValue)")
      app.onCall?("\(app.name) didDisconnect \(reason.rawValue)")
    }

    func prepareFrame(
      of session: SceneSession, for geometry: OutputGeometry,
      completion: @escaping (Result<LayerTree, ContentFailure>) -> Void
    ) {
      guard !app.failingSizes.contains(geometry.mode) else {
        return completion(.failure(ContentFailure("no layout", retry: .never)))
      }
      app.layouts += 1
      app.onQuery?(.prepareFrame)
      if app.cancelsLayouts { app.slowLayouts = [] }
      if let failure = app.failure { return completion(.failure(failure)) }
      // The tree contains the size of its layout.
      let layer = Layer(id: LayerID(rawValue: 1), frame: PointRect(size: geometry.size))
      var color = app.color
      if case .color(let chosen) = session.content { color = chosen }
      if color == app.badColor { return completion(.failure(ContentFailure("it is bad", retry: .never))) }
      let layOut = { [app] in
        if let failure = app.slowFailure { return completion(.failure(failure)) }
        completion(.success(LayerTree(background: color, layers: [layer])))
      }
      if color == app.slowColor { app.slowLayouts.append(layOut) } else { layOut() }
    }
  }

  /// The calls of delegates besides the lifecycle's.
  enum Query: CaseIterable {
    case makeSceneDelegate, configuration, wantsDark, prepareFrame, sceneDidLayOut, tryContent, sessionDidChange
    case restorationActivity, didDiscard
  }

  let name: String
  var color: Color
  var attachesWindow = true
  /// Whether windows follow the session.
  var followsSession = false
  var failingSizes: Set<PixelSize> = []
  /// Its schedule has the power off when its scenes are about to connect.
  var wantsDark = false
  /// Why no layout succeeds, for now.
  var failure: ContentFailure?
  /// Content of this colour can never be laid out.
  var badColor: Color?
  /// The warning of its layouts.
  var warning: String?
  /// How often a layout was asked for.
  var layouts = 0
  /// A tree with this colour is laid out only when the test does it.
  var slowColor: Color?
  var slowLayouts: [() -> Void] = []
  /// The error of a slow layout.
  var slowFailure: ContentFailure?
  /// Whether the next layout cancels those under way, like a delegate with one banner.
  var cancelsLayouts = false
  /// The activity in its scenes at their end.
  var activity: UserActivity?
  /// The options of each connection.
  var connections: [ConnectionOptions] = []
  /// The inputs of its scenes.
  var inputs: [(session: String, input: InputEvent)] = []
  /// Connections and their ends.
  var log: [String] = []
  /// Hears every lifecycle call, with the app's name.
  var onCall: ((String) -> Void)?
  /// Receives all calls besides the lifecycle's.
  var onQuery: ((Query) -> Void)?
  /// Called when one of its scenes continues the activity of another.
  var onContinue: (() -> Void)?
  /// The screen's traits before each `didUpdate`.
  var updates: [SceneTraits] = []
  private(set) var delegates: [Delegate] = []

  init(_ name: String, _ red: UInt8) {
    self.name = name
    color = Color(red: red, green: 0, blue: 0)
  }

  func app(
    isFallback: Bool = false, isAlarm: Bool = false, hasScene: Bool = true, isPrivate: Bool = false,
    hasPrivateScene: Bool = false, support: Sourced<ExternalSupport>? = nil, content: ContentDescription? = nil
  ) -> App {
    App(
      name: name,
      manifest: SceneManifest(
        configurations: hasScene
          ? [
            .externalDisplayNonInteractive: [
              SceneConfiguration(name: "main", content: content, isPrivate: hasPrivateScene)
            ]
          ] : [:]),
      isFallback: isFallback, isAlarm: isAlarm, isPrivate: isPrivate, support: support,
      makeDelegate: { [unowned self] in makeDelegate() })
  }

  func makeDelegate() -> any SceneDelegate {
    onQuery?(.makeSceneDelegate)
    let delegate = Delegate(app: self)
    delegates.append(delegate)
    return delegate
  }

  /// The connected scene.
  var scene: Scene? { delegates.last { $0.ended == nil && $0.scene != nil }?.scene }
}
