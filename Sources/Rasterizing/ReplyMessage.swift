public import DisplayTypes

/// An answer of the rasteriser: one packet, with the descriptor of a sealed memfd where there is a picture or a file.
public struct ReplyMessage: Hashable, Sendable {
  /// What became of the request.
  public enum Outcome: Hashable, Sendable {
    /// The ink of a text or a code.
    case picture(InkReply)
    /// A file of so many bytes in the memfd.
    case file(byteCount: Int)
    /// Pixels in the memfd.
    case image(ImageReply)
    case pageCount(Int)
    case failure(RasterError)
  }

  static let magic: UInt32 = 0x0152_514D
  /// The size of a buffer that holds any reply.
  public static let maximumBytes = TextLimits.maximumMessageBytes + 4 * PictureLimits.maximumFrames + 256

  /// The request's.
  public var identifier: UInt64
  /// What became of it.
  public var outcome: Outcome
  /// The process's sandbox; in its first reply only.
  public var sandbox: SandboxReport?

  /// Makes a reply to the request of that identifier.
  public init(identifier: UInt64, outcome: Outcome, sandbox: SandboxReport? = nil) {
    self.identifier = identifier
    self.outcome = outcome
    self.sandbox = sandbox
  }

  /// The packet's bytes.
  public var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.magic)
    writer.write(identifier)
    writer.write(UInt8(sandbox == nil ? 0 : 1))
    if let sandbox {
      writer.write(UInt16(clamping: sandbox.files))
      writer.write(UInt16(clamping: sandbox.calls))
    }
    switch outcome {
    case .picture(let picture):
      writer.write(UInt8(1))
      picture.write(to: &writer)
    case .file(let byteCount):
      writer.write(UInt8(2))
      writer.write(count: byteCount)
    case .failure(let error):
      writer.write(UInt8(3))
      error.write(to: &writer)
    case .image(let image):
      writer.write(UInt8(10))
      image.write(to: &writer)
    case .pageCount(let count):
      writer.write(UInt8(11))
      writer.write(count: count)
    }
    return writer.bytes
  }

  /// Reads a packet.
  public init(decoding bytes: ArraySlice<UInt8>) throws(CodecError) {
    var reader = ByteReader(bytes)
    guard try reader.read(UInt32.self) == Self.magic else { throw .invalid("beginning") }
    identifier = try reader.read(UInt64.self)
    if try reader.readFlag() {
      let report = SandboxReport(files: Int32(try reader.read(UInt16.self)), calls: Int32(try reader.read(UInt16.self)))
      guard SandboxReport.errors.contains(report.files), SandboxReport.errors.contains(report.calls) else {
        throw .invalid("errno")
      }
      sandbox = report
    }
    switch try reader.read(UInt8.self) {
    case 1: outcome = .picture(try InkReply(from: &reader))
    case 2: outcome = .file(byteCount: try reader.readCount())
    case 3: outcome = .failure(try RasterError.read(from: &reader))
    case 10: outcome = .image(try ImageReply(from: &reader))
    case 11: outcome = .pageCount(try reader.readCount())
    default: throw .invalid("kind")
    }
    try reader.finish()
  }

  /// Whether a descriptor belongs to it.
  public var hasDescriptor: Bool {
    switch outcome {
    case .picture(let picture): !picture.rect.isEmpty
    case .file, .image: true
    case .failure, .pageCount: false
    }
  }
}

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
