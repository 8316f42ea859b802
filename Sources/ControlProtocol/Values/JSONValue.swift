/// Any JSON value, where the interface says `object`.
public indirect enum JSONValue: Hashable, Sendable {
  /// Nothing.
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  /// A text.
  case string(String)
  /// Values in their order.
  case array([JSONValue])
  /// Values by their names.
  case object([String: JSONValue])
}

extension JSONValue: Codable {
  /// More levels than any message has use for; JSON that is nested deeper is refused before it fills the stack.
  private static let maximumLevels = 40

  /// Reads whatever stands there.
  public init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= Self.maximumLevels else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "lists and objects are nested too deeply"))
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let whole = try? container.decode(Int64.self) {
      self = .integer(whole)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let list = try? decoder.unkeyedContainer() {
      self = .array(try Self.elements(of: list))
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  private static func elements(of list: any UnkeyedDecodingContainer) throws -> [JSONValue] {
    var list = list
    var values: [JSONValue] = []
    while !list.isAtEnd { values.append(try list.decode(JSONValue.self)) }
    return values
  }

  /// Writes it as it is.
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
