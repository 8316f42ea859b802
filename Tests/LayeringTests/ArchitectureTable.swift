/// The table of targets in ARCHITECTURE.md: rows that begin with a target's name in code marks, and end with what it imports.
enum ArchitectureTable {
  static func rows(in page: String) -> [String: Set<String>] {
    var rows: [String: Set<String>] = [:]
    for match in page.matches(of: /\| `([A-Za-z-]+)` \|[^|\n]*\| ([^|\n]*?) \|/) {
      let words = match.2.split(separator: " ").map(String.init)
      rows[String(match.1)] = Set(words == ["nothing"] ? [] : words)
    }
    return rows
  }
}
