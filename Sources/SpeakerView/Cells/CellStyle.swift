/// How a cell looks.
public struct CellStyle: Hashable, Sendable {
  /// A colour by what it means; the terminal's own palette decides which it is.
  public enum Color: Hashable, Sendable, CaseIterable {
    /// The terminal's own.
    case plain
    /// What the eye should find first.
    case accent
    /// All is well.
    case good
    /// Look at it.
    case warning
    /// Do something.
    case bad
    /// Black letters on white paper, whether the terminal itself is dark or light: a code that cameras read.
    case code
  }

  /// The colour of its letters.
  public var color = Color.plain
  /// Heavier letters.
  public var bold = false
  /// Lighter letters.
  public var dim = false
  /// Slanted letters.
  public var italic = false
  /// A line below.
  public var underline = false
  /// Letters and paper change places.
  public var reverse = false

  /// Makes one from what differs from the plain one.
  public init(
    _ color: Color = .plain, bold: Bool = false, dim: Bool = false, italic: Bool = false, underline: Bool = false,
    reverse: Bool = false
  ) {
    self.color = color
    self.bold = bold
    self.dim = dim
    self.italic = italic
    self.underline = underline
    self.reverse = reverse
  }

  /// Nothing special.
  public static let plain = CellStyle()
  /// Of what matters less.
  public static let quiet = CellStyle(dim: true)
  /// Of what matters.
  public static let strong = CellStyle(bold: true)
}
