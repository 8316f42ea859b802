import ArgumentParser

/// Arguments that are taken as they stand (`.allUnrecognized`), so that a number below zero is no unknown option.
struct LooseWords {
  /// Those that were meant: a `--`, behind which nothing is an option, is none of them.
  let values: [String]
  private let unknownOption: String?

  init(_ words: [String]) {
    let first = words.prefix { $0 != "--" }
    values = Array(first) + words.dropFirst(first.count + 1)
    unknownOption = first.first(where: Self.isOption)
  }

  /// Refuses options that there are not.
  func check() throws {
    if let unknownOption { throw ValidationError("Unknown option '\(unknownOption)'.") }
  }

  private static func isOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let second = word.dropFirst().first else { return false }
    return second == "-" || second.isLetter
  }
}
