public import DisplayTypes

/// The time that is left until a moment, as large as it fits: `2 d 03:04:05`, `03:04:05`, `04:05`.
public struct CountdownDescription: Hashable, Sendable {
  /// When it ends.
  public var end: WallTime
  /// What is written above the time; nil for nothing.
  public var title: String?
  /// What is written once it has ended; nil for `00:00`.
  public var ended: String?
  /// The colour of the letters.
  public var foreground: Color
  /// The colour behind them.
  public var background: Color
  /// A fontconfig family; nil for the system's sans-serif.
  public var font: String?

  /// Makes a countdown's description.
  public init(
    end: WallTime, title: String? = nil, ended: String? = nil, foreground: Color = .white, background: Color = .black,
    font: String? = nil
  ) {
    self.end = end
    self.title = title
    self.ended = ended
    self.foreground = foreground
    self.background = background
    self.font = font
  }
}
