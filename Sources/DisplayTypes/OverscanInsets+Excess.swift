extension OverscanInsets {
  /// An edge that says more pixels than a mode can spare.
  public struct Excess: Hashable, Sendable, CustomStringConvertible {
    /// The edge's name, as the configuration has it.
    public var edge: String
    /// What was said.
    public var inset: OverscanInset
    /// What counts instead: a quarter of the side, in pixels.
    public var most: Int
    /// The whole side, in pixels.
    public var side: Int

    /// The edge, what was said, and what counts.
    public var description: String {
      "overscan \(edge) \(inset.text) is more than a quarter of the mode's \(side) pixels, so it is \(most)px"
    }
  }

  /// The edges of which less counts in a mode of that size than was said.
  public func excess(in mode: PixelSize) -> [Excess] {
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
