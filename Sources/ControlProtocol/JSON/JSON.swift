import CJansson

/// Converts `Codable` values to JSON and back with the C library jansson. It reads RFC 8259 with at most 2048 levels, and refuses a name
/// that is twice in an object. A number that does not fit its type exactly is an error.
package enum JSON {
  /// The form of the text. In each form the names of an object are sorted, so that equal values have equal bytes.
  package enum Style: Sendable {
    /// On one line, without blanks.
    case compact
    /// A line for each field and element, indented by two blanks.
    case indented
  }

  /// Throws `EncodingError.invalidValue` if a number is not finite, or above `Int64.max`.
  package static func encode(_ value: some Encodable, style: Style = .compact) throws -> [UInt8] {
    let tree = JSONTree()
    try ValueEncoder(tree: tree, place: .root, codingPath: []).write(value)
    return tree.text(style)
  }

  /// Reads a value. Throws `DecodingError`, whose path is empty if the text is no JSON.
  package static func decode<Value: Decodable>(_ type: Value.Type, from text: [UInt8]) throws -> Value {
    try ValueDecoder(node: JSONDocument.parse(text), codingPath: []).read(type)
  }
}

package enum JSONKind: Sendable {
  case null, bool
  /// A whole number of 64 bits.
  case integer
  /// Any other number.
  case number
  case string, array, object
}

/// A decoder that reports the kind of its value, so that a reader does not have to try all types.
package protocol JSONKindDecoder: Decoder {
  var kind: JSONKind { get }
}

/// A key for any name, or for an element's index.
struct NameKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  init(index: Int) {
    stringValue = "\(index)"
    intValue = index
  }

  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(index: intValue) }
}
