import DisplayTypes
import LifecycleReference
import Scenes

extension LogEntry.Event {
  /// Converts an event of the daemon.
  init(_ kind: SceneEvent.Kind) {
    func call(_ call: CallOrder.Call, _ label: SceneLabel, _ reason: DisconnectReason? = nil) -> LogEntry.Event {
      .call(SceneCall(call, session: label.session, app: label.app, screen: label.screen, reason: reason?.rawValue))
    }
    switch kind {
    case .screenDidConnect(let snapshot): self = .screenConnected(snapshot.name)
    case .screenDidDisconnect(let name): self = .screenDisconnected(name)
    case .standInDidBegin(let name), .standInDidEnd(let name): self = .trouble("\(name): a stand-in")
    case .screenModesDidChange(let snapshot): self = .screenModes(snapshot.name)
    case .screenModeDidChange(let name, _): self = .screenModes(name)
    case .sceneWillConnect(let label): self = call(.willConnect, label)
    case .sceneWillEnterForeground(let label): self = call(.willEnterForeground, label)
    case .sceneDidBecomeActive(let label): self = call(.didBecomeActive, label)
    case .sceneWillResignActive(let label): self = call(.willResignActive, label)
    case .sceneDidEnterBackground(let label): self = call(.didEnterBackground, label)
    case .sceneDidDisconnect(let label, let reason): self = call(.didDisconnect, label, reason)
    case .sceneDidPresent(let label, _): self = .present(session: label.session)
    case .sceneDidUpdate(let label): self = .update(session: label.session)
    case .sessionDidDiscard(let label): self = .discard(session: label.session)
    case .appDidBecomeForeground(let app, _), .inputOwnerDidChange(let app, _), .applicationsDidMove(let app, _):
      self = .app(app)
    case .appDidRegister(let app), .appDidUnregister(let app), .appDidLoseController(let app, _): self = .app(app)
    case .appDidNotAnswer(let label), .sessionWasAskedAgain(let label, _): self = .app(label.app)
    case .contentDidFail(let label, let message): self = .trouble("\(label.app): \(message)")
    case .displayDidTellPower(let screen, let message): self = .trouble("\(screen): \(message)")
    case .talk: self = .app("talk")
    case .alarmDidRaise(let name), .alarmDidClear(let name): self = .app("alarm:\(name)")
    case .configurationDidReload: self = .app("configuration")
    case .trouble(let screen, let message): self = .trouble("\(screen ?? "all"): \(message)")
    }
  }
}
