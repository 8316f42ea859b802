import ControlProtocol

nonisolated extension JSONValue {
  /// What has no part in a decision and may be somebody's own: what apps keep with their sessions, and what proves who they are.
  private static let dropped: Set<String> = ["userInfo", "activity", "token"]

  /// The same without it, every content black.
  var masked: JSONValue {
    switch self {
    case .null, .bool, .integer, .number, .string: return self
    case .array(let values): return .array(values.map(\.masked))
    case .object(let values):
      var kept: [String: JSONValue] = [:]
      for (name, value) in values {
        switch value {
        case .object where name == "content": kept[name] = .object(["color": .string("#000000")])
        case .object where Self.dropped.contains(name), .string where Self.dropped.contains(name): break
        default: kept[name] = value.masked
        }
      }
      return .object(kept)
    }
  }
}
