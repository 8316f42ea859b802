import DisplayTypes
import Testing

@testable import Scenes

@Suite("MirrorChoice")
struct MirrorChoiceTests {
  private let connected: Set<String> = ["eDP-1", "A-1", "A-2", "A-3"]

  private func choice(
    _ name: String, _ sources: [String: MirrorWish.Source] = [:], main: String? = "eDP-1"
  ) -> MirrorChoice {
    MirrorChoice(
      of: name, wishes: sources.mapValues { Sourced(MirrorWish($0, fit: .fill)) }, connected: connected, main: main)
  }

  @Test("the default is the main screen, letterboxed, and nothing without a main screen or on it")
  func main() {
    #expect(choice("A-1").screen == "eDP-1")
    #expect(choice("A-1").fit == .letterbox)
    #expect(choice("eDP-1").screen == nil)
    #expect(choice("A-1", main: nil).screen == nil)
    #expect(choice("A-1", ["A-1": .main]).fit == .fill)
  }

  @Test("a named screen, directly and through others, and an absent one is reported")
  func named() {
    #expect(choice("A-1", ["A-1": .screen("A-2")]).screen == "A-2")
    let chain: [String: MirrorWish.Source] = ["A-1": .screen("A-2"), "A-2": .screen("A-3"), "A-3": .main]
    #expect(choice("A-1", chain).screen == "A-2")
    #expect(choice("A-1", ["A-1": .screen("DP-9")]).screen == nil)
    #expect(choice("A-1", ["A-1": .screen("DP-9")]).reason == "DP-9, which it mirrors, is not connected")
  }

  @Test("the screen with the app's application scenes, unless it is the screen itself or missing")
  func application() {
    func screen(_ name: String, showing other: String?) -> String? {
      MirrorChoice(
        of: name, wishes: ["A-1": Sourced(MirrorWish(.application))], connected: connected, main: "eDP-1",
        applications: other.map { ["A-1": $0] } ?? [:]
      ).screen
    }
    #expect(screen("A-1", showing: "A-2") == "A-2")
    #expect(screen("A-1", showing: "A-1") == nil)
    #expect(screen("A-1", showing: nil) == nil)
  }

  @Test("screens that mirror each other or themselves mirror nothing, and report that")
  func rings() {
    #expect(choice("A-1", ["A-1": .screen("A-1")]).reason == "it cannot mirror itself")
    let ring: [String: MirrorWish.Source] = ["A-1": .screen("A-2"), "A-2": .screen("A-3"), "A-3": .screen("A-1")]
    for name in ring.keys { #expect(choice(name, ring).screen == nil) }
    #expect(choice("A-1", ring).reason == "screens mirror each other: A-1, A-2, A-3, A-1")
    // A ring of others does not end the search in an endless loop.
    let beside: [String: MirrorWish.Source] = ["A-1": .screen("A-2"), "A-2": .screen("A-3"), "A-3": .screen("A-2")]
    #expect(choice("A-1", beside).screen == "A-2")
    #expect(choice("A-2", beside).screen == nil)
  }

  @Test("a ring through application scenes that will leave is still a ring, and their screen mirrors none")
  func applicationRing() {
    let wishes: [String: MirrorWish.Source] = ["A-1": .application, "A-2": .screen("A-1"), "A-3": .screen("A-1")]
    func choice(_ name: String) -> MirrorChoice {
      MirrorChoice(
        of: name, wishes: wishes.mapValues { Sourced(MirrorWish($0)) }, connected: connected, main: nil,
        applications: ["A-1": "A-2", "A-2": "A-2", "A-3": "A-2"])
    }
    #expect(choice("A-1").screen == "A-2")
    #expect(choice("A-2").reason == "screens mirror each other: A-2, A-1, A-2")
    #expect(choice("A-3").screen == "A-1")
  }
}
