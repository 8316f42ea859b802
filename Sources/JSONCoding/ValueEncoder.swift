/// Encodes one value of a tree.
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

  /// Encodes it; what writes nothing is an empty object.
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

  /// The object that it is; what it was before is gone.
  private func object() -> JSONBranch {
    if let branch, branch.isObject { return branch }
    return put(.object)
  }

  private func array() -> JSONBranch {
    if let branch, branch.isArray { return branch }
    return put(.array)
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
