/// The size of a display's picture in millimetres, as its EDID says.
public struct PhysicalSize: Hashable, Sendable {
  /// From left to right, as the display stands by default.
  public var widthMillimeters: Int
  /// From top to bottom.
  public var heightMillimeters: Int

  /// Makes a size.
  public init(widthMillimeters: Int, heightMillimeters: Int) {
    self.widthMillimeters = widthMillimeters
    self.heightMillimeters = heightMillimeters
  }
}
