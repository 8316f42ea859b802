import CJansson

/// JSON to `Codable` values and back, by way of the C library jansson.
///
/// It reads what RFC 8259 allows and no more: no comment, no trailing comma, no NaN, no byte that is not UTF-8, no name twice in an
/// object, no nesting deeper than jansson's 2048 levels. A number fits its type exactly, or is an error.
public enum JSON {
  /// How the text looks; either way the names of an object are sorted, so that equal values are equal bytes.
  public enum Style: Sendable {
    /// On one line, without blanks.
    case compact
    /// A line for each field and element, indented by two blanks.
    case indented
  }

  /// The text of a value.
  ///
  /// Throws `EncodingError.invalidValue` where a number is not finite, or above `Int64.max`.
  public static func encode(_ value: some Encodable, style: Style = .compact) throws -> [UInt8] {
    let tree = JSONTree()
    try ValueEncoder(tree: tree, place: .root, codingPath: []).write(value)
    return tree.text(style)
  }

  /// Reads a value.
  ///
  /// Throws `DecodingError`, with the path to what is wrong; the path is empty where the text is no JSON at all.
  public static func decode<Value: Decodable>(_ type: Value.Type, from text: [UInt8]) throws -> Value {
    try ValueDecoder(node: JSONDocument.parse(text), codingPath: []).read(type)
  }
}
