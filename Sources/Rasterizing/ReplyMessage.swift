package import DisplayTypes

/// A reply of a worker: one packet, with the descriptor of a sealed memfd if there is a picture or a file.
package struct ReplyMessage: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    /// The ink of a text or a code.
    case picture(InkReply)
    /// A file of `byteCount` bytes in the memfd.
    case file(byteCount: Int)
    /// Pixels in the memfd.
    case image(ImageReply)
    case pageCount(Int)
    case failure(RasterError)
  }

  static let magic: UInt32 = 0x0152_514D
  /// The size of a buffer that holds any reply.
  package static let maximumBytes = TextLimits.maximumMessageBytes + 4 * PictureLimits.maximumFrames + 256

  package var identifier: UInt64
  package var outcome: Outcome
  /// The process's sandbox, only in its first reply.
  package var sandbox: SandboxReport?

  package init(identifier: UInt64, outcome: Outcome, sandbox: SandboxReport? = nil) {
    self.identifier = identifier
    self.outcome = outcome
    self.sandbox = sandbox
  }

  package var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.magic)
    writer.write(identifier)
    writer.write(flag: sandbox != nil)
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

  package init(decoding bytes: ArraySlice<UInt8>) throws(CodecError) {
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

  package var hasDescriptor: Bool {
    switch outcome {
    case .picture(let picture): !picture.rect.isEmpty
    case .file, .image: true
    case .failure, .pageCount: false
    }
  }
}

/// The numbers of a drawn text or code. Its memfd has `stride * rect.height` bytes. An empty `rect` has no memfd. `RasterPicture` documents
/// its properties.
package struct InkReply: Hashable, Sendable {
  package var rect: PixelRect
  package var format: Bitmap.Format
  package var stride: Int
  package var fontSize: Double
  package var isTruncated: Bool
  package var missingGlyphs: Int
  package var extent: Int
  package var runsRightToLeft: Bool

  package init(
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
    writer.write(rect)
    writer.write(count: stride)
    writer.write(flag: format == .a8)
    writer.write(fontSize)
    writer.write(flag: isTruncated)
    writer.write(count: missingGlyphs)
    writer.write(count: extent)
    writer.write(flag: runsRightToLeft)
  }

  init(from reader: inout ByteReader) throws(CodecError) {
    rect = try reader.readRect()
    stride = try reader.readCount()
    format = try reader.readFlag() ? .a8 : .argb32
    fontSize = try reader.readDouble()
    isTruncated = try reader.readFlag()
    missingGlyphs = try reader.readCount()
    extent = try reader.readCount()
    runsRightToLeft = try reader.readFlag()
  }
}

/// The numbers of a decoded picture. Its pixels are premultiplied `argb32` in the memfd. `RasterImage` documents its properties.
package struct ImageReply: Hashable, Sendable {
  package var size: PixelSize
  package var stride: Int
  package var isOpaque: Bool
  package var rect: PixelRect
  /// The size of a frame in the bitmap; `size` for a still picture.
  package var frameSize: PixelSize
  /// Milliseconds of each frame, in rows from the left; empty for a still picture.
  package var durations: [Int]
  package var plays: Int?
  package var pageCount: Int
  package var warning: String?
  package var transition: PageTransition?

  package init(
    size: PixelSize, stride: Int, isOpaque: Bool, rect: PixelRect, frameSize: PixelSize, durations: [Int] = [],
    plays: Int? = nil, pageCount: Int = 1, warning: String? = nil, transition: PageTransition? = nil
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
    self.transition = transition
  }

  /// Makes a reply for a still picture whose bitmap has the size of `rect`.
  package init(
    still rect: PixelRect, isOpaque: Bool, pageCount: Int = 1, warning: String? = nil,
    transition: PageTransition? = nil
  ) {
    self.init(
      size: rect.size, stride: rect.width * 4, isOpaque: isOpaque, rect: rect, frameSize: rect.size,
      pageCount: pageCount, warning: warning, transition: transition)
  }

  /// The part of the bitmap for a frame; nil if the bitmap does not contain it.
  package func part(ofFrame index: Int) -> PixelRect? {
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
    writer.write(size)
    writer.write(count: stride)
    writer.write(rect)
    writer.write(frameSize)
    writer.write(count: pageCount)
    writer.write(flag: isOpaque)
    writer.write(flag: plays != nil)
    writer.write(count: plays ?? 0)
    writer.write(RasterError.shortened(warning ?? ""))
    writer.write(count: durations.count)
    for duration in durations { writer.write(count: duration) }
    writer.write(flag: transition != nil)
    transition?.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(CodecError) {
    size = try reader.readSize()
    stride = try reader.readCount()
    rect = try reader.readRect()
    frameSize = try reader.readSize()
    pageCount = try reader.readCount()
    isOpaque = try reader.readFlag()
    let ends = try reader.readFlag()
    let count = try reader.readCount()
    plays = ends ? count : nil
    let words = try reader.readText(limit: TextLimits.maximumMessageBytes)
    warning = words.isEmpty ? nil : words
    let frames = try reader.readCount()
    guard frames <= PictureLimits.maximumFrames else { throw .invalid("count of frames") }
    durations = []
    for _ in 0..<frames { durations.append(try reader.readCount()) }
    transition = try reader.readFlag() ? try PageTransition(from: &reader) : nil
  }
}
