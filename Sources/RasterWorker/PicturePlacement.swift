public import DisplayTypes
public import Rasterizing

/// Where a picture of a size comes to lie in a room, and which part of it.
public struct PicturePlacement: Hashable, Sendable {
  /// A part of the picture in its own units, with fractions.
  public struct Window: Hashable, Sendable {
    /// From the left.
    public var x: Double
    /// From the top.
    public var y: Double
    /// Columns.
    public var width: Double
    /// Rows.
    public var height: Double

    /// Makes a part.
    public init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  /// Which pixels of the room it covers.
  public var rect: PixelRect
  /// Which part of the picture is brought there.
  public var window: Window

  /// Places a picture.
  ///
  /// - Parameters:
  ///   - width: the picture's, in square units; above zero, as is its height.
  public init(width: Double, height: Double, in room: PictureRoom) {
    // Everything is compared in square units, as tall as the room's rows.
    let ratio = room.pixelAspectRatio
    let (columns, rows) = (Double(room.size.width), Double(room.size.height))
    let (horizontal, vertical) = (columns * ratio / width, rows / height)
    switch room.fit {
    case .fit:
      let scale = min(horizontal, vertical)
      let size = PixelSize(
        width: Self.count(width * scale / ratio, limit: room.size.width),
        height: Self.count(height * scale, limit: room.size.height))
      rect = Self.middle(size, of: room.size)
      window = Window(x: 0, y: 0, width: width, height: height)
    case .fill:
      let scale = max(horizontal, vertical)
      rect = PixelRect(size: room.size)
      window = Self.middle(
        min(width, columns * ratio / scale), min(height, rows / scale), of: (width, height), isWhole: false)
    case .stretch:
      rect = PixelRect(size: room.size)
      window = Window(x: 0, y: 0, width: width, height: height)
    case .center:
      let size = PixelSize(
        width: Self.count(width / ratio, limit: room.size.width), height: Self.count(height, limit: room.size.height))
      rect = Self.middle(size, of: room.size)
      window = Self.middle(
        min(width, Double(size.width) * ratio), min(height, Double(size.height)), of: (width, height), isWhole: true)
    }
  }

  private static func count(_ length: Double, limit: Int) -> Int {
    length >= Double(limit) ? limit : max(1, Int(length.rounded()))
  }

  private static func middle(_ size: PixelSize, of room: PixelSize) -> PixelRect {
    PixelRect(
      x: (room.width - size.width) / 2, y: (room.height - size.height) / 2, width: size.width, height: size.height)
  }

  private static func middle(
    _ width: Double, _ height: Double, of whole: (width: Double, height: Double), isWhole: Bool
  ) -> Window {
    let (x, y) = (max(0, (whole.width - width) / 2), max(0, (whole.height - height) / 2))
    return isWhole
      ? Window(x: x.rounded(.down), y: y.rounded(.down), width: width, height: height)
      : Window(x: x, y: y, width: width, height: height)
  }
}
