/// What was being done in a scene, so that another can go on with it.
public struct ActivityInfo: Codable, Hashable, Sendable {
  /// What it is, as `com.example.editing`; up to 256 bytes.
  public var type: String
  /// What goes with it: up to 16 KiB of JSON, 16 levels deep; nil for nothing.
  public var userInfo: [String: JSONValue]?

  /// Makes one from its fields.
  public init(type: String, userInfo: [String: JSONValue]? = nil) {
    self.type = type
    self.userInfo = userInfo
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case type, userInfo
  }

  /// Reads one; an unknown field is an error.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownFields(CodingKeys.self)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    type = try container.decode(String.self, forKey: .type)
    userInfo = try container.decodeIfPresent([String: JSONValue].self, forKey: .userInfo)
  }
}
