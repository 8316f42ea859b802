import ControlProtocol
import ControlServer
import DisplayTypes
import Logging
import Presentation
import Scenes

/// Sends events to clients and to the log; handles the calls for events.
struct EventsHandler: EventMethods {
  let system: SceneSystem
  let names: ScreenNames
  let waits: ScreenWaits
  let journal: JournalWriter
  let clock: any DisplayClock
  let streams = EventStreams(run: SessionIdentifier.random())
  let log = Logger(label: "marqueed")

  func handle(_ call: EventsCall, _ responder: ControlResponder) throws(ControlError) {
    streams.add(responder, call, now: clock.now.nanoseconds, snapshot: snapshot())
  }

  func handle(_ report: DisplayReport) {
    if case .observed(let record) = report { waits.add(record) }
    // A request may wait for the first frame in a mode.
    if case .presented = report { waits.check() }
  }

  func handle(_ call: WaitCall, _ responder: ControlResponder) throws(ControlError) { waits.add(call, responder) }

  func post(_ event: SceneEvent) {
    var info = EventInfo(event)
    info.label = info.screen.flatMap { names.name(onConnector: $0) }
    info.screenInfo?.label = info.label
    record(event, info)
    if let entry = info.journalEntry { journal.note(entry) }
    // The reason may quote content.
    if case .contentDidFail(let label, _) = event.kind,
      (try? system.session(label.session)).map(system.isPrivate) ?? true
    {
      info.reason = "the content is private and cannot be drawn; the daemon's log has the reason"
    }
    streams.send(info, toObservers: info.withoutPath)
    waits.check()
  }

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
    case .standInDidBegin(let name): log.info("\(name): its scenes stay in a stand-in until a display is connected")
    case .standInDidEnd(let name): log.info("\(name): the stand-in has ended")
    case .screenModesDidChange(let snapshot): log.info("\(snapshot.name): the display has other modes")
    case .screenModeDidChange(let name, let mode):
      log.info("\(name): \(mode.map { ModeNames.plainName(of: $0) } ?? "dark")")
    case .contentDidFail(let label, let message): log.warning("\(label.screen): \(message)")
    case .trouble(let screen, let message): log.warning("\(screen.map { "\($0): " } ?? "")\(message)")
    case .sceneWillConnect(let label):
      log.debug("\(label.screen): scene \(label.configuration) of \(label.app) connects")
    case .sessionWasAskedAgain(let label, let reason):
      log.notice("\(label.screen): \(label.app) is asked again about session \(label.session), because \(reason.words)")
    case .sessionDidDiscard(let label):
      log.info("\(label.screen): session \(label.session) of \(label.app) was discarded")
    case .appDidRegister(let name): log.info("app \(name) has registered")
    case .appDidUnregister(let name): log.info("app \(name) was removed")
    case .appDidLoseController(let name, let loss):
      log.notice("the controller of app \(name) is gone: \(loss.rawValue), by its manifest")
    case .appDidNotAnswer(let label):
      log.warning("\(label.screen): app \(label.app) did not answer in time; it gets its default configuration")
    case .talk(.didBegin(let deck)): log.info("a talk has begun: \(deck)")
    case .talk(.didEnd(let deck)): log.info("the talk has ended: \(deck)")
    case .talk(.didChange): break
    case .alarmDidRaise(let name): log.notice("the alarm \(name) is raised")
    case .alarmDidClear(let name): log.notice("the alarm \(name) has ended")
    case .sceneWillEnterForeground, .sceneDidBecomeActive, .sceneWillResignActive, .sceneDidEnterBackground,
      .sceneDidPresent, .sceneDidUpdate, .sceneDidDisconnect, .appDidBecomeForeground, .inputOwnerDidChange,
      .applicationsDidMove, .displayDidTellPower, .configurationDidReload:
      break
    }
  }
}

nonisolated extension EventInfo {
  init(_ event: SceneEvent) {
    self.init(event: .snapshot, sequence: event.sequence, monotonicNanoseconds: event.time.nanoseconds)
    switch event.kind {
    case .screenDidConnect(let snapshot):
      set(.screenDidConnect, screen: snapshot.name)
      screenInfo = ScreenInfo(snapshot)
    case .screenDidDisconnect(let name): set(.screenDidDisconnect, screen: name)
    case .standInDidBegin(let name): set(.standInDidBegin, screen: name)
    case .standInDidEnd(let name): set(.standInDidEnd, screen: name)
    case .screenModesDidChange(let snapshot):
      set(.screenModesDidChange, screen: snapshot.name)
      modes = ScreenModeInfo.list(snapshot.modes)
      screenInfo = ScreenInfo(snapshot)
    case .screenModeDidChange(let name, let newMode):
      set(.screenModeDidChange, screen: name)
      mode = newMode.map { ScreenModeInfo($0, name: ModeNames.plainName(of: $0)) }
    case .sceneWillConnect(let label): set(.sceneWillConnect, label)
    case .sceneWillEnterForeground(let label): set(.sceneWillEnterForeground, label)
    case .sceneDidBecomeActive(let label): set(.sceneDidBecomeActive, label)
    case .sceneWillResignActive(let label): set(.sceneWillResignActive, label)
    case .sceneDidEnterBackground(let label): set(.sceneDidEnterBackground, label)
    case .sceneDidUpdate(let label): set(.sceneDidUpdate, label)
    case .sceneDidPresent(let label, let record):
      set(.sceneDidPresent, label)
      presented = [PresentedFrame(record, screen: label.screen)]
    case .sceneDidDisconnect(let label, let why): set(.sceneDidDisconnect, label, reason: why.rawValue)
    case .sessionWasAskedAgain(let label, let why): set(.sessionWasAskedAgain, label, reason: why.rawValue)
    case .sessionDidDiscard(let label): set(.sessionDidDiscard, label)
    case .appDidBecomeForeground(let name, let on): set(.appDidBecomeForeground, screen: on, app: name)
    case .inputOwnerDidChange(let name, let isOwned):
      set(.inputOwnerDidChange, app: name, reason: isOwned ? "owned" : "released")
    case .applicationsDidMove(let name, let on): set(.applicationsDidMove, screen: on, app: name)
    case .appDidRegister(let name): set(.appDidRegister, app: name)
    case .appDidUnregister(let name): set(.appDidUnregister, app: name)
    case .appDidLoseController(let name, let loss): set(.appDidLoseController, app: name, reason: loss.rawValue)
    case .appDidNotAnswer(let label): set(.appDidNotAnswer, label)
    case .contentDidFail(let label, let message): set(EventName(rawValue: "contentDidFail"), label, reason: message)
    case .talk(.didBegin(let deck)): set(.talkDidBegin, app: RunningTalk.appName, reason: deck)
    case .talk(.didChange(let what)): set(.talkDidChange, app: RunningTalk.appName, reason: what)
    case .talk(.didEnd(let deck)): set(.talkDidEnd, app: RunningTalk.appName, reason: deck)
    case .alarmDidRaise(let name): set(.alarmDidRaise, reason: name)
    case .alarmDidClear(let name): set(.alarmDidClear, reason: name)
    case .displayDidTellPower(let name, let message): set(.displayDidTellPower, screen: name, reason: message)
    case .configurationDidReload: set(.configurationDidReload)
    case .trouble(let on, let message): set(EventName(rawValue: "screenTrouble"), screen: on, reason: message)
    }
  }

  private mutating func set(_ name: EventName, screen: String? = nil, app: String? = nil, reason: String? = nil) {
    (event, self.screen, self.app, self.reason) = (name, screen, app, reason)
  }

  private mutating func set(_ name: EventName, _ label: SceneLabel, reason: String? = nil) {
    set(name, screen: label.screen, app: label.app, reason: reason)
    (session, scene, role) = (label.session, label.configuration, label.role.rawValue)
  }
}
