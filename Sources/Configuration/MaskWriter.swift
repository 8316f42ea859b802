/// Writes a tree as YAML in brackets and quotes, each value on the line on which it stood.
struct MaskWriter {
  private(set) var text = ""
  private var line = 1

  /// Writes a value and all that is in it.
  mutating func write(_ node: YAMLNode) {
    move(to: node.mark)
    switch node.value {
    case .scalar(let scalar, _): text += node.isNull ? "null" : Self.quoted(scalar)
    case .sequence(let items):
      text += "["
      for item in items {
        write(item)
        text += ", "
      }
      text += "]"
    case .mapping(let entries):
      text += "{"
      for entry in entries {
        move(to: entry.mark)
        text += "\(Self.quoted(entry.key)): "
        write(entry.value)
        text += ", "
      }
      text += "}"
    }
  }

  /// A line begins with a blank: brackets go on below only what is indented.
  private mutating func move(to mark: YAMLMark) {
    while line < mark.line {
      text += "\n "
      line += 1
    }
  }

  /// In double quotes, with YAML's escapes for what is no plain character.
  private static func quoted(_ scalar: String) -> String {
    var quoted = "\""
    for character in scalar.unicodeScalars {
      switch character {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case " "..."~": quoted.unicodeScalars.append(character)
      default:
        let digits = String(character.value, radix: 16)
        quoted += "\\U" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits
      }
    }
    return quoted + "\""
  }
}
