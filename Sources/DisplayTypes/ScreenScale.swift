/// How many pixels a point has on a screen.
public enum ScreenScale: Hashable, Sendable {
  /// Found from the display's size and pixels.
  case automatic
  /// Pixels a point, within `limits`.
  case fixed(Double)

  /// The scales that `OutputGeometry` lays out.
  public static let limits = 0.25...16.0

  /// Reads `auto` or a plain decimal number within `limits`; nil for anything else.
  public init?(_ text: String) {
    if text == "auto" {
      self = .automatic
      return
    }
    guard text.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Double(text), Self.limits.contains(number)
    else { return nil }
    self = .fixed(number)
  }

  /// The text that `init(_:)` reads.
  public var text: String {
    switch self {
    case .automatic: "auto"
    case .fixed(let number): number == number.rounded() && Self.limits.contains(number) ? "\(Int(number))" : "\(number)"
    }
  }
}
