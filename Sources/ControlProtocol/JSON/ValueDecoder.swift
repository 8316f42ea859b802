struct ValueDecoder: JSONKindDecoder {
  let node: JSONNode
  let codingPath: [any CodingKey]

  var kind: JSONKind { node.kind }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

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
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: description)
    return node.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
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

struct FieldDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let node: JSONNode
  let codingPath: [any CodingKey]

  var allKeys: [Key] { node.names.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { node[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try field(key).node.isNull }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try field(key).read(type) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try field(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try field(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try field(NameKey("super")) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try field(key) }

  private func field(_ key: some CodingKey) throws(DecodingError) -> ValueDecoder {
    guard let value = node[key.stringValue] else {
      throw .keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "there is no field \"\(key.stringValue)\""))
    }
    return ValueDecoder(node: value, codingPath: codingPath + [key])
  }
}

struct ElementDecoder: UnkeyedDecodingContainer {
  let node: JSONNode
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(node: JSONNode, codingPath: [any CodingKey]) {
    self.node = node
    self.codingPath = codingPath
  }

  var count: Int? { node.count }
  var isAtEnd: Bool { currentIndex >= node.count }

  mutating func decodeNil() throws -> Bool {
    guard try element(Never.self).node.isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next(type) { try $0.read(type) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next([String: Any].self) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next([Any].self) { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try next((any Decoder).self) { $0 }
  }

  /// Decodes the current element, and moves to the next one if that succeeds.
  private mutating func next<Value>(_ type: any Any.Type, _ decode: (ValueDecoder) throws -> Value) throws -> Value {
    let value = try decode(element(type))
    currentIndex += 1
    return value
  }

  private func element(_ type: any Any.Type) throws(DecodingError) -> ValueDecoder {
    let path = codingPath + [NameKey(index: currentIndex)]
    guard let value = node[currentIndex] else {
      throw .valueNotFound(
        type, .init(codingPath: path, debugDescription: "the array has only \(node.count) elements"))
    }
    return ValueDecoder(node: value, codingPath: path)
  }
}
