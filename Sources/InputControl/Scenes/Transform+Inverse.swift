internal import DisplayTypes

extension Transform {
  /// What brings a point of the panel back to the upright picture.
  var inverse: Transform {
    switch self {
    case .normal, .rotated180, .flipped, .flipped90, .flipped180, .flipped270: self
    case .rotated90: .rotated270
    case .rotated270: .rotated90
    }
  }

  /// A way along the upright picture as one along the panel, both in shares.
  func panelMotion(_ dx: Double, _ dy: Double) -> (x: Double, y: Double) {
    let (from, to) = (map(x: 0, y: 0), map(x: dx, y: dy))
    return (to.x - from.x, to.y - from.y)
  }
}
