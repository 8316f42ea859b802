import DisplayTypes
import ModeSelection

/// Reads `match: { connector, make, model, serial }`.
enum ScreenMatchReader {
  private static let keys = ["connector", "make", "model", "serial"]
  private static let expected = "at least one of connector, make, model, serial, as { connector: \"HDMI-A-*\" }"

  static func read(from parent: ConfigurationSection) -> Sourced<ScreenMatch>? {
    guard let section = parent.section("match", keys: keys, expected: expected) else { return nil }
    if section.entries.isEmpty {
      section.errors.add(
        section.mark, section.path, "is empty", expected: expected, hint: "{ connector: \"*\" } is every screen")
    }
    func pattern(_ key: String) -> GlobPattern? {
      section.text(key, expected: "a pattern, as \"HDMI-A-*\"").map { GlobPattern($0.value) }
    }
    let match = ScreenMatch(
      connector: pattern("connector"), make: pattern("make"), model: pattern("model"), serial: pattern("serial"))
    return Sourced(match, at: section.errors.location(section.mark))
  }
}
