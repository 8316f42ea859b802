import DisplayTypes
import Testing

@testable import Scenes

@Suite("Apps that are away")
@MainActor
struct AbsentAppsTests {
  private let lobby = TestApp("lobby", 1)

  @Test("they are counted from the day on which they are missed, and over after a year")
  func year() {
    var absent = AbsentApps([:])
    #expect(absent.takeOver(named: ["a", "b"], present: ["b"], today: 20_000).isEmpty)
    #expect(absent.days == ["a": 20_000])
    #expect(absent.takeOver(named: ["a", "b"], present: [], today: 20_366).isEmpty)
    #expect(absent.takeOver(named: ["a", "b"], present: [], today: 20_367) == ["a"])
    #expect(absent.days == ["b": 20_366])
    // It was there again.
    #expect(absent.takeOver(named: ["b"], present: ["b"], today: 20_400).isEmpty)
    #expect(absent.takeOver(named: ["b"], present: [], today: 20_800).isEmpty)
    #expect(absent.days == ["b": 20_800])
    // Nothing is kept of it any more.
    #expect(absent.takeOver(named: [], present: [], today: 20_801).isEmpty)
    #expect(absent.days.isEmpty)
  }

  /// A daemon that once knew an app `gone`. Its display is plugged and unplugged.
  private func rig(_ state: PersistentState, day: Int64) -> SystemRig {
    let rig = SystemRig(policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app()], state: state)
    rig.day = day
    rig.plug(1)
    rig.unplug(1)
    rig.advance(milliseconds: 2000)
    return rig
  }

  @Test(
    "an app's support and place are removed a year after the app and its sessions"
  )
  func choices() throws {
    let identity = DisplayIdentity(make: "TST", model: "Rig", serial: "away")
    var state = PersistentState(
      displays: [DisplayRecord(identity: identity, connector: "DP-1", choices: RuntimeChoices(placedApp: "gone"))],
      sessions: [
        SceneSessionRecord(
          identifier: "old", app: "gone", role: .externalDisplayNonInteractive, configuration: "main",
          identity: identity, connector: "DP-1")
      ], support: SupportChoices(apps: ["gone": .mirror, "lobby": .off]))
    func placed() -> [String] { state.displays.compactMap(\.choices.placedApp) }
    state = try #require(rig(state, day: 20_000).kept)
    #expect(state.absentApps == [:])
    // Its session is discarded, and its year begins.
    state = try #require(rig(state, day: 20_400).kept)
    #expect(state.sessions.allSatisfy { $0.app != "gone" })
    #expect(state.absentApps == ["gone": 20_400])
    #expect(state.support.apps == ["gone": .mirror, "lobby": .off] && placed() == ["gone"])
    state = try #require(rig(state, day: 20_800).kept)
    #expect(state.support.apps == ["lobby": .off] && placed() == [])
    #expect(state.absentApps == [:])
  }

  @Test("a registered app that was unregistered is removed after a year too")
  func registered() throws {
    let rig = SystemRig(apps: [lobby.app()])
    let slides = AnsweringApp("slides", 2)
    try rig.system.register(slides.app())
    try rig.system.setSupport(.mirror, for: .app("slides")) { _ in }
    try rig.system.unregister("slides")
    for (day, isKept) in [(20_000, true), (20_366, false)] as [(Int64, Bool)] {
      rig.day = day + (isKept ? 0 : 1)
      rig.plug(1)
      rig.unplug(1)
      rig.advance(milliseconds: 2000)
      #expect((rig.kept?.support.apps["slides"] == .mirror) == isKept)
    }
  }

  @Test("of too many apps that are away the one missed for longest is forgotten")
  func tooMany() throws {
    let names = (1...256).map { "gone-\($0)" }
    let choices = SupportChoices(apps: Dictionary(uniqueKeysWithValues: names.map { ($0, .mirror) }))
    let rig = SystemRig(
      apps: [lobby.app()], state: PersistentState(support: choices, absentApps: ["gone-9": 20_000, "gone-8": 20_001]))
    try rig.system.setSupport(.off, for: .app("lobby")) { _ in }
    #expect(rig.kept?.support.apps.count == 256)
    #expect(rig.kept?.support.apps["gone-9"] == nil && rig.kept?.support.apps["lobby"] == .off)
  }
}
