import DisplayTypes
import Testing

@testable import Scenes

/// On which display application scenes are, as a table.
@Suite("Place of application scenes")
struct ApplicationPlacementTests {
  private typealias Candidate = ApplicationPlacement.Candidate

  private static func screen(
    _ number: UInt64, main: Bool = false, usable: Bool = true, hand: Bool = false, rule: Bool = false, app: Bool = false
  ) -> Candidate {
    Candidate(
      screen: ScreenID(rawValue: number), isMain: main, isUsable: usable, isByHand: hand, isByRule: rule, isByApp: app)
  }

  private func home(_ candidates: [Candidate], owned: Bool = true) -> String {
    let home = ApplicationPlacement(candidates: candidates, isInputOwned: owned).home
    return home.map { "\($0.screen.rawValue) \($0.place)" } ?? "none"
  }

  @Test("their default place is the main screen, or none without a main screen")
  func standard() {
    #expect(home([Self.screen(1), Self.screen(9, main: true)]) == "9 main")
    #expect(home([Self.screen(1)]) == "none")
    #expect(home([]) == "none")
  }

  @Test("by hand goes before the rule, the rule before the app, the app before the main screen")
  func order() {
    let main = Self.screen(9, main: true)
    #expect(
      home([main, Self.screen(1, app: true), Self.screen(2, rule: true), Self.screen(3, hand: true)]) == "3 hand")
    #expect(home([main, Self.screen(1, app: true), Self.screen(2, rule: true), Self.screen(3)]) == "2 rule")
    #expect(home([main, Self.screen(1, app: true), Self.screen(2), Self.screen(3)]) == "1 app")
    #expect(home([Self.screen(9, main: true, hand: true), Self.screen(2, rule: true)]) == "9 main")
  }

  @Test("an external display counts only while a controller owns input, and if it shows scenes")
  func owned() {
    let main = Self.screen(9, main: true)
    for external in [Self.screen(1, hand: true), Self.screen(1, rule: true), Self.screen(1, app: true)] {
      #expect(home([main, external], owned: false) == "9 main")
      #expect(home([external], owned: false) == "none")
      var dark = external
      dark.isUsable = false
      #expect(home([main, dark]) == "9 main")
    }
    #expect(home([main], owned: false) == "9 main")
  }
}
