/// Any JSON value, for `object` in the interface.
public indirect enum JSONValue: Hashable, Sendable {
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  case string(String)
  /// Values in their order.
  case array([JSONValue])
  /// Values by their names.
  case object([String: JSONValue])
}

extension JSONValue: Codable {
  /// The maximum depth. Deeper JSON is refused before it fills the stack.
  private static let maximumLevels = 40

  /// Reads any value.
  public init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= Self.maximumLevels else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "lists and objects are nested too deeply"))
    }
    let container = try decoder.singleValueContainer()
    self =
      switch Self.kind(of: container, in: decoder) {
      case .null: .null
      case .bool: .bool(try container.decode(Bool.self))
      case .integer: .integer(try container.decode(Int64.self))
      case .number: .number(try container.decode(Double.self))
      case .string: .string(try container.decode(String.self))
      case .array: .array(try Self.elements(of: decoder.unkeyedContainer()))
      case .object: .object(try container.decode([String: JSONValue].self))
      }
  }

  private static func kind(of container: any SingleValueDecodingContainer, in decoder: any Decoder) -> JSONKind {
    if let decoder = decoder as? any JSONKindDecoder { return decoder.kind }
    // The decoder of another library does not report the kind, so try each type.
    if container.decodeNil() { return .null }
    if (try? container.decode(String.self)) != nil { return .string }
    if (try? container.decode(Bool.self)) != nil { return .bool }
    if (try? container.decode(Int64.self)) != nil { return .integer }
    if (try? container.decode(Double.self)) != nil { return .number }
    return (try? decoder.unkeyedContainer()) != nil ? .array : .object
  }

  private static func elements(of list: any UnkeyedDecodingContainer) throws -> [JSONValue] {
    var list = list
    var values: [JSONValue] = []
    while !list.isAtEnd { values.append(try list.decode(JSONValue.self)) }
    return values
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }
}
