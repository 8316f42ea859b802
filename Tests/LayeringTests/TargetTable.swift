/// The table of targets in docs/targets.md: a row begins with the name of a target and ends with its imports.
enum TargetTable {
  static func rows(in page: String) -> [String: Set<String>] {
    var rows: [String: Set<String>] = [:]
    for match in page.matches(of: /\| `([A-Za-z-]+)` \|[^|\n]*\| ([^|\n]*?) \|/) {
      let words = match.2.split(separator: " ").map(String.init)
      rows[String(match.1)] = Set(words == ["nothing"] ? [] : words)
    }
    return rows
  }
}
