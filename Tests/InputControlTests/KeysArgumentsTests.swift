import DisplayTypes
import Testing

@testable import marquee_keys

/// The command line of marquee-keys, and its use of the daemon's words.
struct KeysArgumentsTests {
  @Test("options are read")
  func known() throws {
    #expect(try KeysArguments([]) == KeysArguments(["--seat", "seat0"]))
    let arguments = try KeysArguments(["--config", "keys.yaml", "--check"])
    #expect(arguments.config == "keys.yaml" && arguments.work == .check)
    #expect(try KeysArguments(["--list"]).work == .list)
  }

  @Test(
    "an unknown option, or one without its value, is refused",
    arguments: [["--map"], ["--config"], ["--config", ""], ["keys.yaml"]])
  func unknown(words: [String]) throws {
    let failure = try #require(throws: KeysFailure.self) { try KeysArguments(words) }
    #expect(failure.status == 64)
  }

  @Test("a missing file is an error if it was named, and otherwise replaced by the built-in map")
  func missing() throws {
    #expect(throws: KeysFailure.self) { try KeysArguments(["--config", "/nowhere/keys.yaml"]).loadKeyMap() }
  }

  @Test("the insets are read from explain")
  func overscan() {
    let insets = SceneFinder.overscan("top 2%, right 0px, bottom 2.5%, left 24px")
    #expect(insets == OverscanInsets(top: .permille(20), bottom: .permille(25), left: .pixels(24)))
    #expect(SceneFinder.overscan("nonsense") == .none)
  }
}
