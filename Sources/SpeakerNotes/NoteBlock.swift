/// A paragraph, heading, item or piece of a program in notes.
public struct NoteBlock: Hashable, Sendable {
  /// What stands before its first line, as `• `.
  public var mark: String
  /// How many columns its lines are indented by, the mark included.
  public var indent: Int
  /// Its letters.
  public var spans: [NoteSpan]
  /// Whether an empty line stands above it.
  public var isApart: Bool
  /// Whether it is a heading.
  public var isHeading: Bool
  /// Whether it is a line across.
  public var isRule: Bool

  /// Makes one from its fields.
  public init(
    mark: String = "", indent: Int = 0, spans: [NoteSpan], isApart: Bool = false, isHeading: Bool = false,
    isRule: Bool = false
  ) {
    self.mark = mark
    self.indent = indent
    self.spans = spans
    self.isApart = isApart
    self.isHeading = isHeading
    self.isRule = isRule
  }
}
