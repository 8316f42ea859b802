/// Encodes the fields of an object.
struct FieldEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let tree: JSONTree
  let object: JSONBranch
  let codingPath: [any CodingKey]

  mutating func encodeNil(forKey key: Key) { object.set(.null, name: key.stringValue) }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try field(key).write(value) }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    field(key).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    field(key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { field(NameKey("super")) }

  mutating func superEncoder(forKey key: Key) -> any Encoder { field(key) }

  private func field(_ key: some CodingKey) -> ValueEncoder {
    ValueEncoder(tree: tree, place: .field(of: object, name: key.stringValue), codingPath: codingPath + [key])
  }
}
