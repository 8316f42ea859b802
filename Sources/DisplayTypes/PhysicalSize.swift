/// The size of a display's picture in millimetres, as its EDID says.
public struct PhysicalSize: Hashable, Sendable {
  public var widthMillimeters: Int
  public var heightMillimeters: Int

  public init(widthMillimeters: Int, heightMillimeters: Int) {
    self.widthMillimeters = widthMillimeters
    self.heightMillimeters = heightMillimeters
  }
}
