/// A place of a terminal's screen.
public struct Cell: Hashable, Sendable {
  /// The character; empty where the one to the left takes this column too.
  public var text: String
  /// How it looks.
  public var style: CellStyle

  /// Makes one from its fields.
  public init(_ text: String = " ", _ style: CellStyle = .plain) {
    self.text = text
    self.style = style
  }

  /// Whether terminals differ in how far the cursor moves after it: emoji and letters with marks.
  var isDoubtful: Bool { text.utf8.count > 3 || text.unicodeScalars.count > 1 }
}
