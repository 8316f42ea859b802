import CJansson

/// JSON to `Codable` values and back, by way of the C library jansson.
///
/// It reads what RFC 8259 allows and no more: no comment, no trailing comma, no NaN, no byte that is not UTF-8, no name twice in an
/// object, no nesting deeper than jansson's 2048 levels. A number fits its type exactly, or is an error.
package enum JSON {
  /// How the text looks; either way the names of an object are sorted, so that equal values are equal bytes.
  package enum Style: Sendable {
    /// On one line, without blanks.
    case compact
    /// A line for each field and element, indented by two blanks.
    case indented
  }

  /// The text of a value.
  ///
  /// Throws `EncodingError.invalidValue` where a number is not finite, or above `Int64.max`.
  package static func encode(_ value: some Encodable, style: Style = .compact) throws -> [UInt8] {
    let tree = JSONTree()
    try ValueEncoder(tree: tree, place: .root, codingPath: []).write(value)
    return tree.text(style)
  }

  /// Reads a value.
  ///
  /// Throws `DecodingError`, with the path to what is wrong; the path is empty where the text is no JSON at all.
  package static func decode<Value: Decodable>(_ type: Value.Type, from text: [UInt8]) throws -> Value {
    try ValueDecoder(node: JSONDocument.parse(text), codingPath: []).read(type)
  }
}

/// What a value of a text is.
package enum JSONKind: Sendable {
  /// Nothing.
  case null
  /// True or false.
  case bool
  /// A number that is whole and fits into 64 bits.
  case integer
  /// Any other number.
  case number
  /// A text.
  case string
  /// Values in their order.
  case array
  /// Values by their names.
  case object
}

/// A decoder that names the kind of its value, so that a reader of any value need not try one type after the other.
///
/// The decoder of `JSON.decode` is one.
package protocol JSONKindDecoder: Decoder {
  /// What the value is.
  var kind: JSONKind { get }
}

/// A key that no type declares: an element's index, or `super`.
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
