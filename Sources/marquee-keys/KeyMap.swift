/// The commands of keys.
public struct KeyMap: Hashable, Sendable {
  /// The commands by key.
  public var bindings: [KeyChord: KeyBinding]

  /// Makes one from its bindings.
  public init(_ bindings: [KeyChord: KeyBinding] = [:]) {
    self.bindings = bindings
  }

  /// The default without a file: the keys of presenter clickers, and the usual keys of presentation programs.
  ///
  /// Clickers send F5 and Escape to begin and end a show in another program: they have no effect.
  public static let builtIn: KeyMap = {
    let commands = [
      "next": ["pagedown", "right", "down", "space", "enter", "n"],
      "previous": ["pageup", "left", "up", "backspace", "p"],
      "first": ["home"], "last": ["end"], "black": ["b", "."], "white": ["w", ","], "freeze": ["f"],
    ]
    var map = KeyMap()
    for (words, keys) in commands {
      for key in keys {
        guard let chord = try? KeyChord(key), let binding = try? KeyBinding(words) else { continue }
        map.bindings[chord] = binding
      }
    }
    return map
  }()

  /// These bindings, and of another map those for other keys.
  public func over(_ other: KeyMap) -> KeyMap {
    KeyMap(other.bindings.merging(bindings) { $1 })
  }

  /// The command of a key; nil if it has none, or `nothing`.
  public subscript(chord: KeyChord) -> KeyBinding? {
    bindings[chord].flatMap { $0.command == .nothing ? nil : $0 }
  }
}

/// A command and its repetition.
public struct KeyBinding: Hashable, Sendable {
  /// The command.
  public var command: KeyCommand
  /// The command as it was written, for messages.
  public var text: String
  /// Whether it does so again and again while the key is held.
  public var repeats: Bool

  /// Reads a command.
  public init(_ words: String, repeats: Bool = false) throws(KeyMapWordError) {
    command = try KeyCommand(words)
    self.text = words
    self.repeats = repeats
  }

  init(_ command: KeyCommand, text words: String) {
    self.command = command
    self.text = words
    repeats = false
  }
}
