/// Decodes the fields of an object.
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
