import DisplayTypes

/// A refresh rate as somebody wrote it: the number of decimals says how exactly it is meant.
///
/// `60` takes what rounds to 60 Hz, the nearest first, so 60.000, then 59.94 (1000/1001), but also the 60.32 Hz of 800x600. `59.94` takes
/// 59.94 only, and `60.00` refuses 59.94.
public struct WishedRefresh: Hashable, Sendable, CustomStringConvertible {
  /// Refreshes (fields, where interlaced) in a thousand seconds.
  public var millihertz: Int
  /// Decimals that were written, 0 to 3.
  public var decimals: Int

  /// Makes a wish; both numbers are clamped to what can be written.
  public init(millihertz: Int, decimals: Int) {
    self.millihertz = min(max(0, millihertz), Self.maximumMillihertz)
    self.decimals = min(max(0, decimals), 3)
  }

  private static let maximumMillihertz = 9_999_999

  /// Reads `60`, `59.94` or `23.976`, with or without `Hz`; nil for anything else and from 10 kHz.
  public init?(_ text: some StringProtocol) {
    var digits = text[...]
    if digits.lowercased().hasSuffix("hz") { digits = digits.dropLast(2) }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 1 || parts.count == 2, let whole = parts.first,
      let hertz = DecimalDigits.value(of: whole, upTo: 9999)
    else { return nil }
    guard parts.count == 2, let fraction = parts.last else {
      self.init(millihertz: hertz * 1000, decimals: 0)
      return
    }
    guard fraction.utf8.count <= 3, let value = DecimalDigits.value(of: fraction, upTo: 999) else { return nil }
    let scale = [1000, 100, 10, 1][min(fraction.utf8.count, 3)]
    self.init(millihertz: hertz * 1000 + value * scale, decimals: fraction.utf8.count)
  }

  /// How far `refresh` is from the wish in millihertz; nil where it does not fit at all.
  public func distance(to refresh: Int) -> Int? {
    guard refresh >= 0, refresh <= 100_000_000 else { return nil }
    let distance = abs(refresh - millihertz)
    let tolerance =
      switch decimals {
      case 0: 500
      case 1: 50
      case 2: 5
      default: 1
      }
    return distance <= tolerance ? distance : nil
  }

  /// The number as it was written, without a unit.
  public var description: String {
    guard decimals > 0 else { return "\((millihertz + 500) / 1000)" }
    let fraction = "\(1000 + millihertz % 1000)".dropFirst().prefix(decimals)
    return "\(millihertz / 1000).\(fraction)"
  }
}
