/// What covers the slide on the display.
public enum TalkCover: String, Codable, Hashable, Sendable, CaseIterable {
  /// Nothing: the slide is seen.
  case none
  /// Black.
  case black
  /// White.
  case white

  /// Reads one; throws `ControlError.invalidValue`, which lists all, where there is none of that name.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "cover")
  }
}
