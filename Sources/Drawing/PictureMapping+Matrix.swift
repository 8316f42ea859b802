internal import CPixman

extension PictureMapping {
  /// Pixman's matrix from the destination's pixels, counted from (x, y), to the picture's.
  ///
  /// Nil where it has no numbers for it.
  func matrix(atX x: Int, y: Int) -> pixman_transform_t? {
    guard let columns = horizontal.fixedPoint(at: swapsAxes ? y : x),
      let rows = vertical.fixedPoint(at: swapsAxes ? x : y)
    else { return nil }
    var matrix = pixman_transform_t()
    matrix.matrix.0.0 = swapsAxes ? 0 : columns.step
    matrix.matrix.0.1 = swapsAxes ? columns.step : 0
    matrix.matrix.0.2 = columns.origin
    matrix.matrix.1.0 = swapsAxes ? rows.step : 0
    matrix.matrix.1.1 = swapsAxes ? 0 : rows.step
    matrix.matrix.1.2 = rows.origin
    matrix.matrix.2.2 = 1 << 16
    return matrix
  }
}
