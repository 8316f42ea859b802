import Composition
import DisplayRig
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// A scene system whose display thread is the test: it reads every command and chooses its result.
@MainActor
final class SystemRig {
  private(set) lazy var system = SceneSystem(
    clock: clock,
    outlets: SceneSystem.Outlets(
      command: { [unowned self] in commands.append($0) }, event: { [unowned self] in events.append($0) },
      persist: { [unowned self] in kept = $0 }, giveUp: { [unowned self] in gaveUp.append($0) },
      makeIdentifier: { [unowned self] in
        identifiers += 1
        return "session-\(identifiers)"
      }, wallSeconds: { [unowned self] in day.map { $0 * 86_400 } }), policy: policy, apps: apps, state: state)
  private(set) var events: [SceneEvent] = []
  /// The events of apps, in order.
  var names: [String] {
    events.compactMap { event in
      switch event.kind {
      case .appDidRegister: "appDidRegister"
      case .appDidUnregister: "appDidUnregister"
      case .appDidLoseController: "appDidLoseController"
      case .appDidNotAnswer: "appDidNotAnswer"
      case .talk: "talk"
      case .sceneWillConnect, .sceneWillEnterForeground, .sceneDidBecomeActive, .sceneWillResignActive,
        .sceneDidEnterBackground, .sceneDidDisconnect:
        "scene"
      default: nil
      }
    }
  }

  private(set) var kept: PersistentState? { didSet { keptCount += 1 } }
  /// How often the state was kept.
  private(set) var keptCount = 0
  /// Why the daemon should end.
  private(set) var gaveUp: [String] = []
  /// Screens are turned off only by `endTurnOffs()`.
  var holdsTurnOffs = false
  private var heldTurnOffs: [(ScreenID, CommitToken)] = []
  /// Screens with a frozen picture, as the display thread sees it.
  private(set) var frozen: Set<ScreenID> = []
  /// Commands without an answer so far.
  private(set) var commands: [DisplayCommand] = []
  /// Whether each screen is already in the tested mode.
  var showsMode = false
  /// Modes that the device refuses to set, by size.
  var refusedSizes: Set<PixelSize> = []
  /// How often the device is still too busy for a modeset.
  var busyModesets = 0
  /// Whether modesets stay unfinished until `endModesets()`.
  var holdsModesets = false
  /// The modesets that were asked for, by size.
  private(set) var modesets: [PixelSize] = []
  /// Modesets that have not ended.
  private var held: [(ScreenID, CommitToken, PixelSize, LayerTree)] = []
  /// The applied modes, as the display thread sees them.
  private var inForce: [ScreenID: CommitToken] = [:]
  private var snapshots: [ScreenID: ScreenSnapshot] = [:]
  /// How often a screen was to be turned off.
  private(set) var turnOffs = 0
  private let policy: ScreenPolicy
  private let apps: [App]
  private let state: PersistentState
  private let clock = ManualClock()
  /// The day of the wall clock, counted from 1970; nil while the clock is not trusted.
  var day: Int64? = 20_000
  private var identifiers = 0

  init(policy: ScreenPolicy = ScreenPolicy(), apps: [App], state: PersistentState = PersistentState()) {
    self.policy = policy
    self.apps = apps
    self.state = state
  }

  static func mode(_ width: UInt16, _ height: UInt16, isPreferred: Bool = false, hertz: UInt32 = 60) -> ScreenMode {
    let total = (UInt32(width) + 160) * (UInt32(height) + 30)
    return ScreenMode(
      clockKilohertz: total * hertz / 1000,
      horizontal: ModeTiming(display: width, syncStart: width + 48, syncEnd: width + 80, total: width + 160),
      vertical: ModeTiming(display: height, syncStart: height + 3, syncEnd: height + 8, total: height + 30),
      isPreferred: isPreferred)
  }

  /// Plugs a display in, without an answer to its commands.
  func connect(_ number: UInt64, serial: String) {
    let snapshot = ScreenSnapshot(
      id: ScreenID(rawValue: number), name: "HDMI-A-\(number)", device: "test", placement: .external,
      identity: DisplayIdentity(make: "TST", model: "Rig", serial: serial),
      modes: [Self.mode(1280, 720, isPreferred: true), Self.mode(800, 600)], edid: Array(serial.utf8),
      edidState: .settled)
    snapshots[snapshot.id] = snapshot
    system.handle(.screens([.connected(snapshot)]))
  }

  /// Plugs a display in, and answers its commands at once.
  func plug(
    _ number: UInt64 = 1, name: String? = nil, serial: String = "1", identity: DisplayIdentity? = nil,
    placement: ConnectorPlacement = .external, isGuessed: Bool = false,
    modes: [ScreenMode] = [mode(1280, 720, isPreferred: true), mode(800, 600)]
  ) {
    let snapshot = ScreenSnapshot(
      id: ScreenID(rawValue: number), name: name ?? "HDMI-A-\(number)", device: "test", placement: placement,
      identity: identity ?? DisplayIdentity(make: "TST", model: "Rig", serial: serial), modes: modes,
      edid: isGuessed ? [] : Array(serial.utf8) + [UInt8(modes.count)], edidState: isGuessed ? .guessed : .settled)
    snapshots[snapshot.id] = snapshot
    system.handle(.screens([.connected(snapshot)]))
    answer()
  }

  /// Plugs equal displays in with one report, and answers its commands at once.
  func plug(together numbers: [UInt64], serial: String) {
    let modes = [Self.mode(1280, 720, isPreferred: true), Self.mode(800, 600)]
    let found = numbers.map { number in
      ScreenSnapshot(
        id: ScreenID(rawValue: number), name: "HDMI-A-\(number)", device: "test", placement: .external,
        identity: DisplayIdentity(make: "TST", model: "Rig", serial: serial), modes: modes,
        edid: Array(serial.utf8) + [UInt8(modes.count)], edidState: .settled)
    }
    for snapshot in found { snapshots[snapshot.id] = snapshot }
    system.handle(.screens(found.map { .connected($0) }))
    answer()
  }

  /// Another display is on a connector, without a probe of the empty connector. A guessed one has no identity yet.
  func exchange(_ number: UInt64 = 1, serial: String, isGuessed: Bool = false) {
    guard var snapshot = snapshots[ScreenID(rawValue: number)] else { return }
    snapshot.identity = isGuessed ? .unknown : DisplayIdentity(make: "TST", model: "Rig", serial: serial)
    snapshot.edid = isGuessed ? [] : Array(serial.utf8) + [UInt8(snapshot.modes.count)]
    snapshot.edidState = isGuessed ? .guessed : .settled
    snapshots[snapshot.id] = snapshot
    system.handle(.screens([.changed(snapshot)]))
    answer()
  }

  /// A display reports its identity later than it was plugged in.
  func settle(_ number: UInt64 = 1, serial: String, modes: [ScreenMode]? = nil) {
    guard var snapshot = snapshots[ScreenID(rawValue: number)] else { return }
    if let modes { snapshot.modes = modes }
    snapshot.identity = DisplayIdentity(make: "TST", model: "Rig", serial: serial)
    snapshot.edid = Array(serial.utf8) + [UInt8(snapshot.modes.count)]
    snapshot.edidState = .settled
    snapshots[snapshot.id] = snapshot
    system.handle(.screens([.changed(snapshot)]))
    answer()
  }

  /// The link of a display fails or works again, without an answer to the commands.
  func setLink(_ number: UInt64 = 1, isBad: Bool) {
    guard var snapshot = snapshots[ScreenID(rawValue: number)] else { return }
    snapshot.isLinkBad = isBad
    snapshots[snapshot.id] = snapshot
    system.handle(.screens([.changed(snapshot)]))
  }

  /// The flips of a screen stall.
  func stall(_ number: UInt64 = 1) {
    guard let token = inForce[ScreenID(rawValue: number)] else { return }
    system.handle(.stalled(ScreenID(rawValue: number), token))
    answer()
  }

  /// The display thread has another mode, or none, and the main thread does not know that yet.
  func loseMode(_ number: UInt64 = 1) { inForce[ScreenID(rawValue: number)] = nil }

  /// Answers the newest picture that a caller waits for with the loss of the device.
  func refusePicture(_ number: UInt64 = 1) {
    let screen = ScreenID(rawValue: number)
    for command in commands.reversed() {
      guard case .present(screen, _, _, _, let request?) = command else { continue }
      commands = []
      let error = DisplayError(code: .deviceLost, operation: "flip", device: "test", errno: 19)
      return system.handle(.refused(screen, [request], error))
    }
  }

  func isLit(_ number: UInt64) -> Bool { inForce[ScreenID(rawValue: number)] != nil }

  /// The turn-offs that were held end.
  func endTurnOffs(_ error: DisplayError? = nil) {
    let ended = heldTurnOffs
    heldTurnOffs = []
    for (screen, token) in ended {
      system.handle(.turnedOff(screen, token, error.map { .failure($0) } ?? .success(outcome)))
    }
    answer()
  }

  /// The held modesets succeed. Only the newest of a screen is reported.
  func endModesets() {
    let ended = held
    held = []
    for (index, (screen, token, size, tree)) in ended.enumerated() {
      guard !ended[(index + 1)...].contains(where: { $0.0 == screen }) else { continue }
      configured(screen, token, size, tree)
    }
    answer()
  }

  private var outcome: CommitOutcome {
    CommitOutcome(
      capabilities: OutputCapabilities(hasVBlank: true, updatesInPlace: false), started: clock.now, ended: clock.now,
      wasModeset: true)
  }

  private func configured(_ screen: ScreenID, _ token: CommitToken, _ size: PixelSize, _ tree: LayerTree) {
    inForce[screen] = token
    shown[screen, default: []].append((size, tree))
    system.handle(.configured(screen, token, .success(outcome)))
  }

  private func configure(_ screen: ScreenID, _ token: CommitToken, _ size: PixelSize, _ tree: LayerTree) {
    modesets.append(size)
    var code: DisplayError.Code?
    if busyModesets > 0 {
      busyModesets -= 1
      code = .busy
    } else if refusedSizes.contains(size) {
      code = .refused
    }
    if let code {
      let error = DisplayError(code: code, operation: "set the mode", device: "test")
      system.handle(.configured(screen, token, .failure(error)))
    } else if holdsModesets {
      held.append((screen, token, size, tree))
    } else {
      configured(screen, token, size, tree)
    }
  }

  func unplug(_ number: UInt64 = 1) {
    system.handle(.screens([.disconnected(ScreenID(rawValue: number))]))
    answer()
  }

  func advance(milliseconds: UInt64) {
    clock.advance(nanoseconds: milliseconds * 1_000_000)
    answer()
  }

  /// The timers in use.
  var timerCount: Int { clock.timerCount }

  /// The timers with a deadline.
  var armedTimerCount: Int { clock.armedTimerCount }

  /// Milliseconds of the clock.
  var milliseconds: UInt64 { clock.now.nanoseconds / 1_000_000 }

  func coordinator(_ name: String = "HDMI-A-1") throws -> ScreenCoordinator { try system.find(name) }

  /// The screens that count the frames of another screen.
  private(set) var follows: [(screen: ScreenID, source: ScreenID?)] = []

  /// The pointers that screens show, and how many commands said so.
  private(set) var pointers: [ScreenID: PointerPlace] = [:]
  private(set) var pointerMoves = 0

  /// The screens of each command that shows several pictures at once.
  private(set) var together: [[ScreenID]] = []

  /// The trees for a screen since the last call. They include the first tree of each modeset.
  private(set) var shown: [ScreenID: [(mode: PixelSize, tree: LayerTree)]] = [:]

  func takeShown(_ number: UInt64 = 1) -> [Color] {
    defer { shown[ScreenID(rawValue: number)] = [] }
    return (shown[ScreenID(rawValue: number)] ?? []).map(\.tree.background)
  }

  /// The number of trees for a screen since `clearShown`.
  func frameCount(_ number: UInt64) -> Int { shown[ScreenID(rawValue: number)]?.count ?? 0 }

  func clearShown() { shown = [:] }

  func lastShown(_ number: UInt64 = 1) -> LayerTree? { shown[ScreenID(rawValue: number)]?.last?.tree }

  /// Answers the current commands, but not those that follow.
  func answerOnce() { answer(atMost: commands.count) }

  /// Answers the first command.
  func answerNext() { answer(atMost: 1) }

  /// Accepts every command except those with `refusedSizes`, until there are none.
  func answer() {
    answer(atMost: 1000)
    #expect(commands.isEmpty, "the system does not settle")
  }

  private func answer(atMost count: Int) {
    for _ in 0..<count where !commands.isEmpty {
      let command = commands.removeFirst()
      switch command {
      case .test(let screen, let token, _):
        var outcome = outcome
        outcome.showsMode = showsMode
        system.handle(.tested(screen, token, .success(outcome)))
      case .configure(let screen, let token, let mode, let geometry, let tree):
        #expect(geometry.mode == mode.size)
        configure(screen, token, mode.size, tree)
      case .present(let screen, let token, let geometry, let tree, let request):
        let isInForce = inForce[screen] == token
        if isInForce { shown[screen, default: []].append((geometry.mode, tree)) }
        let record = FlipRecord(
          screen: screen, sequence: 1, timestamp: clock.now, isEstimated: false,
          ending: isInForce ? .presented : .discarded)
        if let request { system.handle(.presented([request], record)) }
      case .presentTogether(let orders):
        together.append(orders.map(\.screen))
        commands.insert(
          contentsOf: orders.map { .present($0.screen, $0.token, $0.geometry, $0.tree, $0.request) }, at: 0)
      case .freeze(let screen, true): frozen.insert(screen)
      case .freeze(let screen, false): frozen.remove(screen)
      case .movePointer(let screen, let place):
        pointers[screen] = place
        pointerMoves += 1
      case .capture, .observe: break
      case .follow(let screen, let source): follows.append((screen, source))
      case .turnOff(let screen, let token):
        turnOffs += 1
        shown[screen] = []
        inForce[screen] = nil
        pointers[screen] = nil
        if holdsTurnOffs {
          heldTurnOffs.append((screen, token))
          continue
        }
        system.handle(.turnedOff(screen, token, .success(outcome)))
      }
    }
  }
}
