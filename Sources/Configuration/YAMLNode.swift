/// One value of a YAML document and where it stands.
package struct YAMLNode {
  package enum Value {
    case scalar(String, isPlain: Bool)
    case sequence([YAMLNode])
    case mapping([YAMLEntry])
  }

  package var value: Value
  package var mark: YAMLMark
  /// False for a number or a truth value of a message, which is no text there.
  var isText = true

  /// Whether it is nothing: an absent value, `~` or `null`, not in quotes.
  package var isNull: Bool {
    switch value {
    case .scalar(let text, let isPlain): isPlain && ["", "~", "null", "Null", "NULL"].contains(text)
    case .sequence, .mapping: false
    }
  }

  /// How a message names what was found here.
  package var kind: String {
    switch value {
    case .scalar(let text, _): isNull ? "nothing" : "“\(Quoting.short(text))”"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}
