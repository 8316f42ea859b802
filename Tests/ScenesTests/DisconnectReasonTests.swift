import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// A scene ends with a reason, which its delegate and the event get once.
@Suite("Reasons of disconnection")
@MainActor
struct DisconnectReasonTests {
  let lobby = TestApp("lobby", 1)
  let menu = TestApp("menu", 2)

  private func policy(_ support: ExternalSupport = .external, backgroundScenes: Int = 8) -> ScreenPolicy {
    ScreenPolicy(
      support: Sourced(support), foregroundApp: Sourced("lobby"), backgroundScenes: backgroundScenes)
  }

  @Test("each has its cause", arguments: DisconnectReason.allCases)
  func each(reason: DisconnectReason) throws {
    let rig = SystemRig(
      policy: policy(backgroundScenes: reason == .reclaimed ? 0 : 8), apps: [lobby.app(), menu.app()])
    rig.plug()
    #expect(lobby.log == ["connect"])
    switch reason {
    case .unplug:
      rig.unplug()
      rig.advance(milliseconds: 1600)
    case .support: rig.system.apply(policy: policy(.off), apps: [lobby.app(), menu.app()])
    case .foreground: rig.system.apply(policy: policy(), apps: [lobby.app(hasScene: false), menu.app()])
    case .destroyed: try rig.system.lifetimes.destroySession("session-1") { _ in }
    case .reclaimed: try rig.system.setForeground("menu", on: nil) { _ in }
    case .shutdown: rig.system.shutDown()
    }
    rig.answer()
    #expect(lobby.log == ["connect", "disconnect \(reason.rawValue)"])
    let told = rig.events.compactMap { event -> DisconnectReason? in
      if case .sceneDidDisconnect(let label, let why) = event.kind, label.app == "lobby" { why } else { nil }
    }
    #expect(told == [reason])
    #expect(rig.system.sessions.contains { $0.app == "lobby" } == (reason != .destroyed))
  }
}
