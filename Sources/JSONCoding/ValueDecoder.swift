/// Decodes one value of a document.
struct ValueDecoder: JSONKindDecoder {
  let node: JSONNode
  let codingPath: [any CodingKey]

  var kind: JSONKind { node.kind }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Decodes it as `type`.
  func read<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard node.isObject else { throw mismatch([String: Any].self, "an object") }
    return KeyedDecodingContainer(FieldDecoder(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard node.isArray else { throw mismatch([Any].self, "an array") }
    return ElementDecoder(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  private func mismatch(_ type: any Any.Type, _ expected: String) -> DecodingError {
    let description = "expected \(expected), not \(node.kindName)"
    return node.isNull
      ? .valueNotFound(type, .init(codingPath: codingPath, debugDescription: description))
      : .typeMismatch(type, .init(codingPath: codingPath, debugDescription: description))
  }
}

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { node.isNull }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard let value = node.bool else { throw mismatch(type, "a truth value") }
    return value
  }

  func decode(_ type: String.Type) throws -> String {
    guard let value = node.string else { throw mismatch(type, "a string") }
    return value
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard let value = node.double else { throw mismatch(type, "a number") }
    return value
  }

  func decode(_ type: Float.Type) throws -> Float {
    guard let value = node.double else { throw mismatch(type, "a number") }
    let float = Float(value)
    guard float.isFinite else {
      throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: "\(value) does not fit"))
    }
    return float
  }

  func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
    if let value = node.integer(type) { return value }
    guard let double = node.double else { throw mismatch(type, "a whole number") }
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: codingPath,
        debugDescription: "expected a whole number from \(Value.min) to \(Value.max), not \(double)"))
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try read(type) }
}
