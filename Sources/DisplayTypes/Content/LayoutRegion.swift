/// A part of the screen with content of its own.
public struct LayoutRegion: Hashable, Sendable {
  /// What it is called in events and in the proof of play; nil for its place.
  public var name: String?
  /// The left edge, as a share of the width from 0 to 1.
  public var x: Double
  /// The upper edge, as a share of the height.
  public var y: Double
  /// As a share of the width.
  public var width: Double
  /// As a share of the height.
  public var height: Double
  /// What it shows; no layout and no schedule that switches the power.
  public var content: ContentDescription

  /// Makes a region.
  public init(name: String? = nil, x: Double, y: Double, width: Double, height: Double, content: ContentDescription) {
    self.name = name
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.content = content
  }
}
