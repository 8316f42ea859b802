import Composition
import ContentModel
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// Sessions are changed from outside, connected or not.
@Suite("Changes of scenes")
@MainActor
struct SceneChangeTests {
  let lobby = TestApp("lobby", 1)
  let blue = Color(red: 0, green: 0, blue: 7)
  let green = Color(red: 0, green: 7, blue: 0)

  private func rig() -> SystemRig {
    SystemRig(policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app()])
  }

  @Test("a change of a session whose display is away is on its first frame")
  func away() throws {
    let rig = rig()
    rig.plug()
    let session = try #require(lobby.scene?.session.identifier)
    rig.unplug()
    rig.advance(milliseconds: 2000)
    var answers = 0
    try rig.system.update([SceneChange(session: session, content: .chosen(.color(blue)))]) { outcomes in
      answers += 1
      #expect(outcomes.isEmpty)
    }
    #expect(answers == 1)
    #expect(rig.kept?.sessions.map(\.chosen?.description) == [.color(blue)])
    rig.plug()
    #expect(rig.lastShown()?.background == blue)
    let chosen = rig.takeShown().filter { $0 != .black }
    #expect(chosen.allSatisfy { $0 == blue })
  }

  @Test("several change at once, each screen answers, and an unknown session makes all fail")
  func several() throws {
    let rig = rig()
    rig.plug(1)
    rig.plug(2, serial: "2")
    let sessions = rig.system.sessions.map(\.identifier)
    #expect(throws: SceneError.self) {
      try rig.system.update([
        SceneChange(session: sessions[0], content: .chosen(.color(blue))), SceneChange(session: "none"),
      ]) { _ in }
    }
    rig.answer()
    #expect(rig.lastShown(1)?.background == lobby.color)
    var screens: [String] = []
    try rig.system.update([
      SceneChange(session: sessions[0], content: .chosen(.color(blue))),
      SceneChange(session: sessions[1], content: .chosen(.color(green))),
    ]) { screens = $0.map(\.screen).sorted() }
    rig.answer()
    #expect(screens == ["HDMI-A-1", "HDMI-A-2"])
    #expect(rig.lastShown(1)?.background == blue)
    #expect(rig.lastShown(2)?.background == green)
    try rig.system.update([SceneChange(session: sessions[0], content: .configured)]) { _ in }
    rig.answer()
    #expect(rig.lastShown(1)?.background == lobby.color)
  }

  @Test("the user information of a session is kept when it returns, and changes no picture")
  func kept() throws {
    let rig = rig()
    rig.plug()
    let session = try #require(lobby.scene?.session.identifier)
    let info = try UserInfo(["page": .integer(7)])
    let activity = try UserActivity(type: "editing", userInfo: info)
    let shown = rig.takeShown()
    #expect(!shown.isEmpty)
    try rig.system.update([SceneChange(session: session, userInfo: info, activity: activity)]) { #expect($0.isEmpty) }
    rig.answer()
    #expect(rig.kept?.sessions.map(\.userInfo) == [info])
    #expect(rig.kept?.sessions.map(\.activity) == [activity])
    #expect(rig.takeShown().isEmpty)
  }

  @Test("a removed window gives the screen to the next app at once, and an attached one moves it back")
  func window() throws {
    let menu = TestApp("menu", 3)
    lobby.followsSession = true
    let rig = SystemRig(
      policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app(), menu.app(isFallback: true)])
    rig.plug()
    let session = try #require(lobby.scene?.session.identifier)
    for (window, color) in [(false, menu.color), (true, lobby.color), (false, menu.color)] {
      var outcomes = 0
      try rig.system.update([SceneChange(session: session, window: window)]) { outcomes = $0.count }
      rig.answer()
      #expect(outcomes == 1)
      #expect(rig.lastShown()?.background == color)
    }
    #expect(rig.modesets.count == 1)
    #expect(lobby.log == ["connect"])
  }
}
