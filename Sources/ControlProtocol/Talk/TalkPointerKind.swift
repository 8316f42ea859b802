/// How the speaker points at something.
public enum TalkPointerKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// A red dot.
  case pointer
  /// A bright circle; all around it is darkened.
  case spotlight

  /// Reads one; throws `ControlError.invalidValue`, which lists all, where there is none of that name.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "kind")
  }
}
