/// The frequencies between which a display can synchronise (EDID 1.4 section 3.10.3.3, tag 0xFD).
public struct DisplayRangeLimits: Hashable, Sendable {
  /// Refresh in hertz.
  public var verticalHertz: ClosedRange<Int>
  /// Line rate in kilohertz.
  public var horizontalKilohertz: ClosedRange<Int>
  /// The highest pixel clock in megahertz; nil where it is not stated.
  public var maximumPixelClockMegahertz: Int?

  /// Makes limits.
  public init(
    verticalHertz: ClosedRange<Int>, horizontalKilohertz: ClosedRange<Int>, maximumPixelClockMegahertz: Int? = nil
  ) {
    self.verticalHertz = verticalHertz
    self.horizontalKilohertz = horizontalKilohertz
    self.maximumPixelClockMegahertz = maximumPixelClockMegahertz
  }

  /// Reads the descriptor; nil where a minimum is above its maximum.
  init?(_ descriptor: ByteWindow, revision: Int) {
    // From 1.4 on, byte 4 adds 255 to each of the four limits.
    let offsets = revision >= 4 ? descriptor[4] : 0
    let minimumVertical = descriptor[5] + (offsets & 1 != 0 ? 255 : 0)
    let maximumVertical = descriptor[6] + (offsets & 2 != 0 ? 255 : 0)
    let minimumHorizontal = descriptor[7] + (offsets & 4 != 0 ? 255 : 0)
    let maximumHorizontal = descriptor[8] + (offsets & 8 != 0 ? 255 : 0)
    guard minimumVertical <= maximumVertical, minimumHorizontal <= maximumHorizontal else { return nil }
    let clock = descriptor[9]
    self.init(
      verticalHertz: minimumVertical...maximumVertical, horizontalKilohertz: minimumHorizontal...maximumHorizontal,
      maximumPixelClockMegahertz: clock == 0 || clock == 255 ? nil : clock * 10)
  }
}
