public import DisplayTypes

/// What is told of a drawn text or code: the ink, with `stride * rect.height` bytes in the memfd; no memfd for an empty `rect`.
public struct InkReply: Hashable, Sendable {
  /// Where the ink lies in the box.
  public var rect: PixelRect
  /// `a8` where all of it has the text's colour, else premultiplied `argb32`.
  public var format: Bitmap.Format
  /// Bytes from one row to the next.
  public var stride: Int
  /// The height of an em that was chosen, in points.
  public var fontSize: Double
  /// Whether the text ends in an ellipsis.
  public var isTruncated: Bool
  /// Characters that no font has.
  public var missingGlyphs: Int
  /// See `RasterPicture.extent`.
  public var extent: Int
  /// See `RasterPicture.runsRightToLeft`.
  public var runsRightToLeft: Bool

  /// Makes a reply; without a picture by default.
  public init(
    rect: PixelRect = .empty, format: Bitmap.Format = .argb32, stride: Int = 0, fontSize: Double = 0,
    isTruncated: Bool = false, missingGlyphs: Int = 0, extent: Int = 0, runsRightToLeft: Bool = false
  ) {
    self.rect = rect
    self.format = format
    self.stride = stride
    self.fontSize = fontSize
    self.isTruncated = isTruncated
    self.missingGlyphs = missingGlyphs
    self.extent = extent
    self.runsRightToLeft = runsRightToLeft
  }

  func write(to writer: inout ByteWriter) {
    for count in [rect.x, rect.y, rect.width, rect.height, stride] { writer.write(count: count) }
    writer.write(UInt8(format == .a8 ? 1 : 0))
    writer.write(fontSize)
    writer.write(UInt8(isTruncated ? 1 : 0))
    writer.write(count: missingGlyphs)
    writer.write(count: extent)
    writer.write(UInt8(runsRightToLeft ? 1 : 0))
  }

  init(from reader: inout ByteReader) throws(CodecError) {
    let rect = PixelRect(
      x: try reader.readCount(), y: try reader.readCount(), width: try reader.readCount(),
      height: try reader.readCount())
    let stride = try reader.readCount()
    self.init(
      rect: rect, format: try reader.readFlag() ? .a8 : .argb32, stride: stride, fontSize: try reader.readDouble(),
      isTruncated: try reader.readFlag(), missingGlyphs: try reader.readCount(), extent: try reader.readCount(),
      runsRightToLeft: try reader.readFlag())
  }
}
