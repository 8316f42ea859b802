import ControlProtocol
import DisplayTypes

nonisolated extension UserValue {
  init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    case .string(let value): self = .text(value)
    case .array(let values): self = .list(values.map(UserValue.init))
    case .object(let values): self = .object(values.mapValues(UserValue.init))
    }
  }
}

nonisolated extension JSONValue {
  init(_ value: UserValue) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    case .text(let value): self = .string(value)
    case .list(let values): self = .array(values.map(JSONValue.init))
    case .object(let values): self = .object(values.mapValues(JSONValue.init))
    }
  }
}

nonisolated extension UserInfo {
  /// As a message or the kept state says it.
  init(_ values: [String: JSONValue]) throws(UserInfoError) {
    try self.init(values.mapValues(UserValue.init))
  }

  /// As a message or the kept state says it.
  var json: [String: JSONValue] { values.mapValues(JSONValue.init) }
}
