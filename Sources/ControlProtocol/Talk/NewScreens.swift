/// What a display that was never seen before gets of a talk.
public enum NewScreens: String, Codable, Hashable, Sendable, CaseIterable {
  /// The slide, as every other display.
  case show
  /// Nothing until somebody says so.
  case ask

  /// Reads one; throws `ControlError.invalidValue`, which lists all, where there is none of that name.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "newScreens")
  }
}
