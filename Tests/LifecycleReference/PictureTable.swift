internal import DisplayTypes

/// The picture of a screen, as in docs/scenes.md. The first row that fits counts.
public enum PictureTable {
  /// The kinds of pictures of a screen.
  public enum Shown: String, Hashable, Sendable {
    case untouched
    case dark
    case alarm
    case foreground
    case black
    case fallback
    case mirror
    case idle
  }

  /// Everything that the picture of a screen depends on, each as the word of its column.
  struct Facts: Hashable, Sendable {
    /// The use, power and support of the screen.
    var use: Household.Use
    var isPowered: Bool
    /// An app of that kind has a scene with a window for the screen.
    var hasAlarm: Bool
    var support: ExternalSupport
    /// `yes`, `no`, or `black` if its controller has gone and its loss is blank.
    var foreground: String
    var hasFallback: Bool
    var hasMainScreen: Bool

    var words: [String] {
      [
        use.rawValue, isPowered ? "on" : "off", hasAlarm ? "yes" : "no", support.rawValue, foreground,
        hasFallback ? "yes" : "no", hasMainScreen ? "yes" : "no",
      ]
    }
  }

  static let text = """
    use       power  alarm  support   foreground  fallback  main  | rule        shows
    console   *      *      *         *           *         *     | untouched   untouched
    dark      *      *      *         *           *         *     | dark        dark
    *         off    *      *         *           *         *     | dark        dark
    *         on     yes    *         *           *         *     | alarm       alarm
    external  on     no     off       *           *         *     | support     dark
    main      on     no     *         *           *         *     | main        idle
    external  on     no     external  yes         *         *     | foreground  foreground
    external  on     no     external  black       *         *     | foreground  black
    external  on     no     external  no          yes       *     | fallback    fallback
    external  on     no     external  no          no        yes   | mirror      mirror
    external  on     no     mirror    *           *         yes   | mirror      mirror
    external  on     no     *         *           *         no    | idle        idle
    """

  /// A row of the table.
  struct Row: Hashable, Sendable {
    fileprivate var patterns: [Substring]
    /// The rule that decides.
    var rule: String
    /// The picture of the row.
    var shown: Shown

    /// Its words.
    var name: String { "\(patterns.joined(separator: " ")) | \(rule) \(shown.rawValue)" }
  }

  private static let rows: [Row] = text.split(separator: "\n").dropFirst().compactMap { line in
    let words = line.split(separator: " ").filter { $0 != "|" }
    guard words.count == 9, let shown = Shown(rawValue: String(words[8])) else { return nil }
    return Row(patterns: Array(words[..<7]), rule: String(words[7]), shown: shown)
  }

  /// All rows.
  static var names: [String] { rows.map(\.name) }

  /// The row that decides; nil if no row fits, which is a hole in the table.
  static func look(up facts: Facts) -> Row? {
    let words = facts.words
    return rows.first { row in zip(row.patterns, words).allSatisfy { $0 == "*" || $0 == $1 } }
  }
}
