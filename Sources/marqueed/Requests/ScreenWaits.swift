import ControlProtocol
import ControlServer
import DisplayTypes
import Presentation
import Scenes

/// Requests that wait for a condition on a screen, each with its own timeout.
final class ScreenWaits {
  private final class Entry {
    let call: WaitCall
    let responder: ControlResponder
    var timer: (any DisplayTimer)?
    /// For `stable`: the end of the time without a new frame, which begins with the newest frame.
    var quiet: (any DisplayTimer)?
    var newestFrame: MonotonicTime?
    var isStable = false

    init(call: WaitCall, responder: ControlResponder) {
      self.call = call
      self.responder = responder
    }

    func end() {
      timer?.disarm()
      quiet?.disarm()
    }
  }

  private let system: SceneSystem
  private let displays: DisplayThread
  private let clock: any DisplayClock
  private var entries: [Entry] = []
  /// The screens whose frames are observed, with the pixels that are compared, and the newest frame of each.
  private var observed: [ScreenID: Set<PixelPoint>] = [:]
  private var newest: [ScreenID: FlipRecord] = [:]

  init(system: SceneSystem, displays: DisplayThread, clock: any DisplayClock) {
    self.system = system
    self.displays = displays
    self.clock = clock
  }

  /// Answers when the condition holds, perhaps immediately.
  func add(_ call: WaitCall, _ responder: ControlResponder) {
    if let reply = reply(to: call) { responder.reply(reply) } else { wait(call, responder) }
    observeFrames()
  }

  func add(_ record: FlipRecord) {
    if observed[record.screen] != nil {
      newest[record.screen] = record
      for entry in entries where isStableWait(entry, on: record.screen) { startQuiet(entry) }
    }
    check()
  }

  private func isStableWait(_ entry: Entry, on screen: ScreenID) -> Bool {
    entry.call.condition == .stable && system.screens.contains { $0.id == screen && $0.name == entry.call.screen }
  }

  /// Begins the time without a new frame. One timer serves all frames of a moving picture: at its end it looks at the newest frame.
  private func startQuiet(_ entry: Entry) {
    let isArmed = entry.newestFrame != nil
    entry.newestFrame = clock.now
    if !isArmed { armQuiet(entry) }
  }

  private func armQuiet(_ entry: Entry) {
    guard let newest = entry.newestFrame else { return }
    let time = UInt64((entry.call.forSeconds ?? Self.usualQuiet) * 1_000_000_000)
    let end = newest.advanced(by: time)
    guard clock.now < end else {
      entry.newestFrame = nil
      entry.isStable = true
      check()
      // Without a scene on the screen, the next frame begins the time again.
      entry.isStable = false
      return
    }
    let timer =
      entry.quiet
      ?? clock.makeTimer { [weak self, weak entry] in
        if let self, let entry { armQuiet(entry) }
      }
    entry.quiet = timer
    timer.arm(at: end)
  }

  private static let usualQuiet = 0.5

  /// Answers the requests whose condition now holds.
  func check() {
    guard !entries.isEmpty else { return }
    for entry in entries {
      guard let reply = reply(to: entry.call, isStable: entry.isStable) else { continue }
      entries.removeAll { $0 === entry }
      entry.end()
      entry.responder.reply(reply)
    }
    observeFrames()
  }

  private func wait(_ call: WaitCall, _ responder: ControlResponder) {
    let entry = Entry(call: call, responder: responder)
    responder.onGone = { [weak self, weak entry] in
      entry?.end()
      self?.entries.removeAll { $0 === entry }
      self?.observeFrames()
    }
    if let seconds = call.timeoutSeconds {
      entry.timer = clock.makeTimer { [weak self, weak entry] in
        guard let self, let entry, let index = entries.firstIndex(where: { $0 === entry }) else { return }
        entries.remove(at: index)
        entry.end()
        let newest = newest
        observeFrames()
        entry.responder.fail(
          .timedOut(
            screen: call.screen, condition: call.condition.text, seconds: seconds, seen: sight(of: call, newest)))
      }
      entry.timer?.arm(at: clock.now.advanced(by: UInt64(max(0, min(seconds, 86_400)) * 1_000_000_000)))
    }
    entries.append(entry)
    // Another request may observe the screen already. Then no first frame is reported to this one.
    if call.condition == .stable, let screen = system.screens.first(where: { $0.name == call.screen }),
      newest[screen.id] != nil
    {
      startQuiet(entry)
    }
  }

  /// Observes only the screens for whose frames a request waits.
  private func observeFrames() {
    var wanted: [ScreenID: Set<PixelPoint>] = [:]
    for entry in entries {
      let point: PixelPoint?
      switch entry.call.condition {
      case .sequence, .frame, .stable: point = nil
      case .pixel(let x, let y, _): point = PixelPoint(x: x, y: y)
      case .connected, .disconnected, .presented, .mode, .scene: continue
      }
      for screen in system.screens where screen.name == entry.call.screen {
        wanted[screen.id, default: []].formUnion(point.map { [$0] } ?? [])
      }
    }
    for (screen, points) in wanted where observed[screen] != points {
      displays.send(.observe(screen, true, points: Array(points)))
    }
    for screen in observed.keys where wanted[screen] == nil {
      newest[screen] = nil
      displays.send(.observe(screen, false))
    }
    observed = wanted
  }

  private func reply(to call: WaitCall, isStable: Bool = false) -> WaitReply? {
    // A stand-in is not a display.
    let found = try? system.find(call.screen)
    let coordinator = found?.screen?.isStandIn == true ? nil : found
    let screen = coordinator?.screen
    let mode = screen.flatMap { screen in
      screen.currentMode.map { ScreenModeInfo($0, name: ModeNames(of: screen.availableModes)[$0]) }
    }
    let scene = coordinator?.shownScene
    let observed = (screen.flatMap { newest[$0.id] }).map { PresentedFrame($0, screen: call.screen) }
    var presented = observed ?? coordinator?.lastPresented.map { PresentedFrame($0, screen: call.screen) }
    // The scene may have become private after that frame.
    if let scene, system.isPrivate(scene.session) { presented?.frame = "" }
    let holds =
      switch call.condition {
      case .connected: screen != nil
      case .disconnected: screen == nil
      case .presented: presented != nil && scene != nil
      case .mode(let wish):
        (mode?.name == wish || screen.map { isInMode($0, wish) } ?? false) && coordinator?.hasShownFirstFrame == true
      case .scene(let name):
        scene.map { [$0.session.identifier, $0.session.app, $0.session.configuration.name].contains(name) } ?? false
      case .sequence(let number): observed.map { $0.sequence >= number } ?? false
      case .frame(let hash): observed?.frame == hash
      case .stable: isStable && observed != nil && scene != nil
      case .pixel(let x, let y, let color):
        screen.flatMap { newest[$0.id]?.captured?.color(at: PixelPoint(x: x, y: y)) }.flatMap { found in
          Color(color).map { found.difference(from: $0) <= call.tolerance ?? 0 }
        } ?? false
      }
    guard holds else { return nil }
    return WaitReply(
      screen: call.screen, condition: call.condition, mode: mode, scene: scene?.session.identifier,
      presented: [presented].compactMap(\.self))
  }

  /// What the screen shows instead of the condition, as a sentence.
  ///
  /// - Parameter newest: the newest frame of each observed screen.
  private func sight(of call: WaitCall, _ newest: [ScreenID: FlipRecord]) -> String {
    let found = try? system.find(call.screen)
    guard let coordinator = found, let screen = coordinator.screen, !screen.isStandIn else {
      return "no display is connected"
    }
    let frame = newest[screen.id]
    let isPrivate = coordinator.shownScene.map { system.isPrivate($0.session) } ?? false
    switch call.condition {
    case .connected, .disconnected: return "a display is connected"
    case .mode:
      let names = ModeNames(of: screen.availableModes)
      return screen.currentMode.map { "the mode is \(names[$0])" } ?? "the screen has no mode"
    case .scene:
      let scene = coordinator.shownScene?.session
      return scene.map { "the scene of the app \($0.app) is shown" } ?? "no scene is shown"
    case .sequence: return frame.map { "the newest frame is \($0.sequence)" } ?? "no frame came"
    case .frame:
      guard !isPrivate else { return "the picture is private" }
      return frame.map { "the newest frame is \(PresentedFrame($0, screen: call.screen).frame)" } ?? "no frame came"
    case .pixel(let x, let y, _):
      let color = frame?.captured?.color(at: PixelPoint(x: x, y: y))
      return color.map { "the pixel is \($0.hexadecimal)" } ?? "the newest frame has no such pixel"
    case .presented, .stable:
      guard coordinator.shownScene != nil else { return coordinator.whyNothingIsShown.reason }
      return frame.map { "frames came until \($0.sequence)" } ?? "no frame came"
    }
  }

  private func isInMode(_ screen: Screen, _ text: String) -> Bool {
    guard let mode = screen.currentMode, let wish = try? ModeWish(text) else { return false }
    return ModeSelector.modes(for: wish, in: screen.availableModes).first == mode
  }
}
