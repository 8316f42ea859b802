public import DisplayTypes

/// What a clock or a countdown shows at a moment.
public struct ClockFace: Hashable, Sendable {
  /// What is written.
  public var text: String
  /// A text that takes as much room as any that this clock will show: the letters are as large as fits this one, always.
  public var template: String
  /// The colour of the letters.
  public var foreground: Color
  /// The colour behind them.
  public var background: Color
  /// A fontconfig family; nil for the system's sans-serif.
  public var font: String?

  /// Makes a face.
  public init(text: String, template: String, foreground: Color, background: Color, font: String? = nil) {
    self.text = text
    self.template = template
    self.foreground = foreground
    self.background = background
    self.font = font
  }
}
