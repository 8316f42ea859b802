/// The table of docs/scenes.md that names, for each thing and each way to do it, the tests that prove it.
struct ProofTable {
  /// A place in the table.
  struct ProofCell: Hashable {
    var line: Int
    var text: String
  }

  /// The cells below the headings, without the first column.
  let cells: [ProofCell]

  /// Reads the table whose first heading is `behaviour`.
  init(_ page: String) {
    var isInside = false
    var cells: [ProofCell] = []
    for (index, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("| behaviour |") { isInside = true } else if !line.hasPrefix("|") { isInside = false }
      guard isInside, !line.hasPrefix("| behaviour |"), !line.hasPrefix("|---") else { continue }
      let columns = line.split(separator: "|").map { $0.trimming(" ") }
      cells += columns.dropFirst().map { ProofCell(line: index + 1, text: String($0)) }
    }
    self.cells = cells
  }

  /// The error of a cell; nil if it gives its reason or names existing tests. Each test may have a remark in brackets.
  static func complaint(about cell: ProofCell, suites: Set<String>, scenarios: Set<String>) -> String? {
    for reason in ["not needed: ", "not yet: "] where cell.text.hasPrefix(reason) {
      return cell.text.count > reason.count ? nil : "line \(cell.line) gives no reason"
    }
    let parts = cell.text.split(separator: ",").map { $0.prefix { $0 != "(" }.trimming(" ") }
    if parts.isEmpty { return "line \(cell.line) has an empty cell" }
    for part in parts {
      let words = part.split(separator: " ")
      let isScenario = words.first == "scenario"
      guard let word = words.last, words.count == (isScenario ? 2 : 1), word.hasPrefix("`"), word.hasSuffix("`") else {
        return "line \(cell.line): \"\(part)\" is neither a test in backquotes nor a reason"
      }
      let name = String(word.trimming("`"))
      guard (isScenario ? scenarios : suites).contains(name) else {
        return "line \(cell.line): there is no \(isScenario ? "scenario" : "suite") \(name)"
      }
    }
    return nil
  }
}

extension Substring {
  fileprivate func trimming(_ character: Character) -> Substring {
    var rest = self
    while rest.first == character { rest.removeFirst() }
    while rest.last == character { rest.removeLast() }
    return rest
  }
}
