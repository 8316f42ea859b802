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
    record(event)
    streams.send(EventInfo(event))
    checkWaits()
  }

  /// The full state, as the first event of a stream.
  func snapshotEvent() -> EventInfo {
    EventInfo(
      event: .snapshot, sequence: system.lastEventSequence, monotonicNanoseconds: MonotonicTime.now.nanoseconds,
      snapshot: StateSnapshot(
        screens: system.screens.map { ScreenInfo($0, coordinator: try? system.find($0.name)) },
        sessions: system.sessions.map(SessionInfo.init), apps: system.appInfos,
        mainScreen: system.screens.first(where: \.isMain)?.name))
  }

  func checkWaits() {
    guard !waits.isEmpty else { return }
    waits.check { reply(to: $0) }
  }

  /// What a wait is answered with, if its condition holds now.
  func reply(to call: WaitCall) -> WaitReply? {
    let coordinator = try? system.find(call.screen)
    let screen = coordinator?.screen
    let mode = screen.flatMap { screen in screen.currentMode.map { ModeNames(of: screen.availableModes)[$0] } }
    let scene = coordinator?.shownScene
    let presented = coordinator?.lastPresented.map { PresentedFrame($0, screen: call.screen) }
    let holds =
      switch call.condition {
      case .connected: screen != nil
      case .disconnected: screen == nil
      case .presented: presented != nil && scene != nil
      case .mode(let name): mode == name || screen?.currentMode.map { ModeNames.plainName(of: $0) } == name
      case .scene(let name): scene?.session.configuration.name == name || scene?.session.identifier == name
      case .sequence(let number): (presented?.sequence ?? 0) >= number && presented != nil
      case .frame(let hash): presented?.frame == hash
      }
    guard holds else { return nil }
    return WaitReply(
      screen: call.screen, condition: call.condition, mode: mode, scene: scene?.session.identifier, presented: presented
    )
  }

  private func record(_ event: SceneEvent) {
    switch event.kind {
    case .screenDidConnect(let snapshot):
      let identity = snapshot.identity
      let name = identity.isUnknown ? "a display" : "\(identity.make) \(identity.model)"
      log.info(
        "\(snapshot.name): \(name) connected\(snapshot.edidState == .guessed ? ", its EDID cannot be read yet" : "")")
    case .screenDidDisconnect(let name): log.info("\(name): disconnected")
    case .screenModesDidChange(let snapshot): log.info("\(snapshot.name): the display has other modes")
    case .screenModeDidChange(let name, let mode):
      log.info("\(name): \(mode.map { ModeNames.plainName(of: $0) } ?? "dark")")
    case .contentDidFail(let label, let message): log.warning("\(label.screen): \(message)")
    case .trouble(let screen, let message): log.warning("\(screen.map { "\($0): " } ?? "")\(message)")
    case .sceneWillConnect(let label):
      log.debug("\(label.screen): scene \(label.configuration) of \(label.app) connects")
    case .sceneDidPresent, .sceneDidUpdate, .sceneDidDisconnect, .appDidBecomeForeground: break
    }
  }
}
