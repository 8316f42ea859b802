/// The commands of keys.
struct KeyMap: Hashable {
  var bindings: [KeyChord: KeyBinding] = [:]

  /// The keys of presenter clickers, and the usual keys of presentation programs. F5 and Escape have no effect, because clickers send them
  /// to begin and end a show in another program.
  static let builtIn: KeyMap = {
    let commands = [
      "next": ["pagedown", "right", "down", "space", "enter", "n"],
      "previous": ["pageup", "left", "up", "backspace", "p"],
      "first": ["home"], "last": ["end"], "black": ["b", "."], "white": ["w", ","], "freeze": ["f"],
      "video": ["v"],
    ]
    var map = KeyMap()
    for (text, keys) in commands {
      for key in keys {
        if let chord = try? KeyChord(key) { map.bindings[chord] = try? KeyBinding(text) }
      }
    }
    return map
  }()

  /// Returns the bindings of both maps. If both have the same key, the binding of this map counts.
  func over(_ other: KeyMap) -> KeyMap {
    KeyMap(bindings: other.bindings.merging(bindings) { $1 })
  }

  /// The command of a key; nil if it has none, or `nothing`.
  subscript(chord: KeyChord) -> KeyBinding? {
    bindings[chord].flatMap { $0.command == .nothing ? nil : $0 }
  }
}

/// A command, and whether it repeats while its key is held.
struct KeyBinding: Hashable {
  var command: KeyCommand
  /// The command as written, for messages.
  var text: String
  var repeats: Bool

  init(_ text: String, repeats: Bool = false) throws(KeyMapWordError) {
    command = try KeyCommand(text)
    self.text = text
    self.repeats = repeats
  }
}
