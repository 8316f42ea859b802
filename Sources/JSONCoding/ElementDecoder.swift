/// Decodes the elements of an array, one after the other.
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
    let value = try element(type).read(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try element([String: Any].self).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try element([Any].self).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try element((any Decoder).self)
    currentIndex += 1
    return decoder
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
