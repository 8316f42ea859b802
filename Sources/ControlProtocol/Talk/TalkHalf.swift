/// The half of each page that holds the speaker's notes, as beamer's second screen lays pages out.
public enum TalkHalf: String, Codable, Hashable, Sendable, CaseIterable {
  /// Pages are slides and nothing else.
  case none
  /// The left half.
  case left
  /// The right half.
  case right
  /// The upper half.
  case top
  /// The lower half.
  case bottom

  /// Reads one; throws `ControlError.invalidValue`, which lists all, where there is none of that name.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "notesHalf")
  }
}
