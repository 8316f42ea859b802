extension OutputGeometry {
  /// The same place with fewer pixels, turned and inset alike: no side is longer than so many.
  ///
  /// A point is a pixel.
  public func reduced(longestSide: Int) -> OutputGeometry {
    let factor = min(1, Double(max(1, longestSide)) / Double(max(1, mode.width, mode.height)))
    func small(_ pixels: Int) -> Int { Int(min(Double(pixels) * factor, 1e8).rounded()) }
    func inset(_ inset: OverscanInset, _ side: Int) -> OverscanInset { .pixels(small(inset.pixels(of: side))) }
    return OutputGeometry(
      mode: PixelSize(width: max(1, small(mode.width)), height: max(1, small(mode.height))),
      pixelAspectRatio: pixelAspectRatio, transform: transform,
      overscan: OverscanInsets(
        top: inset(overscan.top, mode.height), right: inset(overscan.right, mode.width),
        bottom: inset(overscan.bottom, mode.height), left: inset(overscan.left, mode.width)))
  }
}
