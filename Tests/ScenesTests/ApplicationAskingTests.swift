import Composition
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// An app is asked about its application scenes too, each before it connects.
@Suite("Asking about application scenes")
@MainActor
struct ApplicationAskingTests {
  let notes = AnsweringApp("notes", 1)
  let lobby = TestApp("lobby", 7)
  let idle = Color(red: 9, green: 9, blue: 9)

  private func app(_ names: [String] = ["list", "note"], version: Int? = nil, multiple: Bool = true) -> App {
    let app = notes.app([], version: version)
    app.manifest.configurations[.application] = names.map { SceneConfiguration(name: $0) }
    app.manifest.supportsMultipleScenes = multiple
    return app
  }

  private func rig(_ app: App? = nil, state: PersistentState = PersistentState()) throws -> SystemRig {
    let rig = SystemRig(policy: ScreenPolicy(idleColor: idle), apps: [lobby.app()], state: state)
    try rig.system.register(app ?? self.app())
    try rig.system.setForeground("notes", on: nil) { _ in }
    rig.plug(9, name: "eDP-1", serial: "9", placement: .builtIn)
    return rig
  }

  /// With a connected list.
  private func rigWithList() throws -> SystemRig {
    let rig = try rig()
    notes.questions[0].answer(nil)
    rig.answer()
    return rig
  }

  private func names(_ rig: SystemRig) -> [String] { rig.system.sessions.map(\.configuration.name) }

  @Test("the app is asked about the first scene, which connects with the answer, and the picture stays meanwhile")
  func first() throws {
    let rig = try rig()
    #expect(notes.questions.count == 1)
    #expect(notes.questions.first?.options.role == .application)
    #expect(notes.questions.first?.options.screen.name == "eDP-1")
    #expect(notes.scenes.log.isEmpty)
    #expect(rig.lastShown(9)?.background == idle)
    #expect(rig.modesets.count == 1)
    rig.advance(milliseconds: 300)
    notes.replies[0](
      ConnectionAnswer(
        configuration: SceneConfiguration(name: "note"), userInfo: try UserInfo(["note": .text("Milk")])))
    rig.answer()
    #expect(rig.lastShown(9)?.background == notes.scenes.color)
    #expect(names(rig) == ["note"])
    #expect(notes.scenes.connections.map(\.userInfo) == [try UserInfo(["note": .text("Milk")])])
    #expect(rig.kept?.sessions.first?.userInfo == (try UserInfo(["note": .text("Milk")])))
    rig.advance(milliseconds: 1000)
    #expect(notes.questions.count == 1)
    #expect(!rig.names.contains("appDidNotAnswer"))
  }

  @Test("a request's activity, configuration and app are in the question and at the connection, and only there")
  func request() throws {
    let rig = try rigWithList()
    let create = try UserActivity(type: "create")
    let request = SceneRequest(activity: create, configuration: "note", sourceApp: "notes")
    let session = try rig.system.applications.requestScene(
      of: "notes", request, userInfo: UserInfo(["a": .integer(1)])
    ) { _ in }
    rig.answer()
    let options = try #require(notes.questions.last?.options)
    #expect(options.activities == [create])
    #expect(options.requestedConfiguration == "note")
    #expect(options.sourceApp == "notes")
    #expect(options.userInfo == (try UserInfo(["a": .integer(1)])))
    #expect(rig.kept?.sessions.last?.request == request)
    notes.questions.last?.answer(nil)
    rig.answer()
    #expect(names(rig) == ["list", "note"])
    #expect(session.state == .foregroundActive)
    #expect(notes.scenes.connections.last?.activities == [create])
    #expect(notes.scenes.connections.last?.sourceApp == "notes")
    #expect(rig.kept?.sessions.last?.request == nil)
    // The next life of the session has no request any more.
    rig.system.shutDown()
    let second = try self.rig(state: try #require(rig.kept))
    #expect(notes.questions.suffix(2).map(\.options.activities) == [[], []])
    #expect(names(second) == ["list", "note"])
  }

  @Test("a request that was not connected yet is kept over a restart")
  func keptRequest() throws {
    let rig = try rigWithList()
    let create = try UserActivity(type: "create")
    _ = try rig.system.applications.requestScene(of: "notes", SceneRequest(activity: create)) { _ in }
    _ = try self.rig(state: try #require(rig.kept))
    #expect(notes.questions.suffix(2).map(\.options.activities) == [[], [create]])
  }

  @Test("an unknown configuration is refused, with those of the manifest")
  func unknownConfiguration() throws {
    let rig = try rigWithList()
    #expect {
      _ = try rig.system.applications.requestScene(of: "notes", SceneRequest(configuration: "card")) { _ in }
    } throws: { error in
      guard case SceneError.notNow(let reason, _)? = error as? SceneError else { return false }
      return reason.contains("list, note")
    }
    #expect(rig.system.sessions.count == 1)
  }

  @Test("without an answer the requested configuration counts after half a second, and other windows continue")
  func silence() throws {
    let rig = try rigWithList()
    var outcomes: [ScreenOutcomes] = []
    _ = try rig.system.applications.requestScene(of: "notes", SceneRequest(configuration: "note")) {
      outcomes.append($0)
    }
    rig.answer()
    #expect(notes.scenes.log == ["connect"])
    #expect(rig.lastShown(9)?.background == notes.scenes.color)
    rig.clearShown()
    try notes.scenes.scene?.window?.commit(Transaction([.background(Color(red: 77, green: 0, blue: 0))]))
    rig.answer()
    #expect(rig.lastShown(9)?.background == Color(red: 77, green: 0, blue: 0))
    rig.plug(1)
    #expect(rig.isLit(1))
    rig.advance(milliseconds: 499)
    #expect(notes.scenes.log == ["connect"])
    #expect(outcomes.isEmpty)
    rig.advance(milliseconds: 1)
    #expect(rig.names.contains("appDidNotAnswer"))
    #expect(notes.withdrawn.count == 1)
    #expect(names(rig).contains("note"))
    #expect(rig.lastShown(9)?.layers.count == 2)
    #expect(outcomes.count == 1)
    notes.questions.last?.answer(SceneConfiguration(name: "list"))
    rig.answer()
    #expect(names(rig).contains("note"))
  }

  @Test("the answer may refuse a window: the session stays, and the others have the display")
  func noWindow() throws {
    let rig = try rigWithList()
    _ = try rig.system.applications.requestScene(of: "notes") { _ in }
    notes.replies.last?(ConnectionAnswer(attachesWindow: false))
    rig.answer()
    #expect(notes.scenes.log == ["connect", "connect"])
    #expect(rig.system.sessions.count == 2)
    #expect(rig.lastShown(9)?.background == notes.scenes.color)
    #expect(rig.kept?.sessions.last?.attachesWindow == false)
  }

  @Test("a first scene without a window leaves the display to the next due picture")
  func noFirstWindow() throws {
    let rig = try rig()
    notes.replies[0](ConnectionAnswer(attachesWindow: false))
    rig.answer()
    #expect(rig.lastShown(9)?.background == idle)
    // A second one with a window brings them to the display, although no screen shows them when it is requested.
    let second = try rig.system.applications.requestScene(of: "notes") { _ in }
    rig.answer()
    #expect(notes.questions.count == 2)
    notes.questions[1].answer(nil)
    rig.answer()
    #expect(rig.lastShown(9)?.background == notes.scenes.color)
    #expect(second.state == .foregroundActive)
  }

  @Test("several are asked about at the same time, and stand in the order of their sessions")
  func atTheSameTime() throws {
    let first = try rigWithList()
    _ = try first.system.applications.requestScene(of: "notes", SceneRequest(configuration: "note")) { _ in }
    notes.questions.last?.answer(nil)
    first.answer()
    let rig = try rig(state: try #require(first.kept))
    #expect(notes.questions.count == 4)
    notes.questions[3].answer(nil)
    rig.answer()
    #expect(rig.lastShown(9)?.background == notes.scenes.color)
    notes.questions[2].answer(nil)
    rig.answer()
    #expect(rig.system.applications.groups["notes"]?.scenes.map(\.session.configuration.name) == ["list", "note"])
    #expect(rig.lastShown(9)?.layers.count == 2)
  }

  @Test("a question ends with its session, with the foreground, and with a new registration, which asks again")
  func withdrawn() throws {
    let rig = try rig()
    try rig.system.setForeground("lobby", on: nil) { _ in }
    rig.answer()
    #expect(notes.withdrawn == ["session-1"])
    notes.questions[0].answer(nil)
    rig.answer()
    #expect(notes.scenes.log.isEmpty)
    try rig.system.setForeground("notes", on: nil) { _ in }
    rig.answer()
    #expect(notes.questions.count == 2)
    rig.system.loseController(of: "notes")
    try rig.system.register(app())
    rig.answer()
    #expect(notes.questions.count == 3)
    notes.questions[2].answer(nil)
    rig.answer()
    let second = try rig.system.applications.requestScene(of: "notes") { _ in }
    rig.answer()
    try rig.system.lifetimes.destroySession(second.identifier) { _ in }
    rig.answer()
    #expect(notes.withdrawn.last == second.identifier)
    #expect(notes.scenes.log == ["connect"])
  }

  @Test("while the controller is gone and its picture stays, the last answer counts")
  func controllerGone() throws {
    let first = try rig()
    notes.questions[0].answer(SceneConfiguration(name: "note"))
    first.answer()
    let state = try #require(first.kept)
    let rig = SystemRig(policy: ScreenPolicy(idleColor: idle), apps: [lobby.app()], state: state)
    rig.system.restore(app())
    rig.plug(9, name: "eDP-1", serial: "9", placement: .builtIn)
    #expect(notes.questions.count == 1)
    #expect(names(rig) == ["note"])
    #expect(rig.lastShown(9)?.background == notes.scenes.color)
  }

  @Test("a newer manifest asks again about connected and other sessions, and the answer counts when it comes")
  func askedAgain() throws {
    let rig = try rig(app(version: 1))
    notes.questions[0].answer(nil)
    rig.answer()
    rig.system.loseController(of: "notes")
    try rig.system.register(app(version: 2))
    rig.answer()
    #expect(reasons(rig) == [.manifestIsNewer])
    #expect(names(rig) == ["list"])
    notes.questions[1].answer(SceneConfiguration(name: "note"))
    rig.answer()
    #expect(names(rig) == ["note"])
    #expect(notes.scenes.log == ["connect"])
    let second = try self.rig(app(["card"], version: 2), state: try #require(rig.kept))
    #expect(reasons(second) == [.configurationLeft])
    #expect(notes.questions.last?.options.formerConfiguration == "note")
    let third = try self.rig(app(version: 3), state: try #require(rig.kept))
    #expect(reasons(third) == [.manifestIsNewer])
  }

  @Test("an answer that comes after the next manifest keeps its values, but not its configuration")
  func lateValues() throws {
    let rig = try rig(app(version: 1))
    notes.questions[0].answer(nil)
    rig.answer()
    rig.system.loseController(of: "notes")
    try rig.system.register(app(version: 2))
    rig.answer()
    #expect(notes.replies.count == 2)
    rig.system.loseController(of: "notes")
    try rig.system.register(app(version: 3))
    rig.answer()
    let values = try UserInfo(["note": .text("Milk")])
    notes.replies[1](ConnectionAnswer(configuration: SceneConfiguration(name: "note"), userInfo: values))
    rig.answer()
    #expect(rig.kept?.sessions.map(\.userInfo) == [values])
    #expect(names(rig) == ["list"])
  }

  @Test("an app that registers again while it makes the delegate of a scene is asked again, and its scene connects")
  func registersMeanwhile() throws {
    let rig = try rig()
    notes.onDelegate = { [notes] in
      notes.onDelegate = nil
      rig.system.loseController(of: "notes")
      try? rig.system.register(app())
    }
    notes.questions[0].answer(nil)
    rig.answer()
    #expect(notes.onDelegate == nil)
    for question in notes.questions.dropFirst() { question.answer(nil) }
    rig.answer()
    #expect(notes.scenes.log == ["connect"])
    #expect(rig.lastShown(9)?.background == notes.scenes.color)
    #expect(rig.system.sessions.map(\.state) == [.foregroundActive])
  }

  @Test("a configuration that the manifest does not have is not asked about again without another manifest")
  func unknownAnswer() throws {
    notes.answer = { SceneConfiguration(name: "card") }
    let rig = try rig()
    rig.plug(1)
    try rig.system.setForeground("notes", on: nil) { _ in }
    rig.answer()
    #expect(notes.questions.count { $0.options.role == .application } == 1)
    #expect(names(rig) == ["card"])
  }

  @Test("a manifest that came while no display was there asks again with the next display")
  func askedAgainLater() throws {
    let rig = try rig(app(version: 1))
    notes.questions[0].answer(nil)
    rig.answer()
    rig.unplug(9)
    rig.advance(milliseconds: 2000)
    rig.system.loseController(of: "notes")
    try rig.system.register(app(version: 2))
    rig.answer()
    #expect(notes.questions.count == 1)
    rig.plug(9, name: "eDP-1", serial: "9", placement: .builtIn)
    #expect(notes.questions.count == 2)
    #expect(reasons(rig) == [.manifestIsNewer])
  }

  private func reasons(_ rig: SystemRig) -> [AskReason] {
    rig.events.compactMap { event in
      if case .sessionWasAskedAgain(_, let reason) = event.kind { reason } else { nil }
    }
  }
}
