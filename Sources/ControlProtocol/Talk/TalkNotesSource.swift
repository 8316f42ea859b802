/// Where the speaker's notes of a slide are from.
public enum TalkNotesSource: String, Codable, Hashable, Sendable, CaseIterable {
  /// There are none, or who asks may not see them.
  case none
  /// `SetTalkNotes`.
  case set
  /// The text annotations of the page.
  case annotations
  /// The words of the half of the page that is not shown: a picture of it says more.
  case half

  /// Reads one; throws `ControlError.invalidValue`, which lists all, where there is none of that name.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "notesSource")
  }
}
