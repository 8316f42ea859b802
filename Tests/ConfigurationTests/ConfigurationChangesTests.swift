import Configuration
import DisplayTypes
import Testing

@Suite struct ConfigurationChangesTests {
  private let base = """
    support: external
    screens:
    - match: {connector: DP-1}
      modes: [1920x1080]
      rotation: 90
    - match: {connector: "*"}
      modes: [preferred]
    apps:
      a: {foreground: true}
      b: {}
    """

  private func changes(_ edit: (String) -> String) throws -> [String] {
    try parsed(edit(base)).changes(from: parsed(base))
  }

  @Test("moved lines and comments change nothing")
  func lines() throws {
    #expect(try changes { "# new\n\n" + $0 }.isEmpty)
  }

  @Test("each part is reported separately")
  func parts() throws {
    let replaced = { (text: String, old: String, new: String) in
      text.split(separator: "\n").map { $0 == old ? Substring(new) : $0 }.joined(separator: "\n")
    }
    #expect(try changes { replaced($0, "support: external", "support: off") } == ["support has changed"])
    #expect(try changes { $0 + "\nidle: {color: '#fff'}" } == ["the idle colour has changed"])
    #expect(try changes { $0 + "\nbackgroundScenes: 3" } == ["backgroundScenes has changed"])
    #expect(try changes { $0 + "\nstandIn: true" } == ["standIn has changed"])
    #expect(try changes { $0 + "\nreducedMotion: true" } == ["reducedMotion has changed"])
    #expect(try changes { $0 + "\ntalk: { transition: none }" } == ["the transition of talks has changed"])
    #expect(try changes { $0 + "\nstandIn: false" }.isEmpty)
    #expect(try changes { $0 + "\nunknownScreens: idle" } == ["unknownScreens has changed"])
    #expect(try changes { $0 + "\naccess: {admin: {users: [root]}}" } == ["access has changed"])
    let apps = try changes {
      replaced(replaced($0, "  a: {foreground: true}", "  c: {}"), "  b: {}", "  b: {fallback: true}")
    }
    #expect(
      apps == ["app c was added", "app a was removed", "app b has changed", "another app is in the foreground"])
  }

  @Test("a rule's change touches its screens and keys only")
  func ruleKeys() throws {
    let old = try parsed(base)
    let new = try parsed(
      base.split(separator: "\n").map { $0 == "  rotation: 90" ? "  scale: 2" : $0 }.joined(separator: "\n"))
    #expect(new.changes(from: old) == ["the rules of screens have changed"])
    #expect(new.screenKeys(changedFrom: old, connectorName: "DP-1", identity: .unknown) == [.rotation, .scale])
    #expect(new.screenKeys(changedFrom: old, connectorName: "DP-2", identity: .unknown).isEmpty)
    let gone = try parsed("apps: {a: {}}")
    #expect(gone.screenKeys(changedFrom: old, connectorName: "DP-1", identity: .unknown) == [.rotation, .modes])
    #expect(gone.screenKeys(changedFrom: gone, connectorName: "DP-1", identity: .unknown).isEmpty)
  }
}
