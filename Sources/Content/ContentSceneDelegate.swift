package import Composition
package import ContentModel
package import DisplayTypes
internal import Presentation
package import Scenes

/// Shows the content of a session: from the configuration, from `show`, or a temporary one. Each scene of a declared app has a delegate.
package final class ContentSceneDelegate: SceneDelegate, ContentTrialDelegate, ContentReporting {
  private let resources: ContentResources
  private weak var scene: Scene?
  private var current: ContentPlayer?
  /// The player of the newest content, which replaces `current` once the window shows it.
  private var upcoming: ContentPlayer?
  /// Troubles of a player that were found before the scene existed.
  private var pendingMessages: [String] = []
  /// The replacements for a content that cannot be shown, in their order.
  private let substitutes: (ContentDescription) -> [ContentDescription]
  /// Nil while the session's content is shown, or tried.
  private var substitution: Substitution?
  /// Tries the session's content again.
  private var retryTimer: (any DisplayTimer)?
  /// Shows the last substitute if the first picture is late.
  private var lateTimer: (any DisplayTimer)?
  private var retries = Backoff()
  /// Whether the screen is black or frozen.
  private var isCovered = false

  private struct Substitution {
    let content: ContentDescription
    let substitute: ContentDescription
    let reason: String
  }

  package init(
    _ resources: ContentResources, substitutes: @escaping (ContentDescription) -> [ContentDescription] = { _ in [] }
  ) {
    self.resources = resources
    self.substitutes = substitutes
  }

  /// The warning about the picture: characters without a font, a text that does not fit, an incomplete picture, or a substitute.
  package var layoutWarning: String? {
    validSubstitution.map { "\($0.reason); \($0.substitute.value.summary) is shown instead" }
      ?? (upcoming ?? current)?.warning
  }

  /// The substitution, if it belongs to the content that the session has now.
  private var validSubstitution: Substitution? {
    guard let substitution, let scene, substitution.content != scene.session.content else { return substitution }
    return nil
  }

  /// Forgets the failure of an earlier content, so that its reason is not given for this one.
  private func forgetSubstitution(unlessOf content: ContentDescription?) {
    guard let substitution, substitution.content != content else { return }
    self.substitution = nil
    retryTimer = nil
    retries = Backoff()
  }

  /// The session's content, or what is shown instead.
  private func dueContent(of session: SceneSession?) -> ContentDescription? {
    guard let substitution, substitution.content == session?.content else { return session?.content }
    return substitution.substitute
  }

  /// Replaces a content that cannot be shown. Returns false if there is no replacement.
  private func substitute(_ failed: ContentDescription, of session: SceneSession, _ failure: ContentFailure) -> Bool {
    guard let content = session.content else { return false }
    let all = [content] + substitutes(content)
    guard let next = all.drop(while: { $0 != failed }).dropFirst().first else { return false }
    substitution = Substitution(content: content, substitute: next, reason: substitution?.reason ?? failure.message)
    if failed == content { tryAgain(after: retries.next()) }
    return true
  }

  /// A region of a layout that fails is black, so the layout counts as failed.
  private func failure(
    in result: Result<LayerTree, ContentFailure>, of content: ContentDescription
  ) -> ContentFailure? {
    switch result {
    case .failure(let failure): failure
    case .success where content.kind == .layout:
      (upcoming ?? current)?.troubles.first.map { ContentFailure($0, retry: .soon) }
    case .success: nil
    }
  }

  /// The longest time that a first picture is waited for, if there is a substitute.
  private static let latePause: UInt64 = 250_000_000

  /// The last substitute, which needs no other program, takes the place of a first picture that is late. The content is tried again beneath.
  private func watchLateness(of player: ContentPlayer, _ session: SceneSession, then layOut: @escaping () -> Void) {
    guard current == nil, player.isStarting, let content = session.content, let last = substitutes(content).last else {
      return
    }
    let clock = resources.clock.screens
    lateTimer = clock.makeTimer { [weak self, weak player, weak session] in
      guard let self, let player, player === upcoming, player.isStarting, session?.content == content else { return }
      player.stop()
      upcoming = nil
      let reason = substitution?.reason ?? "the content takes longer than \(Self.latePause / 1_000_000) ms to draw"
      substitution = Substitution(content: content, substitute: last, reason: reason)
      tryAgain(after: retries.next())
      layOut()
    }
    lateTimer?.arm(at: clock.now.advanced(by: Self.latePause))
  }

  private func tryAgain(after pause: UInt64) {
    let clock = resources.clock.screens
    retryTimer = clock.makeTimer { [weak self] in
      self?.substitution = nil
      self?.scene?.setNeedsLayout()
    }
    retryTimer?.arm(at: clock.now.advanced(by: pause))
  }

  /// The picture of the newest content, or of the content before it while the newest cannot be shown.
  package var report: ContentReport? {
    guard let scene, scene.state != .background else { return nil }
    guard let upcoming, upcoming.content == dueContent(of: scene.session) else { return current?.report }
    let asked = upcoming.report
    let obstacle = upcoming.obstacle.map { "the requested content cannot be shown now: \($0)" }
    return ContentReport(
      moments: current?.report?.moments ?? asked?.moments ?? [], troubles: asked?.troubles ?? [],
      wait: obstacle ?? "the requested content is still being made")
  }

  /// Includes the troubles of a player that observes its files in the background.
  package var knownTroubles: [String] {
    guard let player = upcoming ?? current, player.content == dueContent(of: scene?.session) else { return [] }
    return player.troubles
  }

  /// Attaches a window with the prepared picture, unless the session wants no window.
  package func sceneWillConnect(_ scene: Scene, options: ConnectionOptions) {
    follow(scene)
    sessionDidChange(of: scene)
  }

  /// Reports to this scene from now on. The scene was laid out before it connects.
  package func follow(_ scene: Scene) {
    self.scene = scene
    for player in [upcoming, current].compactMap(\.self) { observe(player) }
    for message in pendingMessages { scene.report(message) }
    pendingMessages = []
    suspendInBackground()
    reportSetup()
  }

  package func sessionDidChange(of scene: Scene) {
    let attachesWindow = scene.session.attachesWindow ?? true
    guard attachesWindow != (scene.window != nil) else { return }
    scene.window = attachesWindow ? Window() : nil
  }

  package func sceneWillEnterForeground(_ scene: Scene) {
    reportSetup()
    guard let player = upcoming ?? current, player.isPlaying else { return }
    player.start { _ in }
  }

  /// Suspends the players. Their picture is laid out again for the foreground.
  package func sceneDidEnterBackground(_ scene: Scene) {
    isCovered = false
    suspendInBackground()
    reportSetup()
  }

  package func sceneDidBecomeActive(_ scene: Scene) {
    isCovered = false
    reportSetup()
  }

  package func sceneWillResignActive(_ scene: Scene) {
    isCovered = true
    reportSetup()
  }

  /// Reports whether this scene shows a set-up card. A screen that is held at a card needs no other code.
  private func reportSetup() {
    let isSeen = scene?.state == .foregroundActive && scene?.window != nil
    resources.setup.note(isSeen ? current?.cards ?? .init() : .init(), seenIn: ObjectIdentifier(self))
  }

  /// Suspends players in the background, except during a start.
  private func suspendInBackground() {
    guard let scene, scene.state == .background else { return }
    for player in [upcoming, current].compactMap(\.self) where player.isPlaying && !player.isStarting {
      player.suspend()
      scene.setNeedsLayout()
    }
  }

  /// Makes the laid-out player the current one.
  package func sceneDidLayOut(_ scene: Scene, for geometry: OutputGeometry) {
    guard let player = upcoming, player.content == dueContent(of: scene.session), player.geometry == geometry else {
      return
    }
    upcoming = nil
    current?.stop()
    current = player
    showTree(of: player)
    scene.setDark(player.isDark)
    reportSetup()
  }

  package func sceneDidDisconnect(_ scene: Scene, reason: DisconnectReason) {
    for player in [upcoming, current] { player?.stop() }
    upcoming = nil
    current = nil
    self.scene = nil
    retryTimer = nil
    lateTimer = nil
    reportSetup()
  }

  /// Lays out the session's present content. Completes once texts are drawn and pictures are decoded.
  package func prepareFrame(
    of session: SceneSession, for geometry: OutputGeometry,
    completion: @escaping (Result<LayerTree, ContentFailure>) -> Void
  ) {
    forgetSubstitution(unlessOf: session.content)
    let content = dueContent(of: session)
    let answer = { [weak self] (result: Result<LayerTree, ContentFailure>) in
      if let self, let content, let failure = failure(in: result, of: content),
        substitute(content, of: session, failure)
      {
        return prepareFrame(of: session, for: geometry, completion: completion)
      }
      completion(result)
    }
    let resources = resources.confined(session.isConfined)
    if let upcoming, upcoming.content == content, upcoming.geometry == geometry,
      upcoming.isConfined == resources.isConfined
    {
      return start(upcoming, answer)
    }
    upcoming?.stop()
    upcoming = nil
    pendingMessages = []
    guard let content else {
      current?.stop()
      current = nil
      reportSetup()
      return completion(.success(LayerTree()))
    }
    if let current, current.content == content, current.geometry == geometry,
      current.isConfined == resources.isConfined
    {
      return start(current, answer)
    }
    let player = ContentPlayer(content, on: geometry, resources, session: session.identifier)
    upcoming = player
    if let current { player.succeed(current) }
    observe(player)
    start(player, answer)
    watchLateness(of: player, session) { [weak self] in
      self?.prepareFrame(of: session, for: geometry, completion: completion)
    }
  }

  /// Whether the content's schedule switches the power off now. Files are not examined: each counts as playable.
  package func wantsDark(_ session: SceneSession) -> Bool {
    session.content.map(resources.isPowerOff) == true
  }

  package func tryContent(
    _ content: ChosenContent, for geometry: OutputGeometry, completion: @escaping (ContentFailure?) -> Void
  ) {
    var resources = resources.confined(content.isConfined)
    resources.plays = nil
    let player = ContentPlayer(content.description, on: geometry, resources)
    // The closure keeps the player until the answer.
    player.start { result in
      player.stop()
      if case .failure(let failure) = result { completion(failure) } else { completion(nil) }
    }
  }

  private func start(_ player: ContentPlayer, _ completion: @escaping (Result<LayerTree, ContentFailure>) -> Void) {
    player.start { [weak self] result in
      completion(result)
      self?.suspendInBackground()
    }
  }

  private func observe(_ player: ContentPlayer) {
    player.didChange = { [weak self, weak player] in
      if let player { self?.didChange(player) }
    }
    player.reportTrouble = { [weak self] in self?.sendMessage($0) }
    player.isCovered = { [weak self] in self?.isCovered == true }
    player.darknessDidChange = { [weak self, weak player] isDark in
      guard let self, let scene, let player, player === current, player.content == dueContent(of: scene.session) else {
        return
      }
      scene.setDark(isDark)
    }
  }

  private func sendMessage(_ message: String) {
    if let scene { scene.report(message) } else { pendingMessages.append(message) }
  }

  private func didChange(_ player: ContentPlayer) {
    if player === current {
      showTree(of: player)
      reportSetup()
    } else if player === upcoming, player.isRefused, player.isPlayable {
      // The content can be shown now: lay it out if the session still wants it.
      if player.content == dueContent(of: scene?.session) {
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
    // A recent flip gives the best phase between the animations and the screen's refreshes.
    if tree.isAnimated(at: resources.clock.screens.now) { scene?.setNeedsPhase() }
    window.replace(tree)
  }
}
