/// Where the pixels of a picture go that lies on its side: EXIF's orientation.
struct PixelSteps: Hashable {
  /// The first pixel's place, in pixels from the first of the target.
  let origin: Int
  /// From a pixel to its right neighbour.
  let right: Int
  /// From a pixel to the one below it.
  let down: Int

  /// - Parameters:
  ///   - width: the upright picture's, as is the height.
  ///   - stride: pixels from one row of the target to the next.
  init(_ orientation: Orientation, width: Int, height: Int, stride: Int) {
    let (lastColumn, lastRow) = (width - 1, (height - 1) * stride)
    switch orientation {
    case .upright: (origin, right, down) = (0, 1, stride)
    case .mirrored: (origin, right, down) = (lastColumn, -1, stride)
    case .upsideDown: (origin, right, down) = (lastRow + lastColumn, -1, -stride)
    case .flipped: (origin, right, down) = (lastRow, 1, -stride)
    case .transposed: (origin, right, down) = (0, stride, 1)
    case .onItsLeft: (origin, right, down) = (lastColumn, stride, -1)
    case .transversed: (origin, right, down) = (lastRow + lastColumn, -stride, -1)
    case .onItsRight: (origin, right, down) = (lastRow, -stride, 1)
    }
  }
}
