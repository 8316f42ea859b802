internal import ContentModel

/// A configuration file for reports: without the contents of its scenes, and without the names of users and groups. All settings of modes,
/// screens and scenes stay on their lines, so that messages name the same places.
package enum ConfigurationMask {
  /// Makes every content of a file black. A text that is not YAML becomes empty.
  package static func mask(_ bytes: [UInt8], file: String) -> [UInt8] {
    let text = try? YAMLFile.read(bytes, file: file) { root, _ in
      var writer = MaskWriter()
      if let root { writer.write(masked(root)) }
      return writer.text
    }
    return Array((text ?? "").utf8)
  }

  private static func masked(_ root: ValueNode) -> ValueNode {
    var root = root
    root.change("access") { $0.value = .mapping([]) }
    root.change("content") { $0.becomeBlack() }
    root.change("screens") { rules in rules.changeEach { $0.change("content") { $0.becomeBlack() } } }
    root.change("apps") { apps in
      apps.changeEach { app in
        app.change("scenes") { roles in
          roles.changeEach { $0.changeEach { $0.change("content") { $0.becomeBlack() } } }
        }
      }
    }
    return root
  }
}

extension ValueNode {
  fileprivate mutating func change(_ key: String, _ body: (inout ValueNode) -> Void) {
    guard case .mapping(var entries) = value else { return }
    for index in entries.indices where entries[index].key == key { body(&entries[index].value) }
    value = .mapping(entries)
  }

  fileprivate mutating func changeEach(_ body: (inout ValueNode) -> Void) {
    switch value {
    case .scalar: return
    case .sequence(var items):
      for index in items.indices { body(&items[index]) }
      value = .sequence(items)
    case .mapping(var entries):
      for index in entries.indices { body(&entries[index].value) }
      value = .mapping(entries)
    }
  }

  fileprivate mutating func becomeBlack() {
    let color = ValueNode(value: .scalar("#000000", isPlain: false), mark: mark)
    value = .mapping([ValueEntry(key: "color", mark: mark, value: color)])
  }
}

/// Writes a tree as YAML in brackets and quotes. Each value stays on its line.
private struct MaskWriter {
  private(set) var text = ""
  private var line = 1

  mutating func write(_ node: ValueNode) {
    move(to: node.mark)
    switch node.value {
    case .scalar(let scalar, _): text += node.isNull ? "null" : YAMLText.quoted(scalar)
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
        text += "\(YAMLText.quoted(entry.key)): "
        write(entry.value)
        text += ", "
      }
      text += "}"
    }
  }

  /// Begins each new line with a space, because brackets continue only on indented lines.
  private mutating func move(to mark: ValueMark) {
    while line < mark.line {
      text += "\n "
      line += 1
    }
  }
}
