public import Composition
public import DisplayTypes
public import Rasterizing
public import Scenes

/// Shows a session's content: what the configuration, `show` or a temporary choice says.
///
/// Every scene of a declared app has one.
public final class ContentSceneDelegate: SceneDelegate {
  private let rasterizer: any Rasterizer
  /// Kept while its text is being rasterised.
  private var banner: BannerLayout?

  /// Makes a delegate whose texts this rasteriser draws.
  public init(rasterizer: any Rasterizer) {
    self.rasterizer = rasterizer
  }

  /// Characters that no font has, or a text that does not fit.
  public var layoutWarning: String? { banner?.warning }

  /// Attaches a window with what was prepared, but where the session is to have none.
  public func sceneWillConnect(_ scene: Scene) {
    sessionDidChange(of: scene)
  }

  /// Attaches a window or takes it off, as the session says.
  public func sessionDidChange(of scene: Scene) {
    let attachesWindow = scene.session.attachesWindow ?? true
    guard attachesWindow != (scene.window != nil) else { return }
    scene.window = attachesWindow ? Window() : nil
  }

  /// Forgets the scene.
  public func sceneDidDisconnect(_ scene: Scene, reason: DisconnectReason) {
    banner?.cancel()
    banner = nil
  }

  /// Lays the session's content out; a text is answered when the rasteriser has drawn it.
  public func prepareFrame(
    of session: SceneSession, for geometry: OutputGeometry,
    completion: @escaping (Result<LayerTree, ContentFailure>) -> Void
  ) {
    banner?.cancel()
    banner = nil
    switch session.content {
    case nil: completion(.success(LayerTree()))
    case .color(let color): completion(.success(LayerTree(background: color)))
    case .pattern(let name): completion(.success(PatternLayout.tree(name, for: geometry)))
    case .image, .slideshow, .playlist, .schedule, .deck, .ticker, .clock, .countdown, .qrCode, .layout:
      completion(.failure(ContentFailure("this content cannot be shown yet", retry: .never)))
    case .banner(let description):
      let layout = BannerLayout(description, rasterizer: rasterizer)
      banner = layout
      layout.prepare(for: geometry) { result in
        completion(result.mapError { ContentFailure($0.description, retry: Self.retry($0)) })
      }
    }
  }

  private static func retry(_ error: RasterError) -> ContentFailure.Retry {
    guard error.isTemporary else { return .never }
    return error.awaitsRepair ? .seldom : .soon
  }
}
