import DisplayTypes
import Testing

@testable import Scenes

@Suite("Room for user information")
@MainActor
struct RoomTests {
  private func info(_ count: Int) throws -> UserInfo {
    try UserInfo(["text": .text(String(repeating: "x", count: count))])
  }

  /// A daemon with so many sessions of each app, of displays that are away.
  private func rig(_ apps: [String], sessions count: Int) -> SystemRig {
    let records = apps.flatMap { app in
      (1...count).map { number in
        SceneSessionRecord(
          identifier: "\(app)-\(number)", app: app, role: .externalDisplayNonInteractive, configuration: "main",
          identity: DisplayIdentity(make: "TST", model: "Rig", serial: "\(number)"), connector: "HDMI-A-1")
      }
    }
    return SystemRig(apps: [], state: PersistentState(sessions: records))
  }

  @Test(
    "an app has a limit for all its sessions: a refused change has no effect, and a smaller value is accepted"
  )
  func ofAnApp() throws {
    let rig = rig(["lobby", "menu"], sessions: 20)
    let large = try info(16_000)
    for number in 1...16 { try rig.system.lifetimes.setUserInfo(large, of: "lobby-\(number)") }
    let kept = rig.kept
    let error = #expect(throws: SceneError.self) { try rig.system.lifetimes.setUserInfo(large, of: "lobby-17") }
    #expect("\(error.map { "\($0)" } ?? "")".contains("lobby would keep"))
    let both = [
      SceneChange(session: "lobby-1", window: false),
      SceneChange(session: "lobby-17", activity: try UserActivity(type: "a", userInfo: large)),
    ]
    #expect(throws: SceneError.self) { try rig.system.update(both) { _ in } }
    #expect(rig.kept == kept)
    #expect(try rig.system.session("lobby-1").attachesWindow == nil)
    try rig.system.lifetimes.setUserInfo(large, of: "menu-1")
    // One for the other.
    try rig.system.update(
      [SceneChange(session: "lobby-1", userInfo: .empty), SceneChange(session: "lobby-17", userInfo: large)]
    ) { _ in }
    try rig.system.lifetimes.setUserInfo(try info(100), of: "lobby-17")
  }

  @Test("all apps together have a limit of a megabyte, and values from before the limit may get smaller")
  func ofAll() throws {
    let rig = rig((1...5).map { "app\($0)" }, sessions: 16)
    let large = try info(16_000)
    var count = 0
    let error = #expect(throws: SceneError.self) {
      for app in 1...5 {
        for number in 1...16 {
          try rig.system.lifetimes.setUserInfo(large, of: "app\(app)-\(number)")
          count += 1
        }
      }
    }
    #expect(count == 65)
    #expect("\(error.map { "\($0)" } ?? "")".contains("all apps together"))
    var state = try #require(rig.kept)
    for index in state.sessions.indices { state.sessions[index].userInfo = large }
    let full = SystemRig(apps: [], state: state)
    #expect(throws: SceneError.self) { try full.system.lifetimes.setUserInfo(try info(16_010), of: "app1-1") }
    try full.system.lifetimes.setUserInfo(try info(15_000), of: "app1-1")
  }
}
