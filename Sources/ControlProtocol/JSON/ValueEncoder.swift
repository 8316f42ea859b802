final class ValueEncoder: Encoder {
  let tree: JSONTree
  let codingPath: [any CodingKey]
  private let place: JSONTree.Place
  private var branch: JSONBranch?

  init(tree: JSONTree, place: JSONTree.Place, codingPath: [any CodingKey]) {
    self.tree = tree
    self.place = place
    self.codingPath = codingPath
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Writes a value. A value without fields becomes an empty object.
  func write(_ value: some Encodable) throws {
    try value.encode(to: self)
    if branch == nil { put(.object) }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(FieldEncoder(tree: tree, object: object(), codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    ElementEncoder(tree: tree, array: array(), codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  private func object() -> JSONBranch {
    if let branch, branch.isObject { branch } else { put(.object) }
  }

  private func array() -> JSONBranch {
    if let branch, branch.isArray { branch } else { put(.array) }
  }

  @discardableResult private func put(_ value: JSONBranch) -> JSONBranch {
    branch = value
    tree.put(value, at: place)
    return value
  }

  private func invalid(_ value: Any, _ reason: String) -> EncodingError {
    .invalidValue(value, .init(codingPath: codingPath, debugDescription: reason))
  }
}

extension ValueEncoder: SingleValueEncodingContainer {
  func encodeNil() { put(.null) }
  func encode(_ value: Bool) { put(.bool(value)) }
  func encode(_ value: String) { put(.string(value)) }
  func encode(_ value: Float) throws { try encode(Double(value)) }

  func encode(_ value: Double) throws {
    guard value.isFinite else { throw invalid(value, "JSON has no number for \(value)") }
    put(tree.number(value))
  }

  func encode<Value: FixedWidthInteger & Encodable>(_ value: Value) throws {
    guard let number = Int64(exactly: value) else { throw invalid(value, "\(value) has more than 64 bits") }
    put(.integer(number))
  }

  func encode<Value: Encodable>(_ value: Value) throws { try write(value) }
}

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
