import ControlProtocol

/// How often a value was asked for while a text was read.
final class DecodeCount {
  /// Questions for one value as one type.
  private(set) var attempts = 0
  /// The number of requests that ended with an error.
  private(set) var errors = 0

  func attempt<Value>(_ read: () throws -> Value) throws -> Value {
    attempts += 1
    do {
      return try read()
    } catch {
      errors += 1
      throw error
    }
  }
}

/// Passes everything on to the decoder of `JSON.decode`, and counts.
struct CountingDecoder: JSONKindDecoder {
  let base: any JSONKindDecoder
  let counter: DecodeCount

  init(base: any Decoder, counter: DecodeCount) throws {
    guard let base = base as? any JSONKindDecoder else {
      throw DecodingError.dataCorrupted(.init(codingPath: base.codingPath, debugDescription: "the kind is not known"))
    }
    self.base = base
    self.counter = counter
  }

  var kind: JSONKind { base.kind }

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let fields = try counter.attempt { try base.container(keyedBy: type) }
    return KeyedDecodingContainer(CountingFields(base: fields, counter: counter))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    CountingElements(base: try counter.attempt { try base.unkeyedContainer() }, counter: counter)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    CountingValue(decoder: self, base: try base.singleValueContainer())
  }
}

private struct CountingValue: SingleValueDecodingContainer {
  let decoder: CountingDecoder
  let base: any SingleValueDecodingContainer

  var codingPath: [any CodingKey] { base.codingPath }

  func decodeNil() -> Bool { base.decodeNil() }
  func decode(_ type: Bool.Type) throws -> Bool { try decoder.counter.attempt { try base.decode(type) } }
  func decode(_ type: String.Type) throws -> String { try decoder.counter.attempt { try base.decode(type) } }
  func decode(_ type: Double.Type) throws -> Double { try decoder.counter.attempt { try base.decode(type) } }
  func decode(_ type: Int64.Type) throws -> Int64 { try decoder.counter.attempt { try base.decode(type) } }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: decoder) }
}

private struct CountingElements: UnkeyedDecodingContainer {
  var base: any UnkeyedDecodingContainer
  let counter: DecodeCount

  var codingPath: [any CodingKey] { base.codingPath }
  var currentIndex: Int { base.currentIndex }
  var count: Int? { base.count }
  var isAtEnd: Bool { base.isAtEnd }

  mutating func decodeNil() throws -> Bool { try base.decodeNil() }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: superDecoder()) }
  mutating func superDecoder() throws -> any Decoder {
    try CountingDecoder(base: base.superDecoder(), counter: counter)
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try superDecoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try superDecoder().unkeyedContainer()
  }
}

private struct CountingFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let base: KeyedDecodingContainer<Key>
  let counter: DecodeCount

  var codingPath: [any CodingKey] { base.codingPath }
  var allKeys: [Key] { base.allKeys }

  func contains(_ key: Key) -> Bool { base.contains(key) }
  func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try Value(from: superDecoder(forKey: key))
  }

  func superDecoder() throws -> any Decoder { try CountingDecoder(base: base.superDecoder(), counter: counter) }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try CountingDecoder(base: base.superDecoder(forKey: key), counter: counter)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try superDecoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try superDecoder(forKey: key).unkeyedContainer()
  }
}
