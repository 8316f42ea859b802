import DisplayRig
import DisplayTypes
import EventLoop
import LifecycleReference
import Presentation
import Scenes
import SimulatedBackend
import Testing

/// A daemon on a simulated device, turned by the test's own thread. Scenes, presenters and device share one clock, which only the test
/// advances.
@MainActor
final class LifecycleRig {
  let household: Household
  let backend: SimulatedBackend
  private(set) var life: DaemonLife
  private let loop: EventLoop
  /// Prepares each life of the daemon.
  private let prepare: (DaemonLife) -> Void
  private var otherModes: Set<String> = []
  private var plugged: [String: Int] = [:]

  private static let millisecond: UInt64 = 1_000_000

  init(_ household: Household = .usual, prepare: @escaping (DaemonLife) -> Void = { _ in }) throws {
    self.household = household
    self.prepare = prepare
    let simulated = try SimulatedLoop(setup: SimulatedSetup(connectors: household.connectors.map(\.name)))
    (loop, backend) = (simulated.loop, simulated.backend)
    let identifiers = Identifiers()
    makeIdentifier = { identifiers.next() }
    life = DaemonLife(
      household, loop: loop, backend: backend, kept: PersistentState(), windowless: ["alarm"], withdrawn: [],
      makeIdentifier: makeIdentifier)
    prepare(life)
    advance(milliseconds: 0)
  }

  private let makeIdentifier: () -> String
  private final class Identifiers {
    private var last = 0
    func next() -> String {
      last += 1
      return "session-\(last)"
    }
  }

  func advance(milliseconds: UInt64) { advance(nanoseconds: milliseconds * Self.millisecond) }

  func advance(nanoseconds: UInt64) { backend.simulatedClock.advance(by: nanoseconds) }

  /// Another daemon starts with the kept state of the last one.
  func restart() {
    life.kill()
    life = DaemonLife(
      household, loop: loop, backend: backend, kept: life.kept, windowless: life.windowless,
      withdrawn: life.withdrawn,
      makeIdentifier: makeIdentifier)
    prepare(life)
    advance(milliseconds: 0)
  }

  /// Performs a step, and gives the daemon its time.
  func perform(_ step: LifeStep) throws {
    life.fuse = step.fuse
    try carryOut(step.kind)
    advance(milliseconds: step.milliseconds)
    life.fuse = nil
  }

  private func carryOut(_ kind: LifeStep.Kind) throws {
    switch kind {
    case .plug(let connector, let display, let isLate):
      let delay = isLate ? SimulatedEDIDDelay(nanoseconds: 300 * Self.millisecond, interim: .guessedModes) : nil
      try perform(.edidDelay(connector, delay))
      try plug(display, into: connector)
      try perform(.edidDelay(connector, nil))
    case .unplug(let connector): try unplug(connector)
    case .flap(let connector):
      guard let display = plugged[connector] else { return }
      try unplug(connector, for: 500)
      try plug(display, into: connector)
    case .move(let connector, let target):
      guard let display = plugged[connector] else { return }
      try unplug(connector, for: 300)
      otherModes.remove(connector)
      try plug(display, into: target)
    case .exchange(let connector, let display):
      plugged[connector] = display
      otherModes.remove(connector)
      try perform(.change(connector, description(of: display, on: connector)))
    case .newModes(let connector):
      guard let display = plugged[connector] else { return }
      if otherModes.remove(connector) == nil { otherModes.insert(connector) }
      try perform(.change(connector, description(of: display, on: connector)))
    case .card(let time):
      try perform(.loseDevice)
      advance(milliseconds: time)
      try perform(.returnDevice)
    case .busy(let connector):
      try perform(.clearFaults(connector))
      try perform(.fault(connector, .refuse(.modeset, .busy, count: 2)))
    case .manifest(let app, let hasScenes): life.reload(app, hasScenes: hasScenes)
    case .register(let app): try life.register(app)
    case .lose(let app): life.system.loseController(of: app)
    case .window(let app, let screen, let isOn): setWindows(of: app, on: screen, isOn)
    case .kill, .wait: break
    case .foreground, .supportOverall, .supportOfApp, .supportOfScreen, .blank, .freeze, .power, .show, .keep, .destroy:
      // A connector that was not probed yet has no screen for a choice.
      do throws(SceneError) { try life.choose(kind) } catch { refusal = "\(error)" }
    }
  }

  /// Why the last choice was refused.
  private(set) var refusal: String?

  private func setWindows(of app: String, on screen: String?, _ isOn: Bool) {
    if screen == nil {
      if isOn { life.windowless.remove(app) } else { life.windowless.insert(app) }
    }
    for (identifier, scene) in life.scenes.sorted(by: { $0.key < $1.key }) where scene.session.app == app {
      guard screen == nil || scene.session.connector == screen, (scene.window != nil) != isOn else { continue }
      life.note(.window(session: identifier, isOn))
      scene.window = isOn ? Window() : nil
    }
  }

  private func plug(_ display: Int, into connector: String) throws {
    plugged[connector] = display
    try perform(.plug(connector, description(of: display, on: connector)))
  }

  private func unplug(_ connector: String, for milliseconds: UInt64 = 0) throws {
    plugged[connector] = nil
    if milliseconds == 0 { otherModes.remove(connector) }
    try perform(.unplug(connector))
    advance(milliseconds: milliseconds)
  }

  private func perform(_ command: SimulatedCommand) throws { _ = try backend.perform(command).get() }

  /// Pictures are tiny, since each is read.
  private func description(of display: Int, on connector: String) -> SimulatedDisplay {
    let size = size(hasOtherModes: otherModes.contains(connector))
    return .synthesized(SynthesizedDisplay(size: size, identity: household.displays[display].identity))
  }

  private func size(hasOtherModes: Bool) -> PixelSize {
    hasOtherModes ? PixelSize(width: 48, height: 32) : PixelSize(width: 64, height: 48)
  }

  /// The state that the daemon reports now.
  func observe() throws -> Observation {
    var screens: [String: Observation.ObservedScreen] = [:]
    for screen in life.system.screens {
      let coordinator = try life.system.find(screen.name)
      screens[screen.name] = Observation.ObservedScreen(
        rule: coordinator.decision.picture.rule ?? "none", serial: screen.snapshot.identity.serial,
        hasOtherModes: screen.snapshot.modes.first?.size == size(hasOtherModes: true), color: try color(on: screen.name)
      )
    }
    var sessions: [String: Observation.Session] = [:]
    for session in life.system.sessions {
      var value: Int64?
      if case .integer(let kept) = session.userInfo.values["n"] { value = kept }
      sessions[session.identifier] = Observation.Session(
        app: session.app, serial: session.identity.serial, connector: session.connector,
        state: session.state.rawValue, value: value)
    }
    return Observation(screens: screens, sessions: sessions)
  }

  /// The colour in the middle of the monitor, where a mirror has no bars; nil while it is dark.
  func color(on connector: String) throws -> Color? {
    guard let pixels = try backend.photograph(connector)?.pixels else { return nil }
    let start = (pixels.size.height / 2 * pixels.size.width + pixels.size.width / 2) * 3
    guard pixels.rgb.count >= start + 3 else { return nil }
    return Color(red: pixels.rgb[start], green: pixels.rgb[start + 1], blue: pixels.rgb[start + 2])
  }
}
