internal import CPango
internal import DisplayTypes
internal import Glibc
internal import RasterWorker
internal import Rasterizing

/// Turns a text into pixels, limited to the rectangle with ink.
@safe struct TextPainter {
  init() {
    // The locale's language determines the shape of Han characters.
    unsafe setlocale(LC_CTYPE, "")
    // A hostile text could fill the journal with warnings.
    _ = unsafe g_log_set_default_handler({ _, _, _, _ in }, nil)
  }

  func draw(_ request: TextRasterRequest) throws(RasterError) -> WorkerAnswer {
    guard Fonts.areInstalled else { throw .noFonts }
    let placed = try PlacedText(request)
    let text = placed.text
    try text.checkFonts()
    let (horizontal, vertical) = (request.horizontalPixelsPerPoint, request.verticalPixelsPerPoint)
    let rect = Self.pixels(placed.ink, horizontal, vertical, in: request.box)
    func outcome(_ rect: PixelRect, _ format: Bitmap.Format, stride: Int) -> ReplyMessage.Outcome {
      .picture(
        InkReply(
          rect: rect, format: format, stride: stride, fontSize: placed.fontSize, isTruncated: placed.isTruncated,
          missingGlyphs: text.missingGlyphs, extent: placed.extent, runsRightToLeft: text.runsRightToLeft))
    }
    guard !rect.isEmpty else { return WorkerAnswer(outcome: outcome(.empty, .argb32, stride: 0)) }
    let stride = Int(cairo_format_stride_for_width(CAIRO_FORMAT_ARGB32, Int32(clamping: rect.width)))
    guard stride > 0 else { throw .tooLarge(rect.size) }
    var coverage: OutputMemory?
    let memory = try unsafe OutputMemory.sealed(count: stride * rect.height) { start throws(RasterError) in
      let pixels = unsafe start.assumingMemoryBound(to: UInt8.self)
      let surface = unsafe cairo_image_surface_create_for_data(
        pixels, CAIRO_FORMAT_ARGB32, Int32(clamping: rect.width), Int32(clamping: rect.height), Int32(clamping: stride))
      defer { unsafe cairo_surface_destroy(surface) }
      guard let context = unsafe cairo_create(surface) else { throw .outOfMemory }
      defer { unsafe cairo_destroy(context) }
      let color = request.foreground
      unsafe cairo_set_source_rgba(
        context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255, Double(color.alpha) / 255
      )
      unsafe cairo_translate(context, -Double(rect.x), -Double(rect.y))
      unsafe cairo_scale(context, horizontal, vertical)
      unsafe text.show(in: context) { placed.origin(ofLine: $0) }
      unsafe cairo_surface_flush(surface)
      let status = unsafe cairo_status(context)
      guard status == CAIRO_STATUS_SUCCESS else {
        throw status == CAIRO_STATUS_NO_MEMORY
          ? .outOfMemory : .drawingFailed(unsafe String(cString: cairo_status_to_string(status)))
      }
      coverage = try unsafe Self.coverage(
        of: UnsafeRawBufferPointer(start: start, count: stride * rect.height), stride: stride, rect.size, color)
    }
    if let coverage = coverage.take() {
      let drawn = outcome(rect, .a8, stride: CoverageMask.stride(forWidth: rect.width))
      return WorkerAnswer(outcome: drawn, memory: coverage)
    }
    return WorkerAnswer(outcome: outcome(rect, .argb32, stride: stride), memory: memory)
  }

  /// The coverage alone; nil if a pixel does not have the text's colour.
  private static func coverage(
    of pixels: UnsafeRawBufferPointer, stride: Int, _ size: PixelSize, _ color: Color
  ) throws(RasterError) -> OutputMemory? {
    let mask = CoverageMask(color: color)
    guard unsafe mask.holds(all: pixels) else { return nil }
    let count = CoverageMask.stride(forWidth: size.width) * size.height
    return try unsafe OutputMemory.sealed(count: count) { start in
      unsafe mask.write(
        size, of: pixels, stride: stride, to: UnsafeMutableRawBufferPointer(start: start, count: count))
    }
  }

  /// Rounds a rectangle to whole pixels within the box, with one more pixel on each side for antialiasing.
  private static func pixels(
    _ rect: PointRect, _ horizontal: Double, _ vertical: Double, in box: PixelSize
  ) -> PixelRect {
    guard rect.width > 0, rect.height > 0 else { return .empty }
    func whole(_ value: Double) -> Int { value.isFinite ? Int(min(max(value, -1e8), 1e8)) : 0 }
    let left = whole((rect.x * horizontal).rounded(.down)) - 1
    let top = whole((rect.y * vertical).rounded(.down)) - 1
    let right = whole((rect.maxX * horizontal).rounded(.up)) + 1
    let bottom = whole((rect.maxY * vertical).rounded(.up)) + 1
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
      .intersection(PixelRect(size: box))
  }
}

/// Handles requests for texts, codes and PNG files.
final class TextHandler: RequestHandler {
  private let painter = TextPainter()

  /// Loads the fonts and the code that draws.
  func prepare() {
    _ = try? painter.draw(TextRasterRequest(text: "Marquee", box: PixelSize(width: 640, height: 360)))
  }

  func answer(
    _ request: RasterRequest, refuse: @escaping (RasterError) -> Never
  ) throws(RasterError) -> WorkerAnswer {
    switch request {
    case .text(let request): return try painter.draw(request)
    case .code(let request): return try CodePainter.draw(request)
    case .png(let request):
      let memory = try PNGEncoder.encode(request)
      let count = memory.count
      return WorkerAnswer(outcome: .file(byteCount: count), memory: memory)
    case .document: throw .invalidRequest("it reads no files")
    }
  }
}

/// Reduces a text of one colour to its coverage, which needs a quarter of the memory. Most texts have one colour.
struct CoverageMask {
  /// The colour at each alpha, as premultiplied red, green and blue.
  private let expected: [(red: Int, green: Int, blue: Int)]
  /// The allowed difference, for several roundings.
  private static let tolerance = 2

  init(color: Color) {
    expected = (0...255).map { alpha in
      func share(_ channel: UInt8) -> Int { (Int(channel) * alpha + 127) / 255 }
      return (share(color.red), share(color.green), share(color.blue))
    }
  }

  /// Bytes from one row of coverage to the next.
  static func stride(forWidth width: Int) -> Int { (width + 3) & ~3 }

  /// Whether no pixel has another colour, so that the alpha alone is enough.
  func holds(all pixels: UnsafeRawBufferPointer) -> Bool {
    let words = unsafe pixels.bindMemory(to: UInt32.self)
    return unsafe words.allSatisfy { word in
      if word == 0 { return true }
      let wanted = expected[Int(word >> 24)]
      return abs(Int(word >> 16 & 255) - wanted.red) <= Self.tolerance
        && abs(Int(word >> 8 & 255) - wanted.green) <= Self.tolerance
        && abs(Int(word & 255) - wanted.blue) <= Self.tolerance
    }
  }

  /// Writes the alpha of each pixel.
  ///
  /// - Parameter stride: the stride of `pixels` in bytes. The stride of `coverage` is `stride(forWidth:)`.
  func write(
    _ size: PixelSize, of pixels: UnsafeRawBufferPointer, stride: Int, to coverage: UnsafeMutableRawBufferPointer
  ) {
    let rowBytes = Self.stride(forWidth: size.width)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let word = unsafe pixels.load(fromByteOffset: y * stride + x * 4, as: UInt32.self)
        unsafe coverage[y * rowBytes + x] = UInt8(truncatingIfNeeded: word >> 24)
      }
    }
  }
}
