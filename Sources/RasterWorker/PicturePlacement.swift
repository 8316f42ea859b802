package import DisplayTypes
package import Rasterizing

/// The place of a picture in a room, and the visible part of the picture.
package struct PicturePlacement {
  /// The covered pixels of the room.
  package let rect: PixelRect
  /// The visible part of the picture in its own units, with fractions.
  package var window: PointRect

  /// - Parameter width: the picture's width in square units. Width and height must be above zero.
  package init(width: Double, height: Double, in room: PictureRoom) {
    // All lengths are in square units with the height of the room's rows.
    let ratio = room.pixelAspectRatio
    let (columns, rows) = (Double(room.size.width), Double(room.size.height))
    let (horizontal, vertical) = (columns * ratio / width, rows / height)
    let whole = PointRect(x: 0, y: 0, width: width, height: height)
    switch room.fit {
    case .fit:
      let scale = min(horizontal, vertical)
      (rect, window) = (Self.middle(width * scale / ratio, height * scale, of: room.size), whole)
    case .fill:
      let scale = max(horizontal, vertical)
      rect = PixelRect(size: room.size)
      window = Self.middle(min(width, columns * ratio / scale), min(height, rows / scale), of: whole)
    case .stretch: (rect, window) = (PixelRect(size: room.size), whole)
    case .center:
      rect = Self.middle(width / ratio, height, of: room.size)
      window = Self.middle(min(width, Double(rect.width) * ratio), min(height, Double(rect.height)), of: whole)
      (window.x, window.y) = (window.x.rounded(.down), window.y.rounded(.down))
    }
  }

  private static func middle(_ width: Double, _ height: Double, of room: PixelSize) -> PixelRect {
    func count(_ length: Double, limit: Int) -> Int { length >= Double(limit) ? limit : max(1, Int(length.rounded())) }
    let (width, height) = (count(width, limit: room.width), count(height, limit: room.height))
    return PixelRect(x: (room.width - width) / 2, y: (room.height - height) / 2, width: width, height: height)
  }

  private static func middle(_ width: Double, _ height: Double, of whole: PointRect) -> PointRect {
    PointRect(
      x: max(0, (whole.width - width) / 2), y: max(0, (whole.height - height) / 2), width: width, height: height)
  }
}
