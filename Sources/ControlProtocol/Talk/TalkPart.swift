/// What of a page is wanted as a picture.
public enum TalkPart: String, Codable, Hashable, Sendable, CaseIterable {
  /// What the audience sees.
  case slide
  /// The half with the speaker's notes.
  case notes

  /// Reads one; throws `ControlError.invalidValue`, which lists all, where there is none of that name.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "part")
  }
}
