/// The insets of the four edges of the panel, before any rotation of the content.
public struct OverscanInsets: Hashable, Sendable {
  package var top: OverscanInset
  package var right: OverscanInset
  package var bottom: OverscanInset
  package var left: OverscanInset

  /// Makes insets of the edges of the panel.
  public init(
    top: OverscanInset = .none, right: OverscanInset = .none, bottom: OverscanInset = .none, left: OverscanInset = .none
  ) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  /// No insets.
  public static let none = OverscanInsets()
}

/// The distance by which one edge of the picture is moved inwards, because the display cuts off that edge.
public enum OverscanInset: Hashable, Sendable {
  /// A share of the panel's side, in per mille: 20 is 2 %, and 250 is the largest.
  case permille(Int)
  /// Pixels of the mode.
  case pixels(Int)

  /// No inset.
  public static let none = OverscanInset.pixels(0)

  /// Parses `2%`, `2.5%`, `24px` or `24`; nil for anything else, for a negative number, and above 25 %.
  package init?(_ text: String) {
    let isShare = text.hasSuffix("%")
    let digits = isShare ? text.dropLast() : text.hasSuffix("px") ? text.dropLast(2) : text[...]
    // `Double` and `Int` also accept signs, exponents, hexadecimal digits and "inf", which are errors here.
    guard !digits.isEmpty, digits.utf8.allSatisfy({ "0123456789.".utf8.contains($0) }) else { return nil }
    if isShare {
      guard let percent = Double(digits), percent <= 25 else { return nil }
      self = .permille(Int((percent * 10).rounded()))
    } else {
      guard let pixels = Int(digits), pixels <= 4096 else { return nil }
      self = .pixels(pixels)
    }
  }

  /// The inset in pixels on a side of `side` pixels; at most a quarter of it.
  package func pixels(of side: Int) -> Int {
    let side = min(max(0, side), 1 << 30)
    return switch self {
    case .permille(let share): min((side * min(max(0, share), 250) + 500) / 1000, side / 4)
    case .pixels(let count): min(max(0, count), side / 4)
    }
  }

  /// The text that `init(_:)` reads.
  package var text: String {
    switch self {
    case .permille(let share): share % 10 == 0 ? "\(share / 10)%" : "\(share / 10).\(share % 10)%"
    case .pixels(let count): "\(count)px"
    }
  }
}

extension OverscanInsets {
  /// An inset that is larger than the mode permits.
  package struct Excess: CustomStringConvertible {
    /// The edge's name in the configuration.
    package var edge: String
    package var inset: OverscanInset
    /// The effective inset: a quarter of the side, in pixels.
    package var most: Int
    /// The whole side, in pixels.
    package var side: Int

    package var description: String {
      "overscan \(edge) \(inset.text) is more than a quarter of the mode's \(side) pixels, so it is \(most)px"
    }
  }

  /// The edges whose effective inset in a mode of that size is smaller than the configured one.
  package func excess(in mode: PixelSize) -> [Excess] {
    let edges = [
      ("top", top, mode.height), ("right", right, mode.width), ("bottom", bottom, mode.height),
      ("left", left, mode.width),
    ]
    return edges.compactMap { edge, inset, side in
      guard case .pixels(let count) = inset, count > side / 4 else { return nil }
      return Excess(edge: edge, inset: inset, most: inset.pixels(of: side), side: side)
    }
  }
}
