/// How far each edge of the picture is moved inwards: `2%`, `2.5%`, `24px`.
public struct OverscanInfo: Codable, Hashable, Sendable {
  /// The inset of the top edge.
  public var top: String
  /// The inset of the right edge.
  public var right: String
  /// The inset of the bottom edge.
  public var bottom: String
  /// The inset of the left edge.
  public var left: String

  /// Makes one from its fields.
  public init(top: String = "0px", right: String = "0px", bottom: String = "0px", left: String = "0px") {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case top, right, bottom, left
  }

  /// Reads one; an unknown field is an error.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownFields(CodingKeys.self)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    top = try container.decodeIfPresent(String.self, forKey: .top) ?? "0px"
    right = try container.decodeIfPresent(String.self, forKey: .right) ?? "0px"
    bottom = try container.decodeIfPresent(String.self, forKey: .bottom) ?? "0px"
    left = try container.decodeIfPresent(String.self, forKey: .left) ?? "0px"
  }
}
