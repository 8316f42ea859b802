public import DisplayTypes

/// A decoded picture's numbers; its pixels are premultiplied `argb32` in the memfd beside it.
public struct ImageReply: Hashable, Sendable {
  /// The whole bitmap; all frames side by side where it moves.
  public var size: PixelSize
  /// Bytes from one row to the next.
  public var stride: Int
  /// Whether every pixel has alpha 255.
  public var isOpaque: Bool
  /// Where the picture lies in its room.
  public var rect: PixelRect
  /// How large a frame is in the bitmap; `size` for a still picture.
  public var frameSize: PixelSize
  /// How long each frame is shown, in milliseconds, in rows from the left; empty for a still picture.
  public var durations: [Int]
  /// How often the animation is played; nil for ever.
  public var plays: Int?
  /// Pages of the document.
  public var pageCount: Int
  /// What is not right about it.
  public var warning: String?

  /// Makes a reply; see the properties.
  public init(
    size: PixelSize, stride: Int, isOpaque: Bool, rect: PixelRect, frameSize: PixelSize, durations: [Int] = [],
    plays: Int? = nil, pageCount: Int = 1, warning: String? = nil
  ) {
    self.size = size
    self.stride = stride
    self.isOpaque = isOpaque
    self.rect = rect
    self.frameSize = frameSize
    self.durations = durations
    self.plays = plays
    self.pageCount = pageCount
    self.warning = warning
  }

  /// Which part of the bitmap a frame is; nil where the bitmap ends before it.
  public func part(ofFrame index: Int) -> PixelRect? {
    guard !frameSize.isEmpty, index >= 0 else { return nil }
    let columns = size.width / frameSize.width
    guard columns > 0 else { return nil }
    let row = index / columns
    guard row < size.height / frameSize.height else { return nil }
    return PixelRect(
      x: index % columns * frameSize.width, y: row * frameSize.height, width: frameSize.width,
      height: frameSize.height)
  }

  func write(to writer: inout ByteWriter) {
    for count in [
      size.width, size.height, stride, rect.x, rect.y, rect.width, rect.height, frameSize.width, frameSize.height,
      pageCount,
    ] {
      writer.write(count: count)
    }
    writer.write(UInt8(isOpaque ? 1 : 0))
    writer.write(UInt8(plays == nil ? 0 : 1))
    writer.write(count: plays ?? 0)
    writer.write(RasterError.shortened(warning ?? ""))
    writer.write(count: durations.count)
    for duration in durations { writer.write(count: duration) }
  }

  init(from reader: inout ByteReader) throws(CodecError) {
    size = PixelSize(width: try reader.readCount(), height: try reader.readCount())
    stride = try reader.readCount()
    rect = PixelRect(
      x: try reader.readCount(), y: try reader.readCount(), width: try reader.readCount(),
      height: try reader.readCount())
    frameSize = PixelSize(width: try reader.readCount(), height: try reader.readCount())
    pageCount = try reader.readCount()
    isOpaque = try reader.readFlag()
    let endsSometime = try reader.readFlag()
    let count = try reader.readCount()
    plays = endsSometime ? count : nil
    let words = try reader.readText(limit: TextLimits.maximumMessageBytes)
    warning = words.isEmpty ? nil : words
    let frames = try reader.readCount()
    guard frames <= PictureLimits.maximumFrames else { throw .invalid("count of frames") }
    durations = []
    for _ in 0..<frames { durations.append(try reader.readCount()) }
  }
}
