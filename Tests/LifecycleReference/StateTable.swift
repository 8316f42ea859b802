/// The state of a scene, as in docs/scenes.md. The first row that fits counts.
///
/// `here`: its screen shows it. `waits`: the screen shows another picture, or has no signal for a while. `never`: the display is away, or
/// no scene may be connected there.
public enum StateTable {
  static let text = """
    scene  cover  | state
    here   clear  | foregroundActive
    here   blank  | foregroundInactive
    here   frozen | foregroundInactive
    waits  *      | background
    never  *      | unattached
    """

  /// A row of the table.
  struct Row: Hashable, Sendable {
    fileprivate var patterns: [String]
    /// The state's name.
    var state: String

    /// Its words.
    var name: String { "\(patterns.joined(separator: " ")) | \(state)" }
  }

  private static let rows: [Row] = text.split(separator: "\n").dropFirst().compactMap { line in
    let words = line.split(separator: " ").filter { $0 != "|" }.map(String.init)
    guard words.count == 3 else { return nil }
    return Row(patterns: Array(words[..<2]), state: words[2])
  }

  /// All rows.
  static var names: [String] { rows.map(\.name) }

  /// The row that counts; nil if no row fits, which is a hole in the table.
  static func row(scene: String, cover: String) -> Row? {
    rows.first { row in zip(row.patterns, [scene, cover]).allSatisfy { $0 == "*" || $0 == $1 } }
  }
}
