import DisplayTypes
import LifecycleReference
import SimulatedBackend
import Testing

/// The delay from a request to its picture on the screen, in refreshes of a stopped clock.
@MainActor
struct ForegroundSwitchTests {
  @Test("a foreground switch is on the screen within two refreshes, whenever between two it comes", arguments: 0..<8)
  func switches(phase: UInt64) throws {
    let rig = try LifecycleRig()
    try rig.perform(LifeStep(.plug("HDMI-A-1", display: 1, isLate: false)))
    try rig.perform(LifeStep(.window(app: "news", screen: nil, true)))
    let mode = try #require(rig.backend.status["HDMI-A-1"]?.mode)
    let interval = mode.refreshInterval
    for app in ["news", "slides", "lobby", "news"] {
      // Everything is at rest, at one of eight moments between two refreshes.
      rig.advance(nanoseconds: 50 * interval + interval * phase / 8)
      let modesets = rig.backend.status["HDMI-A-1"]?.counters.modesets
      try rig.perform(LifeStep(.foreground(app: app, screen: nil), milliseconds: 0))
      var refreshes = 0
      while try rig.color(on: "HDMI-A-1") != rig.household.app(app)?.color, refreshes < 10 {
        refreshes += 1
        rig.advance(nanoseconds: interval)
      }
      #expect((1...2).contains(refreshes), "\(app) came after \(refreshes) refreshes")
      #expect(rig.backend.status["HDMI-A-1"]?.counters.modesets == modesets)
    }
  }
}
