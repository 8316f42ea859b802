/// The preferred mode of a monitor of the virtio card, and how large it is.
public struct MonitorSize: Hashable, Codable, Sendable {
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// Millimetres across.
  public let widthMillimeters: Int
  /// Millimetres down.
  public let heightMillimeters: Int

  /// Makes a size; without millimetres, those of a monitor of 96 dots an inch.
  public init(_ width: Int, _ height: Int, widthMillimeters: Int? = nil, heightMillimeters: Int? = nil) {
    self.width = width
    self.height = height
    self.widthMillimeters = widthMillimeters ?? width * 254 / 960
    self.heightMillimeters = heightMillimeters ?? height * 254 / 960
  }
}
