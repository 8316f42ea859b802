internal import DisplayTypes

/// The state of a scene for each condition, and the calls that lead there: each once, and none omitted. Pure, and the only source of the
/// delegate's lifecycle calls.
///
/// | condition (the first that fits) | state |
/// |---|---|
/// | its display is gone for 1.5 s; support is off; the screen is the console's; its app has no scene for the screen any more; session destroyed; reclaimed; the daemon ends | unattached, with the reason |
/// | its display is gone for less than 1.5 s | unchanged |
/// | the screen shows another app, an alarm, a mirror or the idle frame, or it has no window | background |
/// | the screen shows it, but has no signal: by power, or because no mode holds | background |
/// | it is shown, but the screen is blank or frozen, or a stand-in | foregroundInactive |
/// | it is shown | foregroundActive |
///
/// VT switches cannot take the card, so the table has no row for them.
nonisolated struct SceneLifecycle: Hashable, Sendable {
  enum Call: Hashable, Sendable {
    case willConnect
    case willEnterForeground
    case didBecomeActive
    case willResignActive
    case didEnterBackground
    case didDisconnect(DisconnectReason)
  }

  /// The states of a connected scene, in rising order.
  enum Phase: Int, Comparable, CaseIterable, Sendable {
    case background
    case foregroundInactive
    case foregroundActive

    static func < (one: Phase, other: Phase) -> Bool { one.rawValue < other.rawValue }

    fileprivate var next: Phase { self == .background ? .foregroundInactive : .foregroundActive }
    fileprivate var previous: Phase { self == .foregroundActive ? .foregroundInactive : .background }
  }

  struct Conditions: Hashable, Sendable {
    /// The screen's decision is this scene, and the scene has a window.
    var isChosen: Bool
    /// The screen has a signal, in a mode that the scene is laid out for.
    var isLit: Bool
    var cover: PictureCover
    /// The screen is a stand-in.
    var isStandIn = false
  }

  /// Nil while it is not connected.
  private(set) var phase: Phase?

  /// The state, as apps and the socket see it.
  var state: SceneState {
    switch phase {
    case nil: .unattached
    case .background: .background
    case .foregroundInactive: .foregroundInactive
    case .foregroundActive: .foregroundActive
    }
  }

  static func phase(under conditions: Conditions) -> Phase {
    guard conditions.isChosen, conditions.isLit else { return .background }
    return conditions.cover.isClear && !conditions.isStandIn ? .foregroundActive : .foregroundInactive
  }

  /// Begins in the background; nil if it is connected already.
  mutating func connect() -> Call? {
    guard phase == nil else { return nil }
    phase = .background
    return .willConnect
  }

  /// Takes one step to another phase; returns its call, or nil if the scene is there or not connected.
  mutating func step(to target: Phase) -> Call? {
    guard let place = phase, place != target else { return nil }
    let isRising = place < target
    let next = isRising ? place.next : place.previous
    phase = next
    return switch (next, isRising) {
    case (.foregroundInactive, true): .willEnterForeground
    case (.foregroundActive, _): .didBecomeActive
    case (.foregroundInactive, false): .willResignActive
    case (.background, _): .didEnterBackground
    }
  }

  /// Takes one step to the end, through the background; nil if the scene is not connected.
  mutating func stepToEnd(_ reason: DisconnectReason) -> Call? {
    guard phase != nil else { return nil }
    if let call = step(to: .background) { return call }
    phase = nil
    return .didDisconnect(reason)
  }
}

#if DEBUG
  /// A fault that a test makes on purpose. Release builds do not have it.
  struct SceneMutation {
    /// Replaces a call and its event.
    var call: ((_ call: SceneLifecycle.Call, _ perform: @escaping () -> Void, _ post: @escaping () -> Void) -> Void)?
    /// Replaces the decision.
    var decide: ((ShownPictureDecision) -> ScreenPicture)?
  }
#endif

/// Makes the lifecycle calls of scenes, and leads scenes that have left their screen to their end.
final class SceneCalls {
  private struct Leaving {
    let scene: Scene
    /// Nil if the scene goes to the background.
    var reason: DisconnectReason?
    var hasBeenAsked = false
  }

  private unowned let system: SceneSystem
  /// Scenes that have left their screen, in this order.
  private var leaving: [Leaving] = []
  #if DEBUG
    /// A fault that a test makes on purpose.
    var mutation: SceneMutation?
  #endif

  init(_ system: SceneSystem) { self.system = system }

  /// Makes a scene leave its screen, with the reason of its end; without a reason it goes to the background.
  func leave(_ scene: Scene, _ reason: DisconnectReason?) { leaving.append(Leaving(scene: scene, reason: reason)) }

  /// Replaces the reason of a scene's end.
  func destroy(_ session: SceneSession) {
    for index in leaving.indices where leaving[index].scene.session === session { leaving[index].reason = .destroyed }
  }

  /// Asks the next scene that is about to end for its activity, which is kept before the end; false if all are asked.
  func askNext() -> Bool {
    guard let index = leaving.firstIndex(where: { !$0.hasBeenAsked }) else { return false }
    leaving[index].hasBeenAsked = true
    let (scene, reason) = (leaving[index].scene, leaving[index].reason)
    guard reason != nil, reason != .destroyed else { return true }
    let activity = system.pass.call { scene.delegate.restorationActivity(of: scene) }
    guard scene.session.activity != activity else { return true }
    scene.session.activity = activity
    system.pass.markKept()
    return true
  }

  /// Leads the next scene that has left its screen to its end, or to the background; false if none is left.
  func endNext() -> Bool {
    guard !leaving.isEmpty else { return false }
    let next = leaving.removeFirst()
    if let reason = next.reason { end(next.scene, reason) } else { lead(next.scene, to: .background) }
    return true
  }

  /// Removes scenes from their screen, and passes their ends to the settle pass; their sessions stay.
  ///
  /// - Parameter detach: removes a scene from its place; false if it has left already.
  func end(_ ended: [Scene], _ reason: DisconnectReason, detach: (Scene) -> Bool) {
    for scene in ended where detach(scene) {
      scene.timing.grid = nil
      scene.owner = nil
      scene.contentTimer = nil
      scene.session.scene = nil
      scene.session.passing.endScene()
      system.layouts.endRefreshes(of: scene, false)
      leave(scene, reason)
    }
  }

  /// Leads a scene to its end; its activity goes to the app's other scenes after all scenes that leave with it have ended.
  private func end(_ scene: Scene, _ reason: DisconnectReason) {
    while let call = scene.lifecycle.stepToEnd(reason) { perform(call, on: scene) }
    guard let activity = scene.session.activity, reason != .destroyed, reason != .shutdown else { return }
    system.pass.notify { [system] in
      for other in system.lifetimes.scenes(of: scene.session.app) { other.delegate.scene(other, continue: activity) }
    }
  }

  /// Leads a connected scene to a phase, through all phases between.
  func lead(_ scene: Scene, to phase: SceneLifecycle.Phase) {
    guard scene.lifecycle.phase != phase else { return }
    if scene.lifecycle.phase == .background { scene.timing.owesFirstFrameEvent = true }
    while let call = scene.lifecycle.step(to: phase) { perform(call, on: scene) }
    guard phase == .background else { return }
    scene.timing.grid = nil
    scene.backgroundOrder = system.pass.numbers.next()
    scene.timing.owesFirstFrameEvent = false
    scene.layout.prepared = nil
    system.layouts.answerInBackground(scene)
  }

  /// Connects a scene; its changes count from then on. The request that made its session ends if its app receives the call.
  func connect(_ scene: Scene, _ options: ConnectionOptions, to owner: any SceneOwner) {
    scene.owner = owner
    scene.timing.clock = system.clock
    if let call = scene.lifecycle.connect() { perform(call, on: scene, options) }
    if scene.session.attachesWindow == false { scene.window = nil }
    if scene.session.request != nil, system.app(scene.session.app)?.receivesCalls == true {
      scene.session.request = nil
      system.pass.markKept()
    }
    scene.backgroundOrder = system.pass.numbers.next()
    scene.hasConnected = true
  }

  /// Makes a call, and posts its event after it.
  ///
  /// - Parameter options: those of a connection.
  func perform(_ call: SceneLifecycle.Call, on scene: Scene, _ options: ConnectionOptions? = nil) {
    let label = label(of: scene.session)
    let delegate = scene.delegate
    let (body, event): (() -> Void, SceneEvent.Kind) =
      switch call {
      case .willConnect:
        ({ if let options { delegate.sceneWillConnect(scene, options: options) } }, .sceneWillConnect(label))
      case .willEnterForeground: ({ delegate.sceneWillEnterForeground(scene) }, .sceneWillEnterForeground(label))
      case .didBecomeActive: ({ delegate.sceneDidBecomeActive(scene) }, .sceneDidBecomeActive(label))
      case .willResignActive: ({ delegate.sceneWillResignActive(scene) }, .sceneWillResignActive(label))
      case .didEnterBackground: ({ delegate.sceneDidEnterBackground(scene) }, .sceneDidEnterBackground(label))
      case .didDisconnect(let reason):
        ({ delegate.sceneDidDisconnect(scene, reason: reason) }, .sceneDidDisconnect(label, reason))
      }
    #if DEBUG
      if let mutant = mutation?.call {
        return mutant(call, { [system] in system.pass.call(body) }, { [system] in system.pass.send(event) })
      }
    #endif
    system.pass.call(body, then: event)
  }

  func label(of session: SceneSession) -> SceneLabel {
    SceneLabel(
      session: session.identifier, app: session.app, role: session.role, configuration: session.configuration.name,
      screen: session.connector)
  }
}
