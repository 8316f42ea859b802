/// In which state a scene is, as docs/scenes.md says it: the first row that fits counts.
///
/// `here`: it is what the screen shows; `waits`: the screen shows something else, or has no signal for a while; `never`: the display is
/// away, or no scene may be connected there.
public enum StateTable {
  static let text = """
    scene  cover  | state
    here   clear  | foregroundActive
    here   blank  | foregroundInactive
    here   frozen | foregroundInactive
    waits  *      | background
    never  *      | unattached
    """

  private static let rows = text.split(separator: "\n").dropFirst().map { line in
    line.split(separator: " ").filter { $0 != "|" }.map(String.init)
  }

  /// The state's name; nil where no row fits, which is a hole in the table.
  static func state(scene: String, cover: String) -> String? {
    rows.first { row in zip(row, [scene, cover]).allSatisfy { $0 == "*" || $0 == $1 } }?.last
  }
}
