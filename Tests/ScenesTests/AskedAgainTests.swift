import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// An app is asked again about sessions whose configuration left its manifest, and if its manifest is newer.
@Suite("Asking again")
@MainActor
struct AskedAgainTests {
  let slides = AnsweringApp("slides", 2)

  private func configurations(_ names: [String]) -> [SceneConfiguration] { names.map { SceneConfiguration(name: $0) } }

  private func rig(_ app: App, state: PersistentState = PersistentState()) throws -> SystemRig {
    let rig = SystemRig(apps: [], state: state)
    try rig.system.register(app)
    try rig.system.setForeground("slides", on: nil) { _ in }
    rig.plug()
    return rig
  }

  private func reasons(_ rig: SystemRig) -> [AskReason] {
    rig.events.compactMap { event in
      if case .sessionWasAskedAgain(let label, let reason) = event.kind, label.app == "slides" { reason } else { nil }
    }
  }

  @Test("about a session whose configuration left the manifest, at the next connection")
  func configurationLeft() throws {
    slides.answer = { SceneConfiguration(name: "wide") }
    let first = try rig(slides.app(configurations(["main", "wide"])))
    #expect(reasons(first).isEmpty)
    slides.answer = { SceneConfiguration(name: "small") }
    let second = try rig(slides.app(configurations(["main", "small"])), state: try #require(first.kept))
    #expect(reasons(second) == [.configurationLeft])
    #expect(second.system.sessions.map(\.configuration.name) == ["small"])
    #expect(slides.questions.last?.options.formerConfiguration == "wide")
  }

  @Test("once for a newer manifest, and not for an older or equal one")
  func manifestIsNewer() throws {
    slides.answer = { nil }
    var state = PersistentState()
    var told: [[AskReason]] = []
    for version in [1, 2, 2, 1] {
      let rig = try rig(slides.app(version: version), state: state)
      told.append(reasons(rig))
      if let kept = rig.kept { state = kept }
    }
    #expect(told == [[], [.manifestIsNewer], [], []])
  }

  @Test(
    "at once about a connected session when its app returns with a newer manifest, and the answer counts when it comes")
  func connected() throws {
    slides.answer = { nil }
    let rig = try rig(slides.app(configurations(["main", "wide"]), version: 1))
    slides.answer = nil
    rig.system.loseController(of: "slides")
    try rig.system.register(slides.app(configurations(["main", "wide"]), version: 2))
    rig.answer()
    #expect(reasons(rig) == [.manifestIsNewer])
    #expect(rig.system.sessions.map(\.configuration.name) == ["main"])
    #expect(slides.scenes.log == ["connect"])
    slides.questions.last?.answer(SceneConfiguration(name: "wide", modes: [Sourced(try ModeWish("800x600"))]))
    rig.answer()
    #expect(rig.system.sessions.map(\.configuration.name) == ["wide"])
    #expect(rig.modesets.last == PixelSize(width: 800, height: 600))
    #expect(slides.scenes.log == ["connect"])
    #expect(slides.questions.count == 2)
  }

  @Test("the change is also reported for an app that decides nothing")
  func withoutDelegate() throws {
    let lobby = TestApp("lobby", 1)
    let policy = ScreenPolicy(foregroundApp: Sourced("lobby"))
    let rig = SystemRig(policy: policy, apps: [lobby.app()])
    rig.plug()
    let renamed = lobby.app()
    renamed.manifest = SceneManifest(configurations: [.externalDisplayNonInteractive: configurations(["new"])])
    rig.system.apply(policy: policy, apps: [renamed])
    rig.answer()
    let told = rig.events.filter { event in
      if case .sessionWasAskedAgain(_, .configurationLeft) = event.kind { true } else { false }
    }
    #expect(told.count == 1)
    #expect(rig.system.sessions.map(\.configuration.name) == ["new"])
  }
}
