/// Encodes the elements of an array.
struct ElementEncoder: UnkeyedEncodingContainer {
  let tree: JSONTree
  let array: JSONBranch
  let codingPath: [any CodingKey]

  var count: Int { array.count }

  mutating func encodeNil() { array.append(.null) }

  mutating func encode<Value: Encodable>(_ value: Value) throws { try element().write(value) }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    element().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }

  mutating func superEncoder() -> any Encoder { element() }

  private func element() -> ValueEncoder {
    ValueEncoder(tree: tree, place: .element(of: array), codingPath: codingPath + [NameKey(index: array.count)])
  }
}
