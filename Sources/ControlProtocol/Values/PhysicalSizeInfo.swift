/// The size of a display's picture in millimetres.
public struct PhysicalSizeInfo: Codable, Hashable, Sendable {
  /// Width of the picture in millimetres.
  public var widthMillimeters: Int
  /// Height of the picture in millimetres.
  public var heightMillimeters: Int

  /// Makes one from its fields.
  public init(widthMillimeters: Int, heightMillimeters: Int) {
    self.widthMillimeters = widthMillimeters
    self.heightMillimeters = heightMillimeters
  }
}
