/// What a key does, and how.
public struct KeyBinding: Hashable, Sendable {
  /// What it does.
  public var command: KeyCommand
  /// The command as it was written, for messages.
  public var words: String
  /// Whether it does so again and again while the key is held.
  public var repeats: Bool

  /// Reads a command.
  public init(_ words: String, repeats: Bool = false) throws(WordError) {
    command = try KeyCommand(words)
    self.words = words
    self.repeats = repeats
  }

  init(_ command: KeyCommand, words: String) {
    self.command = command
    self.words = words
    repeats = false
  }
}
