import DisplayTypes

extension ScreenMode {
  /// The picture's width divided by its height, as it is seen; 1 where there is no picture.
  var pictureShape: Double {
    if let pictureAspect { return pictureAspect.ratio }
    guard size.width > 0, size.height > 0 else { return 1 }
    return Double(size.width) / Double(size.height)
  }

  /// Visible pixels in number.
  var area: Int { size.width * size.height }

  /// How far the refresh is from 60 Hz, in millihertz.
  var distanceFromSixty: Int { abs(refreshMillihertz - 60_000) }
}
