internal import DisplayTypes

/// What a screen shows, as docs/scenes.md and section 2 of the design say it: the first row that fits counts.
public enum PictureTable {
  /// What can be looked at of a screen.
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
    /// `yes`, `no`, or `black` where its controller has gone and it wants that.
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

  private static let rows: [(patterns: [Substring], rule: String, shown: Shown)] = text.split(separator: "\n")
    .dropFirst()
    .compactMap { line in
      let words = line.split(separator: " ").filter { $0 != "|" }
      guard words.count == 9, let shown = Shown(rawValue: String(words[8])) else { return nil }
      return (Array(words[..<7]), String(words[7]), shown)
    }

  /// The rule that decides, and what it shows; nil where no row fits, which is a hole in the table.
  static func look(up facts: Facts) -> (rule: String, shown: Shown)? {
    let words = facts.words
    let row = rows.first { row in zip(row.patterns, words).allSatisfy { $0 == "*" || $0 == $1 } }
    return row.map { ($0.rule, $0.shown) }
  }
}
