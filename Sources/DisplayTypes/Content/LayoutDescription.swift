/// Several contents side by side, each in a region of its own.
public struct LayoutDescription: Hashable, Sendable {
  /// The most regions of one layout.
  public static let mostRegions = 16

  /// Drawn in this order; later ones lie over earlier ones.
  public var regions: [LayoutRegion]
  /// Where there is no region.
  public var background: Color

  /// Makes a layout.
  public init(regions: [LayoutRegion], background: Color = .black) {
    self.regions = regions
    self.background = background
  }
}
