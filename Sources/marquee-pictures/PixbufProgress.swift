internal import DisplayTypes
internal import RasterWorker
internal import Rasterizing

/// What the decoder tells while it decodes.
final class PixbufProgress {
  private let format: FileFormat
  private let room: PictureRoom
  private let refuse: (RasterError) -> Never
  private(set) var declared = PixelSize.zero
  /// Rows that were decoded.
  private(set) var lowestRow = 0

  init(_ format: FileFormat, room: PictureRoom, refuse: @escaping (RasterError) -> Never) {
    self.format = format
    self.room = room
    self.refuse = refuse
  }

  /// Whether the decoder tells of rows one by one, so that one that ends early is noticed.
  var countsRows: Bool {
    switch format {
    case .png, .jpeg: true
    case .gif, .webp, .avif, .svg, .pdf, .other: false
    }
  }

  func reached(row: Int) { lowestRow = max(lowestRow, row) }

  /// The size to decode at, of those that the format can be decoded at; nil for the declared one.
  ///
  /// Does not return where the file declares more than is decoded.
  func reduced(from size: PixelSize) -> PixelSize? {
    declared = size
    let sides = 1...PictureLimits.maximumSide
    guard sides.contains(size.width), sides.contains(size.height) else { refuse(.tooManyPixels(size)) }
    var reduced = size
    if format == .jpeg {
      let factor = [8, 4, 2].first { scale(of: size) * Double($0) <= 1 } ?? 1
      reduced = PixelSize(width: (size.width + factor - 1) / factor, height: (size.height + factor - 1) / factor)
      guard size.width * size.height <= PictureLimits.maximumReducedPixels else { refuse(.tooManyPixels(size)) }
    }
    guard PictureLimits.allows(reduced) else { refuse(.tooManyPixels(size)) }
    return reduced == size ? nil : reduced
  }

  /// Pixels of the room that a pixel becomes at most, whichever way the camera was held: that is told only later.
  private func scale(of size: PixelSize) -> Double {
    let sides = (Double(size.width), Double(size.height))
    return [sides, (sides.1, sides.0)].reduce(0) { most, sides in
      let placement = PicturePlacement(width: sides.0, height: sides.1, in: room)
      return max(
        most, Double(placement.rect.width) / placement.window.width,
        Double(placement.rect.height) / placement.window.height)
    }
  }
}
