/// Which page of a deck is wanted.
public enum PageTurn: String, Codable, Hashable, Sendable, CaseIterable {
  case next, previous, first, last
  /// The one of a number.
  case goto

  /// Reads one; throws `ControlError.invalidValue`, which lists all, where there is none of that name.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "turn")
  }
}
