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

  @Test("a session whose configuration is in the manifest no more, at the next connection")
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

  @Test("a newer manifest, once; an older one and the same are none")
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
    "a connected one is asked at once when its app comes back with a newer manifest; the answer counts when it comes")
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

  @Test("of an app that decides nothing it is told all the same")
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
