import CJansson

/// Converts `Codable` values to JSON and back by the C library jansson.
///
/// It reads RFC 8259, without a name twice in an object and with at most 2048 levels. A number fits its type exactly, or is an error.
package enum JSON {
  /// The names of an object are sorted, so that equal values are equal bytes.
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

  /// Reads a value; throws `DecodingError`, whose path is empty if the text is no JSON at all.
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

/// A decoder that reports the kind of its value, so that a reader need not try one type after the other.
package protocol JSONKindDecoder: Decoder {
  var kind: JSONKind { get }
}

/// A key that no type declares: any name, or an element's index.
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
