/// How far one edge of the picture is moved inwards, because the display cuts that edge off.
public enum OverscanInset: Hashable, Sendable {
  /// A share of the panel's side, in per mille: 20 is 2 %. At most 250.
  case permille(Int)
  /// Pixels of the mode.
  case pixels(Int)

  /// Nothing is cut off.
  public static let none = OverscanInset.pixels(0)

  /// Reads `2%`, `2.5%`, `24px` or `24`; nil for anything else, for a negative number and above 25 %.
  public init?(_ text: String) {
    if text.hasSuffix("%") {
      guard let percent = Double(text.dropLast()), percent >= 0, percent <= 25 else { return nil }
      self = .permille(Int((percent * 10).rounded()))
    } else {
      let digits = text.hasSuffix("px") ? String(text.dropLast(2)) : text
      guard let pixels = Int(digits), pixels >= 0, pixels <= 4096 else { return nil }
      self = .pixels(pixels)
    }
  }

  /// The inset in pixels on a side that is `side` pixels long; at most a quarter of it.
  public func pixels(of side: Int) -> Int {
    switch self {
    case .permille(let share): min(max(0, (max(0, side) * min(max(0, share), 250) + 500) / 1000), max(0, side) / 4)
    case .pixels(let count): min(max(0, count), max(0, side) / 4)
    }
  }

  /// The text that `init(_:)` reads.
  public var text: String {
    switch self {
    case .permille(let share): share % 10 == 0 ? "\(share / 10)%" : "\(share / 10).\(share % 10)%"
    case .pixels(let count): "\(count)px"
    }
  }
}
