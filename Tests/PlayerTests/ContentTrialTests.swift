import Content
import DisplayTypes
import Rasterizing
import Scenes
import SimulatedBackend
import Testing

@testable import ContentModel

/// A trial under a cover always gets an answer. Its content is set unless another one is chosen meanwhile.
@MainActor
struct ContentTrialTests {
  private static let slow = ContentDescription.image(ImageDescription(file: "/m/2.png"))
  private static let blue = ContentDescription.color(Color(red: 0, green: 0, blue: 99))

  /// An app in front, as a talk is; pictures take two seconds from now on.
  private func rig(standsIn: Bool = false) throws -> PlayerRig {
    let rig = try PlayerRig(.image(ImageDescription(file: "/m/1.png")), standsIn: standsIn)
    for number in 1...2 { rig.media.put("/m/\(number).png", UInt64(number)) }
    try rig.plug()
    let cover = App(
      name: "cover",
      manifest: SceneManifest(configurations: [
        .externalDisplayNonInteractive: [SceneConfiguration(name: "main", content: .color(.white))]
      ]), makeDelegate: { ContentSceneDelegate(rig.resources) })
    rig.system.beginFront(cover, on: nil, asksOfNew: false) { _ in }
    rig.advance(milliseconds: 200)
    #expect(try rig.color() == .white)
    rig.documents.nanoseconds = 2_000_000_000
    return rig
  }

  /// Requests the slow picture. Returns an answer that comes within five seconds, after other actions.
  private func answer(_ rig: PlayerRig, during body: () throws -> Void) throws -> PictureOutcome? {
    var answer: PictureOutcome?
    try rig.system.find("HDMI-A-1").show(Self.slow) { answer = $0 }
    #expect(answer == nil)
    try body()
    rig.advance(milliseconds: 5_000)
    return answer
  }

  private func message(_ outcome: PictureOutcome?) -> String? {
    if case .failed(.notNow(let message, _)) = outcome { message } else { nil }
  }

  private static let overtaken = "nothing was changed: another request came meanwhile"

  private func lobby(_ rig: PlayerRig) throws -> SceneSession {
    try #require(rig.system.find("HDMI-A-1").coveredSession)
  }

  @Test func callersAreAnsweredWhenTheDisplayIsUnplugged() throws {
    let rig = try rig()
    let answer = try answer(rig) { try rig.perform(.unplug("HDMI-A-1")) }
    #expect(message(answer) == "the display was unplugged; nothing was changed")
  }

  @Test func callersAreAnsweredWhenTheDaemonEnds() throws {
    let rig = try rig()
    let answer = try answer(rig) { rig.system.shutDown() }
    #expect(message(answer) == "the program that drives the displays ends; nothing was changed")
  }

  @Test func callersAreAnsweredWhenTheStandInEnds() throws {
    let rig = try rig(standsIn: true)
    try rig.perform(.unplug("HDMI-A-1"))
    rig.advance(milliseconds: 5_000)
    let answer = try answer(rig) {
      try rig.perform(.plug("HDMI-A-1", .synthesized(SynthesizedDisplay(size: PixelSize(width: 64, height: 48)))))
    }
    #expect(message(answer) == "the stand-in has ended; nothing was changed")
  }

  @Test func aRefusedTrialOvertakesNothing() throws {
    let rig = try rig()
    let answer = try answer(rig) {
      guard case .failed = try rig.show(.image(ImageDescription(file: "/m/none.png"))) else {
        Issue.record("what is not there was kept")
        return
      }
      #expect(throws: SceneError.self) {
        try rig.system.find("HDMI-A-1").show(Self.blue, for: 1_000_000_000) { _ in }
      }
    }
    guard case .kept = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
    #expect(try lobby(rig).content == Self.slow)
  }

  @Test func aLaterTrialReplacesIt() throws {
    let rig = try rig()
    var later: PictureOutcome?
    rig.media.put("/m/3.png", 3)
    let content = ContentDescription.image(ImageDescription(file: "/m/3.png"))
    let first = try answer(rig) {
      rig.advance(milliseconds: 500)
      try rig.system.find("HDMI-A-1").show(content) { later = $0 }
    }
    guard case .kept = first, case .kept = later else {
      Issue.record("\(String(describing: first)), \(String(describing: later))")
      return
    }
    #expect(try lobby(rig).content == content)
  }

  @Test func anAppsLaterChoiceStays() throws {
    let rig = try rig()
    let answer = try answer(rig) {
      try rig.system.update([SceneChange(session: lobby(rig).identifier, content: .chosen(Self.blue))]) { _ in }
    }
    #expect(message(answer) == Self.overtaken)
    #expect(try lobby(rig).content == Self.blue)
  }

  @Test func aSessionThatIsDestroyedMeanwhileIsNotMadeAgain() throws {
    let rig = try rig()
    let answer = try answer(rig) { try rig.system.lifetimes.destroySession(lobby(rig).identifier) { _ in } }
    #expect(message(answer) == Self.overtaken)
    #expect(!rig.system.sessions(SessionFilter()).contains { $0.app == "lobby" && $0.content == Self.slow })
  }

  @Test func anAppWithoutASessionGetsOneOnlyForPossibleContent() throws {
    let rig = try rig()
    try rig.system.setForeground("other", on: nil) { _ in }
    rig.advance(milliseconds: 200)
    func hasSession() -> Bool { rig.system.sessions(SessionFilter()).contains { $0.app == "other" } }
    #expect(!hasSession())
    guard case .failed = try rig.show(.image(ImageDescription(file: "/m/none.png"))) else {
      Issue.record("what is not there was kept")
      return
    }
    #expect(!hasSession())
    guard case .kept = try rig.show(Self.blue) else {
      Issue.record("it was not kept")
      return
    }
    #expect(hasSession())
  }

  @Test func temporaryFailuresAreKeptAndReportedWithTheRetry() throws {
    let rig = try rig()
    rig.documents.errors[2] = .timedOut(seconds: 1)
    let answer = try answer(rig) {}
    guard case .kept(let note, _) = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
    #expect(note.contains("; at present it cannot be shown: /m/2.png: "))
    rig.system.endFront { _ in }
    rig.advance(milliseconds: 5_000)
    #expect(rig.takeMessages() == ["/m/2.png: \(RasterError.timedOut(seconds: 1)); the daemon tries again"])
  }
}
