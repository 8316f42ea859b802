public import DisplayTypes

/// The shape of the picture that somebody wants, as `16:9`.
public struct WishedAspect: Hashable, Sendable, CustomStringConvertible {
  /// The number before the colon.
  public var width: Int
  /// The number behind the colon.
  public var height: Int

  /// Reads two whole numbers from 1 to 999 with a colon between; nil for anything else.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = parts.first, let last = parts.last,
      let width = DecimalDigits.value(of: first, upTo: 999), let height = DecimalDigits.value(of: last, upTo: 999),
      width > 0, height > 0
    else { return nil }
    self.width = width
    self.height = height
  }

  /// Whether the mode's picture has this shape: the aspect that it announces, else its pixels taken as square.
  ///
  /// Within 2.5 %: displays sold as 16:9 have 1366x768, and those sold as 21:9 have 3440x1440.
  public func fits(_ mode: ScreenMode) -> Bool {
    let shape = mode.pictureShape
    let wished = Double(width) / Double(height)
    return abs(shape / wished - 1) <= 0.025
  }

  /// As it was written: `16:9`.
  public var description: String { "\(width):\(height)" }
}
