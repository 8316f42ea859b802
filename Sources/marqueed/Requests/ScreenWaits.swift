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

    init(call: WaitCall, responder: ControlResponder) {
      self.call = call
      self.responder = responder
    }
  }

  private let system: SceneSystem
  private let displays: DisplayThread
  private let clock: any DisplayClock
  private var entries: [Entry] = []
  /// The screens whose frames are observed, with the newest frame of each.
  private var observed: Set<ScreenID> = []
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
    if observed.contains(record.screen) { newest[record.screen] = record }
    check()
  }

  /// Answers the requests whose condition now holds.
  func check() {
    guard !entries.isEmpty else { return }
    for entry in entries {
      guard let reply = reply(to: entry.call) else { continue }
      entries.removeAll { $0 === entry }
      entry.timer?.disarm()
      entry.responder.reply(reply)
    }
    observeFrames()
  }

  private func wait(_ call: WaitCall, _ responder: ControlResponder) {
    let entry = Entry(call: call, responder: responder)
    responder.onGone = { [weak self, weak entry] in
      self?.entries.removeAll { $0 === entry }
      self?.observeFrames()
    }
    if let seconds = call.timeoutSeconds {
      entry.timer = clock.makeTimer { [weak self, weak entry] in
        guard let self, let entry, let index = entries.firstIndex(where: { $0 === entry }) else { return }
        entries.remove(at: index)
        observeFrames()
        entry.responder.fail(.timedOut(screen: call.screen, condition: call.condition.text, seconds: seconds))
      }
      entry.timer?.arm(at: clock.now.advanced(by: UInt64(max(0, min(seconds, 86_400)) * 1_000_000_000)))
    }
    entries.append(entry)
  }

  /// Observes only the screens for whose frames a request waits.
  private func observeFrames() {
    let names = Set(
      entries.compactMap { entry in
        switch entry.call.condition {
        case .sequence, .frame: entry.call.screen
        case .connected, .disconnected, .presented, .mode, .scene: nil
        }
      })
    let screens = Set(system.screens.filter { names.contains($0.name) }.map(\.id))
    for screen in screens.subtracting(observed) { displays.send(.observe(screen, true)) }
    for screen in observed.subtracting(screens) {
      newest[screen] = nil
      displays.send(.observe(screen, false))
    }
    observed = screens
  }

  private func reply(to call: WaitCall) -> WaitReply? {
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
      }
    guard holds else { return nil }
    return WaitReply(
      screen: call.screen, condition: call.condition, mode: mode, scene: scene?.session.identifier,
      presented: [presented].compactMap(\.self))
  }

  private func isInMode(_ screen: Screen, _ text: String) -> Bool {
    guard let mode = screen.currentMode, let wish = try? ModeWish(text) else { return false }
    return ModeSelector.modes(for: wish, in: screen.availableModes).first == mode
  }
}
