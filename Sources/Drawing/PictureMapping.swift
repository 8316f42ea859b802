internal import Composition
internal import DisplayTypes

/// How a picture lies on a destination on the panel: the inverse of the frame's transform, and the part that is shown.
struct PictureMapping {
  /// Whether rows of the destination are columns of the picture.
  let swapsAxes: Bool
  /// The picture's columns, along the destination's rows, or its columns where the axes are swapped.
  let horizontal: PictureAxis
  /// The picture's rows, along the other side of the destination.
  let vertical: PictureAxis

  init(_ bitmap: Bitmap, part: UnitRect, on destination: PixelRect, transform: Transform) {
    swapsAxes = transform.swapsAxes
    horizontal = PictureAxis(
      shareStart: part.x, shareLength: part.width, limit: bitmap.size.width,
      count: transform.swapsAxes ? destination.height : destination.width, isReversed: transform.reversesColumns)
    vertical = PictureAxis(
      shareStart: part.y, shareLength: part.height, limit: bitmap.size.height,
      count: transform.swapsAxes ? destination.width : destination.height, isReversed: transform.reversesRows)
  }

  /// Whether there is nothing to show.
  var isEmpty: Bool { horizontal.isEmpty || vertical.isEmpty }

  /// Whether the destination's pixels are the picture's, however turned.
  var isOneToOne: Bool { horizontal.isOneToOne && vertical.isOneToOne }

  /// Whether they also stand in the same order.
  var isUpright: Bool { !swapsAxes && !horizontal.isReversed && !vertical.isReversed }
}

extension Transform {
  /// Whether the picture's columns run against the panel's axis that they lie on: `map` with x going up by one.
  fileprivate var reversesColumns: Bool {
    switch self {
    case .rotated90, .rotated180, .flipped, .flipped270: true
    case .normal, .rotated270, .flipped90, .flipped180: false
    }
  }

  /// Whether the picture's rows do.
  fileprivate var reversesRows: Bool {
    switch self {
    case .rotated180, .rotated270, .flipped180, .flipped270: true
    case .normal, .rotated90, .flipped, .flipped90: false
    }
  }
}
