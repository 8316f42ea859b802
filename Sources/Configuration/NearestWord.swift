/// Finds the word that somebody probably meant.
package enum NearestWord {
  /// The candidate with the fewest edits from `word`, case aside; nil where even that is too far.
  ///
  /// Too far is more than `maximum` edits, by default a third of the candidate's letters. A beginning of four letters or more is near.
  package static func find(_ word: String, among candidates: [String], maximum: Int? = nil) -> String? {
    guard word.utf8.count <= 64 else { return nil }
    let typed = Array(word.lowercased())
    var best: (word: String, distance: Int)?
    for candidate in candidates {
      let letters = Array(candidate.lowercased())
      let distance = distance(typed, letters)
      let isBeginning = typed.count >= 4 && letters.starts(with: typed)
      guard isBeginning || distance <= maximum ?? max(1, (letters.count + 1) / 3) else { continue }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.word
  }

  /// Insertions, deletions, replacements and exchanges of neighbours (optimal string alignment).
  static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var previous: [Int] = []
    var current = Array(0...right.count)
    for (row, character) in left.enumerated() {
      let older = previous
      previous = current
      current = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(previous[column] + (character == other ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, character == right[column - 1], left[row - 1] == other {
          cost = min(cost, older[column - 1] + 1)
        }
        current.append(cost)
      }
    }
    return current[right.count]
  }
}
