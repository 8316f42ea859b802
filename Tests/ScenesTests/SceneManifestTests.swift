import DisplayTypes
import Testing

@testable import Scenes

@Suite("SceneManifest")
struct SceneManifestTests {
  private func found(_ lists: [SceneRole: [String]], on connector: String = "HDMI-A-1") -> String? {
    let manifest = SceneManifest(configurations: lists.mapValues { $0.map { SceneConfiguration(name: $0) } })
    return manifest.configuration(for: .externalDisplayNonInteractive, connector: connector, identity: .unknown)?.name
  }

  @Test("external displays are looked up by the newer name first")
  func newerNameFirst() {
    #expect(found([.externalDisplayNonInteractive: ["new"], .externalDisplay: ["old"]]) == "new")
    #expect(found([.externalDisplay: ["old"]]) == "old")
    #expect(found([:]) == nil)
  }

  @Test("an empty list under the newer name hides the older one: the app leaves external displays alone")
  func emptyNewerHidesOlder() {
    #expect(found([.externalDisplayNonInteractive: [], .externalDisplay: ["old"]]) == nil)
    #expect(found([.externalDisplay: []]) == nil)
  }

  @Test("a configuration for this very screen goes before one for any")
  func match() {
    let own = SceneConfiguration(name: "own", match: ScreenMatch(connector: GlobPattern("DP-*")))
    let manifest = SceneManifest(configurations: [.externalDisplay: [SceneConfiguration(name: "any"), own]])
    func name(on connector: String) -> String? {
      manifest.configuration(for: .externalDisplayNonInteractive, connector: connector, identity: .unknown)?.name
    }
    #expect(name(on: "DP-1") == "own")
    #expect(name(on: "HDMI-A-1") == "any")
  }
}
