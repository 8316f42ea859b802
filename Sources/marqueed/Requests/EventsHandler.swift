import ControlProtocol
import ControlServer
import DisplayTypes
import Logging
import Presentation
import Scenes

/// Sends events to all who listen, and to the log; handles the calls for that.
struct EventsHandler: EventMethods {
  let system: SceneSystem
  let waits: ScreenWaits
  let journal: JournalWriter
  let clock: any DisplayClock
  let streams = EventStreams(run: SessionIdentifier.random())
  let log = Logger(label: "marqueed")

  func handle(_ call: EventsCall, _ responder: ControlResponder) throws(ControlError) {
    streams.add(responder, call, now: clock.now.nanoseconds, snapshot: snapshot())
  }

  func handle(_ call: WaitCall, _ responder: ControlResponder) throws(ControlError) { waits.add(call, responder) }

  /// Hands an event to all who listen, and to the log.
  func post(_ event: SceneEvent) {
    var info = EventInfo(event)
    record(event, info)
    if let entry = info.journalEntry { journal.note(entry) }
    // Why it cannot be drawn may quote it.
    if case .contentDidFail(let label, _) = event.kind, isPrivate(sessionNamed: label.session) {
      info.reason = "what it is to show is private and cannot be drawn; the daemon's log says why"
    }
    streams.send(info, toObservers: info.withoutPath)
    waits.check()
  }

  private func isPrivate(sessionNamed identifier: String) -> Bool {
    (try? system.session(identifier)).map(system.isPrivate) ?? true
  }

  /// The full state, as the first event of a stream.
  private func snapshot() -> EventInfo {
    EventInfo(
      event: .snapshot, sequence: system.lastEventSequence, monotonicNanoseconds: clock.now.nanoseconds,
      snapshot: StateSnapshot(
        screens: system.screenInfos,
        sessions: system.sessions.map(SessionInfo.init), apps: system.appInfos,
        mainScreen: system.screens.first(where: \.isMain)?.name))
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
