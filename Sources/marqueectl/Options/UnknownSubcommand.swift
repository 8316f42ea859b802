import ArgumentParser
import ContentModel

/// A word in place of a subcommand that does not exist.
struct UnknownSubcommand {
  private let word: String
  /// The command before the word, as `marqueectl simulate`.
  private let path: String
  private let names: [String]

  /// Finds it in the words after the program's name; nil if each subcommand exists.
  init?(in words: [String]) {
    var command: any ParsableCommand.Type = Marqueectl.self
    var path = ["marqueectl"]
    for word in words.prefix(while: { $0 != "--" }) where !word.hasPrefix("-") {
      let subcommands = command.configuration.subcommands
      // A default subcommand takes the word as its own.
      guard !subcommands.isEmpty, command.configuration.defaultSubcommand == nil, word != "help" else { return nil }
      guard let next = subcommands.first(where: { $0._commandName == word }) else {
        self.word = word
        self.path = path.joined(separator: " ")
        names = subcommands.map { $0._commandName }
        return
      }
      command = next
      path.append(word)
    }
    return nil
  }

  var failure: ToolFailure {
    let near = NearestWord.find(word, among: names)
    let question = near.map { "did you mean \"\($0)\"?" }
    return ToolFailure(
      message: "\"\(word)\" is not a subcommand of \(path)", status: .usage, near: near.map { [$0] },
      expected: names.sorted().joined(separator: ", "), hint: question ?? "\(path) --help lists them")
  }
}

/// The messages of ArgumentParser in our form.
enum UsageMessage {
  /// The text without its prefix, with double quotes. An apostrophe stays.
  static func text(_ message: String) -> String {
    let text = message.hasPrefix("Error: ") ? String(message.dropFirst(7)) : message
    return text.replacing(/(^|[ (\[])'([^'\n]+)'/) { match in "\(match.1)\"\(match.2)\"" }
  }
}
