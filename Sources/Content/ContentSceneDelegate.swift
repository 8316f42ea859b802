public import Composition
public import ContentModel
public import DisplayTypes
internal import Presentation
public import Scenes

/// Shows a session's content: what the configuration, `show` or a temporary choice says.
///
/// Every scene of a declared app has one.
public final class ContentSceneDelegate: SceneDelegate, ContentReporting {
  private let resources: ContentResources
  private weak var scene: Scene?
  /// Its tree is in the window.
  private var current: ContentPlayer?
  /// Was asked for last, and takes the other's place once the window shows it.
  private var upcoming: ContentPlayer?
  /// What was found out before there was a scene to tell it of.
  private var untold: [String] = []

  /// Makes a delegate.
  public init(_ resources: ContentResources) {
    self.resources = resources
  }

  /// Characters that no font has, a text that does not fit, or a picture that is not whole.
  public var layoutWarning: String? { (upcoming ?? current)?.warning }

  /// What is shown now: of what was asked for last, or of what was there before while that cannot be shown.
  public var report: ContentReport? {
    guard let scene, scene.state != .background else { return nil }
    guard let upcoming, upcoming.content == scene.session.content else { return current?.report }
    let asked = upcoming.report
    let obstacle = upcoming.obstacle.map { "what was asked for cannot be shown now: \($0)" }
    return ContentReport(
      moments: current?.report?.moments ?? asked?.moments ?? [], troubles: asked?.troubles ?? [],
      wait: obstacle ?? "what was asked for is still being made")
  }

  /// What its player has found out, which goes on looking after the files while nobody sees it.
  public var knownTroubles: [String] {
    guard let player = upcoming ?? current, player.content == scene?.session.content else { return [] }
    return player.troubles
  }

  /// Attaches a window with what was prepared, but where the session is to have none.
  public func sceneWillConnect(_ scene: Scene) {
    follow(scene)
    sessionDidChange(of: scene)
  }

  /// Hears from now on of a scene, which was about to connect when it was laid out.
  public func follow(_ scene: Scene) {
    self.scene = scene
    for player in [upcoming, current].compactMap(\.self) { listen(to: player) }
    for message in untold { scene.report(message) }
    untold = []
    rest()
    noteSetup()
  }

  /// Attaches a window or takes it off, as the session says.
  public func sessionDidChange(of scene: Scene) {
    let attachesWindow = scene.session.attachesWindow ?? true
    guard attachesWindow != (scene.window != nil) else { return }
    scene.window = attachesWindow ? Window() : nil
  }

  /// What plays goes on from the present moment.
  public func sceneWillEnterForeground(_ scene: Scene) {
    noteSetup()
    guard let player = upcoming ?? current, player.isPlaying else { return }
    player.start { _ in }
  }

  /// What plays stands, and is looked for anew when it returns.
  public func sceneDidEnterBackground(_ scene: Scene) {
    rest()
    noteSetup()
  }

  /// It can be seen from now on.
  public func sceneDidBecomeActive(_ scene: Scene) { noteSetup() }

  /// The screen is blank, or holds its picture, or there is none.
  public func sceneWillResignActive(_ scene: Scene) { noteSetup() }

  /// Whether a set-up card is seen here: one that is held on the screen is not asked for another code.
  private func noteSetup() {
    let isSeen = scene?.state == .foregroundActive && scene?.window != nil
    resources.setup.note(isSeen ? current?.cards ?? .init() : .init(), seenIn: ObjectIdentifier(self))
  }

  /// Nothing moves that nobody sees; what somebody waits for is made nevertheless.
  private func rest() {
    guard let scene, scene.state == .background else { return }
    for player in [upcoming, current].compactMap(\.self) where player.isPlaying && !player.isStarting {
      player.sleep()
      scene.setNeedsLayout()
    }
  }

  /// What was prepared is what the window shows from now on.
  public func sceneDidLayOut(_ scene: Scene, for geometry: OutputGeometry) {
    guard let player = upcoming, player.content == scene.session.content, player.geometry == geometry else { return }
    upcoming = nil
    current?.stop()
    current = player
    showTree(of: player)
    scene.setDark(player.isDark)
    noteSetup()
  }

  /// Forgets the scene.
  public func sceneDidDisconnect(_ scene: Scene, reason: DisconnectReason) {
    for player in [upcoming, current] { player?.stop() }
    upcoming = nil
    current = nil
    self.scene = nil
    noteSetup()
  }

  /// Lays the session's content out as it is at the present moment: answered when texts are drawn and pictures decoded.
  public func prepareFrame(
    of session: SceneSession, for geometry: OutputGeometry,
    completion: @escaping (Result<LayerTree, ContentFailure>) -> Void
  ) {
    let content = session.content
    if let upcoming, upcoming.content == content, upcoming.geometry == geometry {
      return start(upcoming, completion)
    }
    upcoming?.stop()
    upcoming = nil
    untold = []
    guard let content else {
      current?.stop()
      current = nil
      noteSetup()
      return completion(.success(LayerTree()))
    }
    if let current, current.content == content, current.geometry == geometry { return start(current, completion) }
    let player = ContentPlayer(content, on: geometry, resources, session: session.identifier)
    upcoming = player
    if let current { player.succeed(current) }
    listen(to: player)
    start(player, completion)
  }

  /// What its schedule says now, if all files can be played: no folder was looked into yet, and each is taken to hold something.
  public func wantsDark(_ session: SceneSession) -> Bool {
    session.content.map(resources.isPowerOff) == true
  }

  /// Makes what is due now, and throws it away.
  public func tryContent(
    _ content: ContentDescription, for geometry: OutputGeometry, completion: @escaping (ContentFailure?) -> Void
  ) {
    var resources = resources
    resources.plays = nil
    let player = ContentPlayer(content, on: geometry, resources)
    // It lives until it has answered.
    player.start { result in
      player.stop()
      if case .failure(let failure) = result { completion(failure) } else { completion(nil) }
    }
  }

  private func start(_ player: ContentPlayer, _ completion: @escaping (Result<LayerTree, ContentFailure>) -> Void) {
    player.start { [weak self] result in
      completion(result)
      self?.rest()
    }
  }

  private func listen(to player: ContentPlayer) {
    player.didChange = { [weak self, weak player] in
      if let player { self?.didChange(player) }
    }
    player.tell = { [weak self] in self?.tell($0) }
    player.darknessDidChange = { [weak self, weak player] isDark in
      guard let self, let scene, let player, player === current, player.content == scene.session.content else { return }
      scene.setDark(isDark)
    }
  }

  private func tell(_ message: String) {
    if let scene { scene.report(message) } else { untold.append(message) }
  }

  private func didChange(_ player: ContentPlayer) {
    if player === current {
      showTree(of: player)
      noteSetup()
    } else if player === upcoming, player.isRefused, player.isPlayable {
      // It could not be shown when it was asked for, and can now, if it is still wanted.
      if player.content == scene?.session.content {
        scene?.setNeedsLayout()
      } else {
        player.stop()
        upcoming = nil
      }
    }
  }

  private func showTree(of player: ContentPlayer) {
    guard let window = scene?.window else { return }
    let tree = player.tree
    guard tree != window.tree else { return }
    // Its animations stand by the screen's refreshes: where those are is known best from a flip shortly before.
    if tree.isAnimated(at: resources.clock.screens.now) { scene?.setNeedsPhase() }
    window.replace(tree)
  }
}
