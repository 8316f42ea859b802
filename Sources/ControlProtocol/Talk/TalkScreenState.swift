/// How a display takes part in a talk.
public enum TalkScreenState: String, Codable, Hashable, Sendable, CaseIterable {
  /// It shows the talk.
  case shown
  /// It was never seen before, and shows nothing of the talk until it is told to.
  case waiting
  /// It shows something else: it is off, an alarm covers it, or another app is in the foreground there.
  case hidden

  /// Reads one; throws `ControlError.invalidValue`, which lists all, where there is none of that name.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "state")
  }
}
