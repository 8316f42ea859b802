internal import CPango
internal import DisplayTypes
internal import Rasterizing

/// One Pango layout: a text whose size and width can be changed and measured, in points.
@safe final class PangoText {
  /// The places at which a line may end.
  enum Wrapping {
    case atWords
    /// Between words if possible, otherwise within them.
    case anywhere
  }

  private let layout: OpaquePointer
  private let context: OpaquePointer
  private let description: OpaquePointer

  /// - Parameters:
  ///   - text: the text; nil for the text of the request.
  ///   - hasEqualFigures: whether all figures have the same width, if the font has such figures.
  init(_ request: TextRasterRequest, text: String? = nil, hasEqualFigures: Bool = false) throws(RasterError) {
    let text = text ?? request.text
    guard let context = unsafe pango_font_map_create_context(pango_cairo_font_map_get_default()),
      let layout = unsafe pango_layout_new(context), let description = unsafe pango_font_description_new()
    else { throw .outOfMemory }
    unsafe self.context = context
    unsafe self.layout = layout
    unsafe self.description = description
    setUpContext()
    unsafe pango_font_description_set_family(description, request.font ?? "Sans")
    if request.usesMarkup {
      try setMarkup(text, hasEqualFigures: hasEqualFigures)
    } else {
      unsafe pango_layout_set_text(layout, text, Int32(clamping: text.utf8.count))
      let attributes = unsafe pango_attr_list_new()
      unsafe setAttributes(attributes, hasEqualFigures: hasEqualFigures)
      unsafe pango_attr_list_unref(attributes)
    }
    let alignment =
      switch request.alignment {
      // Pango swaps left and right for paragraphs that run from right to left.
      case .start: PANGO_ALIGN_LEFT
      case .center: PANGO_ALIGN_CENTER
      case .end: PANGO_ALIGN_RIGHT
      }
    unsafe pango_layout_set_alignment(layout, alignment)
  }

  deinit {
    unsafe pango_font_description_free(description)
    unsafe g_object_unref(UnsafeMutableRawPointer(layout))
    unsafe g_object_unref(UnsafeMutableRawPointer(context))
  }

  var missingGlyphs: Int { max(0, Int(unsafe pango_layout_get_unknown_glyphs_count(layout))) }

  /// Whether the first line runs from right to left.
  var runsRightToLeft: Bool {
    guard let line = unsafe pango_layout_get_line_readonly(layout, 0) else { return false }
    return unsafe pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL
  }

  /// Throws an error if a font is unusable at its size, for example with giant letters in markup. The text would be invisible.
  func checkFonts() throws(RasterError) {
    guard let iterator = unsafe pango_layout_get_iter(layout) else { throw .outOfMemory }
    defer { unsafe pango_layout_iter_free(iterator) }
    repeat {
      guard let run = unsafe pango_layout_iter_get_run_readonly(iterator), let item = unsafe run.pointee.item,
        let font = unsafe item.pointee.analysis.font
      else { continue }
      let scaled = unsafe pango_cairo_font_get_scaled_font(OpaquePointer(font))
      let status = unsafe cairo_scaled_font_status(scaled)
      guard status == CAIRO_STATUS_SUCCESS else {
        let words = unsafe String(cString: cairo_status_to_string(status))
        throw .drawingFailed("\(words), perhaps because letters are too large")
      }
    } while unsafe pango_layout_iter_next_run(iterator) != 0
  }

  func setSize(_ size: Double) {
    unsafe pango_font_description_set_absolute_size(description, size * Double(PANGO_SCALE))
    unsafe pango_layout_set_font_description(layout, description)
  }

  func setWidth(_ width: Double, _ wrapping: Wrapping) {
    unsafe pango_layout_set_width(layout, Self.units(width))
    unsafe pango_layout_set_wrap(layout, wrapping == .atWords ? PANGO_WRAP_WORD : PANGO_WRAP_WORD_CHAR)
  }

  func setUnlimitedWidth() { unsafe pango_layout_set_width(layout, -1) }

  /// Ends the text with an ellipsis if it is higher than `height`, measured with the fonts' own line heights.
  func cut(atHeight height: Double) {
    unsafe pango_layout_set_height(layout, Self.units(height))
    unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
  }

  /// Lays out the text, and measures its lines. Measures their ink only if `withInk`.
  func lines(withInk: Bool = false) -> [TextLine] {
    var lines: [TextLine] = []
    unsafe forEachLine { iterator in
      var (logical, ink) = (PangoRectangle(), PangoRectangle())
      if withInk {
        unsafe pango_layout_iter_get_line_extents(iterator, &ink, &logical)
      } else {
        unsafe pango_layout_iter_get_line_extents(iterator, nil, &logical)
      }
      let baseline = Self.points(unsafe pango_layout_iter_get_baseline(iterator))
      let (frame, outline) = (Self.rect(logical), Self.rect(ink))
      lines.append(
        TextLine(
          x: frame.x, width: frame.width, ascent: baseline - frame.y, descent: frame.y + frame.height - baseline,
          ink: PointRect(x: outline.x, y: outline.y - baseline, width: outline.width, height: outline.height)))
    }
    return lines
  }

  /// Draws each line that has an origin, which is the left end of its baseline in points of the context.
  func show(in context: OpaquePointer, origin: (_ line: Int) -> (x: Double, y: Double)?) {
    var index = 0
    unsafe forEachLine { iterator in
      if let place = origin(index) {
        unsafe cairo_move_to(context, place.x, place.y)
        unsafe pango_cairo_show_layout_line(context, pango_layout_iter_get_line_readonly(iterator))
      }
      index += 1
    }
  }

  // Set no matrix in Pango: version 1.50 computes wrong advances if the two densities differ. cairo's matrix stretches the outlines.
  private func setUpContext() {
    let options = unsafe cairo_font_options_create()
    defer { unsafe cairo_font_options_destroy(options) }
    // Text is drawn once and does not move, so it uses the font's own shapes at any density, without hinting.
    unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    unsafe pango_cairo_context_set_font_options(context, options)
    unsafe pango_context_set_round_glyph_positions(context, 0)
  }

  private func setMarkup(_ text: String, hasEqualFigures: Bool) throws(RasterError) {
    var attributes: OpaquePointer?
    var plain: UnsafeMutablePointer<CChar>?
    var error: UnsafeMutablePointer<GError>?
    let isValid = unsafe pango_parse_markup(text, Int32(clamping: text.utf8.count), 0, &attributes, &plain, nil, &error)
    guard isValid != 0, let plain = unsafe plain else {
      let message = unsafe error.flatMap { unsafe $0.pointee.message }.map { unsafe String(cString: $0) }
      unsafe g_clear_error(&error)
      throw .badMarkup(message ?? "no reason was given")
    }
    unsafe pango_layout_set_text(layout, plain, -1)
    unsafe g_free(plain)
    unsafe setAttributes(attributes, hasEqualFigures: hasEqualFigures)
    unsafe pango_attr_list_unref(attributes)
  }

  private func setAttributes(_ attributes: OpaquePointer?, hasEqualFigures: Bool) {
    // A hyphen that is not in the text would change an address or a number.
    unsafe pango_attr_list_insert_before(attributes, pango_attr_insert_hyphens_new(0))
    if hasEqualFigures { unsafe pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1, lnum=1")) }
    unsafe pango_layout_set_attributes(layout, attributes)
  }

  private func forEachLine(_ body: (OpaquePointer) -> Void) {
    guard let iterator = unsafe pango_layout_get_iter(layout) else { return }
    defer { unsafe pango_layout_iter_free(iterator) }
    repeat { unsafe body(iterator) } while unsafe pango_layout_iter_next_line(iterator) != 0
  }

  private static func points(_ units: Int32) -> Double { Double(units) / Double(PANGO_SCALE) }

  private static func rect(_ rect: PangoRectangle) -> PointRect {
    PointRect(x: points(rect.x), y: points(rect.y), width: points(rect.width), height: points(rect.height))
  }

  private static func units(_ points: Double) -> Int32 {
    Int32(min(max(points, 0), 1_048_576) * Double(PANGO_SCALE))
  }
}

/// A text with its size and its place in the box, in points.
struct PlacedText {
  let text: PangoText
  let block: TextBlock
  /// The block's top left corner.
  let x: Double
  let y: Double
  let fontSize: Double
  let isTruncated: Bool
  /// The value of `RasterPicture.extent`.
  let extent: Int
  /// The only line to draw; nil for all lines.
  let line: Int?

  /// The free space at both ends of a strip in ems, for letters that extend beyond their width.
  private static let overhang = 0.25

  init(_ request: TextRasterRequest) throws(RasterError) {
    let (horizontal, vertical) = (request.horizontalPixelsPerPoint, request.verticalPixelsPerPoint)
    let box = PointSize(width: Double(request.box.width) / horizontal, height: Double(request.box.height) / vertical)
    // A larger margin would leave no room for the text.
    let margin = min(request.margin, min(box.width, box.height) / 4)
    let area = PointSize(width: box.width - 2 * margin, height: box.height - 2 * margin)
    let x: Double
    var y: Double
    var fit = TextFitter.Fit(size: request.maximumFontSize, width: area.width, isTruncated: false)
    var line: Int?
    var extent = 0
    /// The block that determines the place; nil for the text's own block.
    var template: TextBlock?

    func fitter(_ text: PangoText) -> TextFitter {
      TextFitter(text: text, area: area, minimum: request.minimumFontSize, maximum: request.maximumFontSize)
    }
    switch request.arrangement {
    case .fitted:
      text = try PangoText(request)
      fit = fitter(text).fit(isBalanced: request.alignment == .center)
      block = TextBlock(text.lines(withInk: true), size: fit.size)
      x = margin + (area.width - fit.width) / 2
      y = Self.middle(of: block, in: box)
    case .like(let words):
      let model = try PangoText(request, text: words, hasEqualFigures: true)
      fit = fitter(model).fitLines()
      let block = TextBlock(model.lines(withInk: true), size: fit.size)
      template = block
      text = try PangoText(request, hasEqualFigures: true)
      text.setSize(fit.size)
      text.setWidth(area.width, .atWords)
      self.block = TextBlock(text.lines(withInk: true), size: fit.size)
      x = margin
      y = Self.middle(of: block, in: box)
    case .strip(let from):
      text = try PangoText(request)
      text.setSize(fit.size)
      text.setUnlimitedWidth()
      block = TextBlock(text.lines(withInk: true), size: fit.size)
      let overhang = (Self.overhang * fit.size * horizontal).rounded(.up)
      extent = min(Self.whole((block.width * horizontal).rounded(.up) + 2 * overhang), TextLimits.maximumExtent)
      x = (overhang - Double(from)) / horizontal
      y = (box.height - block.height) / 2
    case .line(let number):
      text = try PangoText(request)
      text.setSize(fit.size)
      text.setWidth(area.width, .anywhere)
      let lines = text.lines(withInk: true)
      extent = lines.count
      line = number
      // Every line gets the place of the first.
      block = TextBlock(lines, size: fit.size)
      let first = lines.first
      x = margin
      y = (box.height - (first?.ascent ?? 0) - (first?.descent ?? 0)) / 2
      y += (block.baselines.first ?? 0) - (block.baseline(ofLine: number) ?? 0)
    }
    if let baseline = line.flatMap(block.baseline) ?? (template ?? block).baselines.first {
      // Move the baseline to a whole pixel, for a sharp lower edge.
      y = ((y + baseline) * vertical).rounded() / vertical - baseline
    }
    self.x = x
    self.y = y
    self.line = line
    self.extent = extent
    fontSize = fit.size
    isTruncated = fit.isTruncated
  }

  /// The rectangle that has ink, in the box.
  var ink: PointRect {
    var ink = block.ink(of: line)
    ink.x += x
    ink.y += y
    return ink
  }

  /// The beginning of a line's baseline in the box; nil if the line is not drawn.
  func origin(ofLine number: Int) -> (x: Double, y: Double)? {
    guard line ?? number == number, block.lines.indices.contains(number) else { return nil }
    return (x + block.lines[number].x, y + block.baselines[number])
  }

  /// Centres the ink. It ignores the space that fonts reserve above and below.
  private static func middle(of block: TextBlock, in box: PointSize) -> Double {
    let ink = block.ink(of: nil)
    return (box.height - ink.height) / 2 - ink.y
  }

  private static func whole(_ value: Double) -> Int { value.isFinite ? Int(min(max(value, 0), 1e9)) : 0 }
}

/// The fonts that fontconfig finds.
@safe enum Fonts {
  /// Whether there is a font. Without one Pango ends the process. If there is none, fontconfig searches again, because a font may be
  /// installed while the process runs.
  static var areInstalled: Bool { FcInit() != 0 && (areKnown || FcInitReinitialize() != 0 && areKnown) }

  private static var areKnown: Bool {
    let system = unsafe FcConfigGetFonts(nil, FcSetSystem)
    let application = unsafe FcConfigGetFonts(nil, FcSetApplication)
    return unsafe (system?.pointee.nfont ?? 0) > 0 || (application?.pointee.nfont ?? 0) > 0
  }
}
