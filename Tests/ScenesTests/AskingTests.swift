import Composition
import ContentModel
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// Before a mode is set, an app is asked for the configuration of a session that will connect.
@Suite("Asking at the connection")
@MainActor
struct AskingTests {
  let lobby = TestApp("lobby", 1)
  let slides = AnsweringApp("slides", 2)

  private func rig(state: PersistentState = PersistentState()) throws -> SystemRig {
    let rig = SystemRig(policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app()], state: state)
    try rig.system.register(slides.app([SceneConfiguration(name: "main"), SceneConfiguration(name: "wide")]))
    try rig.system.setForeground("slides", on: nil) { _ in }
    return rig
  }

  private func wide(_ modes: [String], isMade: Bool = true) throws -> SceneConfiguration {
    SceneConfiguration(name: "wide", modes: try modes.map { Sourced(try ModeWish($0)) }, isMadeOnTheSpot: isMade)
  }

  @Test("it is asked once for each plug, and only the chosen mode is set after its answer")
  func oneModeset() throws {
    let rig = try rig()
    rig.plug()
    #expect(slides.questions.count == 1)
    let question = try #require(slides.questions.first)
    #expect(question.options.availableModes.count == 2)
    #expect(question.options.screen.name == "HDMI-A-1")
    #expect(rig.modesets.isEmpty)
    rig.advance(milliseconds: 100)
    #expect(rig.modesets.isEmpty)
    question.answer(try wide(["800x600"]))
    rig.answer()
    #expect(rig.modesets == [PixelSize(width: 800, height: 600)])
    #expect(rig.lastShown()?.background == slides.scenes.color)
    #expect(question.session.configuration.name == "wide")
    rig.advance(milliseconds: 1000)
    #expect(slides.questions.count == 1)
    #expect(rig.modesets.count == 1)
  }

  @Test("without an answer it gets the default after half a second, with an event, and a late answer is ignored")
  func silence() throws {
    let rig = try rig()
    rig.plug()
    rig.advance(milliseconds: 499)
    #expect(rig.modesets.isEmpty)
    rig.advance(milliseconds: 1)
    #expect(rig.modesets == [PixelSize(width: 1280, height: 720)])
    #expect(rig.names.contains("appDidNotAnswer"))
    #expect(slides.withdrawn == ["session-1"])
    slides.questions[0].answer(try wide(["800x600"]))
    rig.answer()
    #expect(rig.modesets.count == 1)
    #expect(rig.system.sessions.map(\.configuration.name) == ["main"])
  }

  @Test("a slow app delays no other screen")
  func otherScreens() throws {
    let rig = try rig()
    try rig.system.setForeground("lobby", on: nil) { _ in }
    rig.plug(2, serial: "2")
    try rig.system.setForeground("slides", on: nil) { _ in }
    // The app is asked for the second screen, whose picture stays meanwhile.
    #expect(slides.questions.count == 1)
    #expect(rig.takeShown(2).last == lobby.color)
    try rig.system.setForeground("lobby", on: "HDMI-A-2") { _ in }
    rig.answer()
    #expect(slides.withdrawn == ["session-2"])
    rig.plug(1)
    try rig.coordinator("HDMI-A-2").show(.color(Color(red: 0, green: 0, blue: 9))) { _ in }
    rig.answer()
    #expect(rig.takeShown(2).last == Color(red: 0, green: 0, blue: 9))
    #expect(rig.modesets.count == 1)
  }

  @Test("unplugged while it thinks: the question is withdrawn, and asked again at the next plug")
  func unplugged() throws {
    let rig = try rig()
    rig.plug()
    rig.unplug()
    #expect(slides.withdrawn == ["session-1"])
    slides.questions[0].answer(nil)
    rig.answer()
    #expect(rig.modesets.isEmpty)
    rig.plug()
    #expect(slides.questions.count == 2)
    slides.questions[1].answer(nil)
    rig.answer()
    #expect(rig.modesets.count == 1)
  }

  @Test("if the same display returns within a moment, its scene continues without a question")
  func flap() throws {
    let rig = try rig()
    slides.answer = { nil }
    rig.plug()
    rig.unplug()
    rig.plug()
    #expect(slides.questions.count == 1)
    #expect(slides.scenes.log == ["connect"])
  }

  @Test("a session whose configuration left the manifest is marked in the next question")
  func formerConfiguration() throws {
    let rig = try rig()
    let wide = try wide([], isMade: false)
    slides.answer = { wide }
    rig.plug()
    rig.unplug()
    rig.advance(milliseconds: 2000)
    rig.system.loseController(of: "slides")
    try rig.system.register(slides.app([SceneConfiguration(name: "main")]))
    slides.answer = { nil }
    rig.plug()
    #expect(slides.questions.map(\.options.formerConfiguration) == [nil, "wide"])
    #expect(rig.system.sessions.map(\.configuration.name) == ["main"])
  }

  @Test("the question contains the activity of the last scene")
  func activities() throws {
    let rig = try rig()
    slides.answer = { nil }
    rig.plug()
    let activity = try UserActivity(type: "editing")
    slides.scenes.activity = activity
    rig.unplug()
    rig.advance(milliseconds: 2000)
    rig.plug()
    #expect(slides.questions.map(\.options.activities) == [[], [activity]])
  }

  @Test("the answer may set the session's user information, and may refuse a window")
  func values() throws {
    let rig = try rig()
    rig.plug()
    let values = try UserInfo(["page": .integer(7)])
    slides.replies[0](ConnectionAnswer(userInfo: values, attachesWindow: false))
    rig.answer()
    #expect(slides.scenes.connections.map(\.userInfo) == [values])
    #expect(rig.kept?.sessions.first?.userInfo == values)
    #expect(slides.scenes.scene?.window == nil)
    #expect(rig.lastShown()?.background != slides.scenes.color)
  }

  @Test("values that there is no room for are dropped, with an event")
  func tooManyValues() throws {
    let rig = try rig()
    rig.plug()
    let full = try UserInfo(["text": .text(String(repeating: "x", count: 16_000))])
    let app = try #require(rig.system.app("slides"))
    for _ in 0..<17 {
      let session = rig.system.store.make(
        app: app.name, role: .application, configuration: SceneConfiguration(name: "x"), identity: .unknown,
        connector: "")
      session.userInfo = full
    }
    slides.replies[0](ConnectionAnswer(userInfo: full))
    rig.answer()
    #expect(rig.system.sessions.first?.userInfo == .empty)
    #expect(rig.lastShown()?.background == slides.scenes.color)
    let troubles = rig.events.filter { if case .trouble = $0.kind { true } else { false } }
    #expect(troubles.count == 1)
  }
}
