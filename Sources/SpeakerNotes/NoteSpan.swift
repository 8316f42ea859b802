/// A run of letters of notes that look alike.
public struct NoteSpan: Hashable, Sendable {
  /// How letters can look.
  public struct Style: OptionSet, Hashable, Sendable {
    /// The bits.
    public var rawValue: Int

    /// Makes one from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Of a heading, or strong.
    public static let bold = Style(rawValue: 1)
    /// Emphasised.
    public static let italic = Style(rawValue: 2)
    /// Of a program.
    public static let code = Style(rawValue: 4)
  }

  /// The letters; a line break is a line break.
  public var text: String
  /// How they look.
  public var style: Style

  /// Makes one from its fields.
  public init(_ text: String, _ style: Style = []) {
    self.text = text
    self.style = style
  }
}
