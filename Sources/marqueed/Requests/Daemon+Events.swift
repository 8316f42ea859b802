import Content
import ControlProtocol
import ControlServer
import DisplayTypes
import EventLoop
import Logging
import Presentation
import Scenes

extension Daemon {
  /// Hands an event to all who listen, and to the log.
  func post(_ event: SceneEvent) {
    var info = EventInfo(event)
    record(event, info)
    if let entry = info.journalEntry { note(entry) }
    // Why it cannot be drawn may quote it.
    if case .contentDidFail(let label, _) = event.kind, isPrivate(sessionNamed: label.session) {
      info.reason = "what it is to show is private and cannot be drawn; the daemon's log says why"
    }
    streams.send(info, toObservers: info.withoutPath)
    checkWaits()
    talkScreensMayHaveChanged()
  }

  private func isPrivate(sessionNamed identifier: String) -> Bool {
    (try? system.session(identifier)).map(system.isPrivate) ?? true
  }

  /// The full state, as the first event of a stream.
  func snapshotEvent() -> EventInfo {
    EventInfo(
      event: .snapshot, sequence: system.lastEventSequence, monotonicNanoseconds: dayClock.screens.now.nanoseconds,
      snapshot: StateSnapshot(
        screens: screenInfos,
        sessions: system.sessions.map(SessionInfo.init), apps: system.appInfos,
        mainScreen: system.screens.first(where: \.isMain)?.name))
  }

  /// The connected screens, and the one that stands in where there is none.
  var screenInfos: [ScreenInfo] {
    (system.screens + [system.standIn].compactMap(\.self)).map {
      ScreenInfo($0, coordinator: try? system.find($0.name))
    }
  }

  func checkWaits() {
    guard !waits.isEmpty else { return }
    waits.check { reply(to: $0) }
    observeFrames()
  }

  /// Has every frame told of those screens for whose frames somebody waits, and of no other.
  func observeFrames() {
    let names = waits.screensToObserve
    let screens = system.screens.filter { names.contains($0.name) }.map(\.id)
    for order in observedFrames.observe(Set(screens)) { command(order) }
  }

  /// What a wait is answered with, if its condition holds now.
  func reply(to call: WaitCall) -> WaitReply? {
    // What stands in is no display that somebody waits for.
    let found = try? system.find(call.screen)
    let coordinator = found?.screen?.isStandIn == true ? nil : found
    let screen = coordinator?.screen
    let mode = screen.flatMap { screen in screen.currentMode.map { ModeNames(of: screen.availableModes)[$0] } }
    let scene = coordinator?.shownScene
    let observed = (screen.flatMap { observedFrames[$0.id] }).map { PresentedFrame($0, screen: call.screen) }
    var presented = observed ?? coordinator?.lastPresented.map { PresentedFrame($0, screen: call.screen) }
    // It may have become private since that frame.
    if let scene, system.isPrivate(scene.session) { presented?.frame = "" }
    let holds =
      switch call.condition {
      case .connected: screen != nil
      case .disconnected: screen == nil
      case .presented: presented != nil && scene != nil
      case .mode(let wish):
        (mode == wish || screen.map { isInMode($0, wish) } ?? false) && coordinator?.hasShownFirstFrame == true
      case .scene(let name):
        scene.map { [$0.session.identifier, $0.session.app, $0.session.configuration.name].contains(name) } ?? false
      case .sequence(let number): observed.map { $0.sequence >= number } ?? false
      case .frame(let hash): observed?.frame == hash
      }
    guard holds else { return nil }
    return WaitReply(
      screen: call.screen, condition: call.condition, mode: mode, scene: scene?.session.identifier, presented: presented
    )
  }

  private func isInMode(_ screen: Screen, _ text: String) -> Bool {
    guard let mode = screen.currentMode, let wish = try? ModeWish(text) else { return false }
    return ModeSelector.modes(for: wish, in: screen.availableModes).first == mode
  }

  private func record(_ event: SceneEvent, _ info: EventInfo) {
    var log = log
    log[metadataKey: "event"] = .string(info.event.rawValue)
    for (key, value) in [("screen", info.screen), ("app", info.app)] {
      log[metadataKey: key] = value.map { .string($0) }
    }
    switch event.kind {
    case .screenDidConnect(let snapshot):
      let identity = snapshot.identity
      let name = identity.isUnknown ? "a display" : "\(identity.make) \(identity.model)"
      log.info(
        "\(snapshot.name): \(name) connected\(snapshot.edidState == .guessed ? ", its EDID cannot be read yet" : "")")
    case .screenDidDisconnect(let name): log.info("\(name): disconnected")
    case .standInDidBegin(let name): log.info("\(name): its scenes live on until a display is connected")
    case .standInDidEnd(let name): log.info("\(name): the stand-in has ended")
    case .screenModesDidChange(let snapshot): log.info("\(snapshot.name): the display has other modes")
    case .screenModeDidChange(let name, let mode):
      log.info("\(name): \(mode.map { ModeNames.plainName(of: $0) } ?? "dark")")
    case .contentDidFail(let label, let message): log.warning("\(label.screen): \(message)")
    case .trouble(let screen, let message): log.warning("\(screen.map { "\($0): " } ?? "")\(message)")
    case .sceneWillConnect(let label):
      log.debug("\(label.screen): scene \(label.configuration) of \(label.app) connects")
    case .sessionWasAskedAgain(let label, let reason):
      log.notice("\(label.screen): \(label.app) is asked again about session \(label.session), since \(reason.words)")
    case .sessionDidDiscard(let label):
      log.info("\(label.screen): session \(label.session) of \(label.app) is no more")
    case .appDidRegister(let name): log.info("app \(name) has registered")
    case .appDidUnregister(let name): log.info("app \(name) is no more")
    case .appDidLoseController(let name, let loss):
      log.notice("the controller of app \(name) is gone: \(loss.rawValue), as its manifest says")
    case .appDidNotAnswer(let label):
      log.warning("\(label.screen): app \(label.app) was asked and did not answer in time; it gets its default")
    case .talk(.didBegin(let deck)): log.info("a talk has begun: \(deck)")
    case .talk(.didEnd(let deck)): log.info("the talk has ended: \(deck)")
    case .talk(.didChange): break
    case .sceneWillEnterForeground, .sceneDidBecomeActive, .sceneWillResignActive, .sceneDidEnterBackground,
      .sceneDidPresent, .sceneDidUpdate, .sceneDidDisconnect, .appDidBecomeForeground, .inputOwnerDidChange,
      .applicationsDidMove, .displayDidTellPower:
      break
    }
  }
}

/// Requests that wait for a condition on a screen, each with its own end of time.
final class WaitList {
  private final class Entry {
    let call: WaitCall
    let responder: ControlResponder
    var timer: (any DisplayTimer)?

    init(call: WaitCall, responder: ControlResponder) {
      self.call = call
      self.responder = responder
    }
  }

  private let clock: any DisplayClock
  private var entries: [Entry] = []

  init(clock: any DisplayClock) {
    self.clock = clock
  }

  var isEmpty: Bool { entries.isEmpty }

  /// The screens of whose frames somebody waits for one.
  var screensToObserve: Set<String> {
    Set(
      entries.compactMap { entry in
        switch entry.call.condition {
        case .sequence, .frame: entry.call.screen
        case .connected, .disconnected, .presented, .mode, .scene: nil
        }
      })
  }

  /// Called when a wait has ended without `check`.
  var didLose: () -> Void = {}

  /// Waits; `check` says at each change whether the condition holds now.
  func add(_ call: WaitCall, _ responder: ControlResponder) {
    let entry = Entry(call: call, responder: responder)
    responder.onGone = { [weak self, weak entry] in
      self?.entries.removeAll { $0 === entry }
      self?.didLose()
    }
    if let seconds = call.timeoutSeconds {
      entry.timer = clock.makeTimer { [weak self, weak entry] in
        guard let self, let entry, let index = entries.firstIndex(where: { $0 === entry }) else { return }
        entries.remove(at: index)
        didLose()
        entry.responder.fail(.timedOut(screen: call.screen, condition: call.condition.text, seconds: seconds))
      }
      entry.timer?.arm(at: clock.now.advanced(by: UInt64(max(0, min(seconds, 86_400)) * 1_000_000_000)))
    }
    entries.append(entry)
  }

  /// Answers those whose condition holds.
  func check(_ holds: (WaitCall) -> WaitReply?) {
    for entry in entries {
      guard let reply = holds(entry.call) else { continue }
      entries.removeAll { $0 === entry }
      entry.timer?.disarm()
      entry.responder.reply(reply)
    }
  }
}
