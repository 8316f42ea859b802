/// A line of a page.
struct PageLine: Equatable {
  var text: String
  /// The size of most of its letters, in points.
  var fontSize: Double
}

/// Chooses the line of a page that is its title: the one in the largest letters that is not the same on most pages.
enum PageTitle {
  /// So many lines of a title that goes over several are taken.
  private static let mostLines = 3
  /// Sizes that differ by less are the same: programs round them.
  private static let sameSize = 0.04

  /// The title; empty without any line.
  ///
  /// - Parameter shared: lines that most pages have, in the form of `key(_:)`.
  static func choose(from lines: [PageLine], without shared: Set<String>) -> String {
    let worded = lines.filter { line in line.text.unicodeScalars.contains { $0.properties.isAlphabetic } }
    let own = worded.filter { !shared.contains(key($0.text)) }
    // A page with nothing of its own is called by what it has.
    let candidates = own.isEmpty ? worded.isEmpty ? lines : worded : own
    guard let largest = candidates.map(\.fontSize).max(),
      let first = candidates.firstIndex(where: { isSame($0.fontSize, largest) })
    else { return "" }
    var title = candidates[first].text
    guard candidates.contains(where: { !isSame($0.fontSize, largest) }) else { return title }
    for line in candidates[(first + 1)...].prefix(mostLines - 1) {
      guard isSame(line.fontSize, largest) else { break }
      title += " " + line.text
    }
    return title
  }

  /// A line as pages share it: a number in it, as that of the page, is another on each.
  static func key(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.numericType == nil }))
  }

  /// The lines that more than half of some pages have; none of so few pages that nothing can be said.
  static func shared(by pages: [[PageLine]]) -> Set<String> {
    guard pages.count >= 3 else { return [] }
    var counts: [String: Int] = [:]
    for page in pages {
      for key in Set(page.map { key($0.text) }) { counts[key, default: 0] += 1 }
    }
    return Set(counts.filter { $0.value * 2 > pages.count }.keys)
  }

  private static func isSame(_ size: Double, _ largest: Double) -> Bool { size >= largest * (1 - sameSize) }
}
