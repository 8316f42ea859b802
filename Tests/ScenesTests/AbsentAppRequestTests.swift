import DisplayTypes
import Testing

@testable import Scenes

/// An app gets the request for a scene also if it was away when the scene connected.
@Suite("Requests for absent apps")
@MainActor
struct AbsentAppRequestTests {
  let notes = AnsweringApp("notes", 1)
  let request: SceneRequest

  init() throws {
    request = SceneRequest(activity: try UserActivity(type: "create"), configuration: "note", sourceApp: "mail")
  }

  private func app(version: Int? = nil, loss: ControllerLoss = .keep) -> App {
    let app = notes.app([], loss: loss, version: version)
    app.manifest.configurations[.application] = ["list", "note"].map { SceneConfiguration(name: $0) }
    app.manifest.supportsMultipleScenes = true
    return app
  }

  private func plug(_ rig: SystemRig) { rig.plug(9, name: "eDP-1", serial: "9", placement: .builtIn) }

  /// With a connected list.
  private func rig(_ app: App? = nil) throws -> SystemRig {
    let rig = SystemRig(apps: [])
    try rig.system.register(app ?? self.app(version: 1))
    try rig.system.setForeground("notes", on: nil) { _ in }
    plug(rig)
    notes.questions[0].answer(nil)
    rig.answer()
    return rig
  }

  private func requestNote(_ rig: SystemRig) throws {
    _ = try rig.system.applications.requestScene(of: "notes", request) { _ in }
    rig.answer()
  }

  private func register(_ rig: SystemRig, version: Int = 1) throws {
    notes.forgetQuestions()
    try rig.system.register(app(version: version))
    rig.answer()
  }

  /// The app is asked once, about the request, and the answer about the connected scene counts.
  private func expectOneQuestion(_ rig: SystemRig) throws {
    #expect(notes.questions.count == 1)
    let options = try #require(notes.questions.first?.options)
    #expect(options.activities == [request.activity].compactMap(\.self))
    #expect(options.requestedConfiguration == "note")
    #expect(options.sourceApp == "mail")
    #expect(rig.system.sessions.last?.request == request)
    let values = try UserInfo(["note": .text("Milk")])
    notes.replies[0](ConnectionAnswer(configuration: SceneConfiguration(name: "list"), userInfo: values))
    rig.answer()
    #expect(rig.system.sessions.map(\.configuration.name) == ["list", "list"])
    #expect(rig.kept?.sessions.last?.userInfo == values)
    #expect(rig.kept?.sessions.last?.request == nil)
    #expect(rig.kept?.sessions.last?.answer?.name == "list")
  }

  /// A further registration asks nothing.
  private func expectNoFurtherQuestion(_ rig: SystemRig) throws {
    rig.system.loseController(of: "notes")
    try register(rig)
    #expect(notes.questions.isEmpty)
  }

  @Test("a request while the controller is gone connects its scene, and the returning app is asked about it")
  func requestedWhileGone() throws {
    let rig = try rig()
    rig.system.loseController(of: "notes")
    try requestNote(rig)
    #expect(notes.questions.count == 1)
    #expect(rig.system.sessions.map(\.state) == [.foregroundActive, .foregroundActive])
    try register(rig)
    try expectOneQuestion(rig)
    try expectNoFurtherQuestion(rig)
    #expect(notes.scenes.log == ["connect", "connect"])
  }

  @Test("also if its picture does not stay")
  func requestedWhileBlank() throws {
    let rig = try rig(app(version: 1, loss: .blank))
    rig.system.loseController(of: "notes")
    try requestNote(rig)
    try register(rig)
    #expect(notes.questions.last?.options.activities == [request.activity].compactMap(\.self))
  }

  @Test("also if the connection has ended, and the system does not know it yet")
  func connectionEnded() throws {
    let rig = try rig()
    notes.isHere = false
    try requestNote(rig)
    notes.questions.last?.answer(nil)
    rig.answer()
    #expect(rig.system.sessions.map(\.state) == [.foregroundActive, .foregroundActive])
    rig.system.loseController(of: "notes")
    notes.isHere = true
    try register(rig)
    try expectOneQuestion(rig)
  }

  @Test("an app that goes during the question is asked again when it returns, also with a newer manifest")
  func goneDuringQuestion() throws {
    let rig = try rig()
    try requestNote(rig)
    let question = try #require(notes.questions.last)
    rig.system.loseController(of: "notes")
    question.answer(nil)
    rig.answer()
    #expect(rig.system.sessions.map(\.state) == [.foregroundActive, .foregroundActive])
    try register(rig, version: 2)
    let asked = notes.questions.map(\.options.activities)
    #expect(asked.count == 2)
    #expect(asked.contains([]))
    #expect(asked.contains([request.activity].compactMap(\.self)))
  }

  @Test("a request that was open when the daemon ended reaches an app that registers after its display was plugged in")
  func restarted() throws {
    let first = try rig()
    try requestNote(first)
    let rig = SystemRig(apps: [], state: try #require(first.kept))
    rig.system.restore(app(version: 1))
    try rig.system.setForeground("notes", on: nil) { _ in }
    plug(rig)
    #expect(rig.system.sessions.map(\.state) == [.foregroundActive, .foregroundActive])
    try register(rig)
    try expectOneQuestion(rig)
  }

  @Test("an app that does not answer after its return has got the request after half a second")
  func silent() throws {
    let rig = try rig()
    rig.system.loseController(of: "notes")
    try requestNote(rig)
    try register(rig)
    rig.advance(milliseconds: 499)
    #expect(rig.kept?.sessions.last?.request == request)
    rig.advance(milliseconds: 1)
    #expect(rig.kept?.sessions.last?.request == nil)
    #expect(rig.system.sessions.map(\.configuration.name) == ["list", "note"])
    #expect(rig.names.contains("appDidNotAnswer"))
    try expectNoFurtherQuestion(rig)
  }

  @Test("without a display, the returning app is asked with the next display")
  func withoutDisplay() throws {
    let rig = try rig()
    rig.system.loseController(of: "notes")
    try requestNote(rig)
    rig.unplug(9)
    rig.advance(milliseconds: 2000)
    try register(rig)
    #expect(notes.questions.isEmpty)
    plug(rig)
    rig.answer()
    try expectOneQuestion(rig)
  }

  @Test("an app that goes again without an answer is asked at each return")
  func goneAgain() throws {
    let rig = try rig()
    rig.system.loseController(of: "notes")
    try requestNote(rig)
    for _ in 0..<2 {
      try register(rig)
      let question = try #require(notes.questions.first)
      rig.system.loseController(of: "notes")
      question.answer(nil)
      rig.answer()
    }
    try register(rig)
    try expectOneQuestion(rig)
  }
}
