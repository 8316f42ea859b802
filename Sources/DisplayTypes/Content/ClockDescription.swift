/// The time of day, as large as it fits.
public struct ClockDescription: Hashable, Sendable {
  /// How it is written, as `strftime(3)` has it: `%H:%M` or `%A, %e %B%n%H:%M:%S`.
  public var format: String
  /// The time zone, as `Europe/Berlin`; nil for the machine's.
  public var zone: String?
  /// The colour of the letters.
  public var foreground: Color
  /// The colour behind them.
  public var background: Color
  /// A fontconfig family; nil for the system's sans-serif.
  public var font: String?

  /// Makes a clock's description.
  public init(
    format: String = "%H:%M", zone: String? = nil, foreground: Color = .white, background: Color = .black,
    font: String? = nil
  ) {
    self.format = format
    self.zone = zone
    self.foreground = foreground
    self.background = background
    self.font = font
  }
}
