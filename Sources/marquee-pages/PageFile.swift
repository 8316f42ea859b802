internal import CPoppler
internal import DisplayTypes
internal import Glibc
internal import RasterWorker
internal import Rasterizing

/// A PDF file that poppler has opened.
@safe final class PageFile {
  let version: FileVersion
  let pageCount: Int
  let document: OpaquePointer
  /// The titles that the outline gives to pages.
  private(set) lazy var outline = unsafe PageOutline.titles(of: document) { title in
    Self.line(title, mostBytes: PageTexts.mostBytes.title)
  }
  /// The lines that most pages share, by the visible part of the pages.
  private var sharedLines: [PagePart: Set<String>] = [:]

  /// Reads the file's tables. A page is read when it is drawn.
  init(_ file: DocumentFile, _ version: FileVersion) throws(RasterError) {
    self.version = version
    // poppler closes its descriptor, and the worker loop closes the request's descriptor.
    let own = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 3)
    guard own >= 0 else { throw .drawingFailed("the document's descriptor cannot be duplicated (errno \(errno))") }
    var error: UnsafeMutablePointer<GError>?
    guard let document = unsafe poppler_document_new_from_fd(own, nil, &error) else {
      throw unsafe Self.failure(error)
    }
    unsafe self.document = unsafe document
    pageCount = unsafe Int(poppler_document_get_n_pages(document))
    guard pageCount > 0 else { throw .noPages }
    guard PictureLimits.pages.contains(pageCount) else {
      throw .damaged("it has \(pageCount) pages, more than \(PictureLimits.pages.upperBound)")
    }
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(document)) }

  /// The lines that most pages share in this part, such as headers and footers.
  func shared(in part: PagePart) -> Set<String> {
    if let known = sharedLines[part] { return known }
    let shared = PageTitle.shared(by: sampleLines(part))
    sharedLines[part] = shared
    return shared
  }

  /// Draws a part of a page on white. Beyond the end it draws the last page.
  func draw(page number: Int, _ part: PagePart, in room: PictureRoom) throws(RasterError) -> WorkerAnswer {
    guard let page = unsafe poppler_document_get_page(document, Int32(clamping: min(number, pageCount) - 1)) else {
      throw .damaged("page \(number) cannot be read")
    }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(page)) }
    var (width, height) = (0.0, 0.0)
    unsafe poppler_page_get_size(page, &width, &height)
    let sides = 0.1...1e6
    guard sides.contains(width), sides.contains(height) else {
      throw .damaged("page \(number) is \(width) by \(height) points large")
    }
    unsafe Self.hideTextAnnotations(of: page)
    let shown = part.place(width: width, height: height)
    // PDF has 72 points in an inch, and CSS has 96 pixels in an inch. This is the size of a page in its own size.
    let natural = (width: shown.width * 96 / 72, height: shown.height * 96 / 72)
    let place = PicturePlacement(width: natural.width, height: natural.height, in: room)
    let (size, window) = (place.rect.size, place.window)
    let memory = try unsafe OutputMemory.sealed(count: size.width * size.height * 4) { start throws(RasterError) in
      let surface = unsafe cairo_image_surface_create_for_data(
        start.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(clamping: size.width),
        Int32(clamping: size.height), Int32(clamping: size.width * 4))
      defer { unsafe cairo_surface_destroy(surface) }
      let context = unsafe cairo_create(surface)
      defer { unsafe cairo_destroy(context) }
      unsafe cairo_set_source_rgb(context, 1, 1, 1)
      unsafe cairo_paint(context)
      unsafe cairo_scale(context, Double(size.width) / window.width, Double(size.height) / window.height)
      unsafe cairo_translate(context, -window.x, -window.y)
      unsafe cairo_scale(context, natural.width / shown.width, natural.height / shown.height)
      unsafe cairo_translate(context, -shown.x, -shown.y)
      unsafe poppler_page_render(page, context)
      let status = unsafe cairo_status(context)
      guard status == CAIRO_STATUS_SUCCESS else {
        throw status == CAIRO_STATUS_NO_MEMORY
          ? .outOfMemory : .drawingFailed(unsafe String(cString: cairo_status_to_string(status)))
      }
      unsafe cairo_surface_flush(surface)
    }
    let reply = ImageReply(
      still: place.rect, isOpaque: true, pageCount: pageCount, transition: unsafe PageTransition(of: page))
    return WorkerAnswer(outcome: .image(reply), memory: memory)
  }

  /// Converts an error of the library, and frees it.
  private static func failure(_ error: UnsafeMutablePointer<GError>?) -> RasterError {
    guard let error = unsafe error else { return .damaged("it cannot be read") }
    defer { unsafe g_error_free(error) }
    if unsafe error.pointee.domain == marquee_poppler_error_domain(),
      unsafe error.pointee.code == Int32(bitPattern: POPPLER_ERROR_ENCRYPTED.rawValue)
    {
      return .encrypted
    }
    return .damaged(library: unsafe error.pointee.message.flatMap { unsafe String(validatingCString: $0) })
  }
}

/// The texts of pages.
extension PageFile {
  /// Reads at most `count` pages. An unreadable page has empty texts.
  func read(from first: Int, count: Int, _ part: PagePart) throws(RasterError) -> WorkerAnswer {
    let title = unsafe Self.line(
      Self.owned(poppler_document_get_title(document)), mostBytes: PageTexts.mostBytes.title)
    let last = min(pageCount, first - 1 + count)
    let bytes = PageTexts(title: title, pages: (first..<max(first, last + 1)).map { text(of: $0, part) }).encoded
    let memory = try unsafe OutputMemory.sealed(count: bytes.count) { start in
      unsafe start.copyMemory(from: bytes, byteCount: bytes.count)
    }
    return WorkerAnswer(outcome: .file(byteCount: bytes.count), memory: memory)
  }

  private func text(of number: Int, _ part: PagePart) -> PageText {
    var text = PageText(label: "\(number)", title: "", notes: "")
    guard let page = unsafe poppler_document_get_page(document, Int32(clamping: number - 1)) else { return text }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(page)) }
    let label = unsafe Self.line(Self.owned(poppler_page_get_label(page)), mostBytes: PageTexts.mostBytes.label)
    if !label.isEmpty { text.label = label }
    let words = unsafe Self.words(on: page, part)
    text.text = Self.line(words, mostBytes: PageTexts.mostBytes.text)
    let title = unsafe outline[number] ?? PageTitle.choose(from: Self.lines(on: page, part), without: shared(in: part))
    text.title = Self.shortened(title, mostBytes: PageTexts.mostBytes.title)
    var notes = unsafe Self.annotations(of: page)
    if notes.isEmpty, part != .whole {
      notes = unsafe Self.words(on: page, part.rest)
      text.isOfRest = true
    }
    text.notes = Self.shortened(Self.trimmed(notes), mostBytes: PageTexts.mostBytes.notes)
    return text
  }

  /// The lines of some pages, spread over the document. Steps of one slide, which share its label, count as one page.
  func sampleLines(_ part: PagePart) -> [[PageLine]] {
    let count = min(pageCount, Self.mostSamples)
    var labels: Set<String> = []
    var pages: [[PageLine]] = []
    for index in 0..<count {
      // From the first to the last page, in equal steps.
      let number = count > 1 ? index * (pageCount - 1) / (count - 1) : 0
      guard let page = unsafe poppler_document_get_page(document, Int32(clamping: number)) else { continue }
      defer { unsafe g_object_unref(UnsafeMutableRawPointer(page)) }
      let label = unsafe Self.owned(poppler_page_get_label(page))
      guard label.isEmpty || labels.insert(label).inserted else { continue }
      unsafe pages.append(Self.lines(on: page, part))
    }
    return pages
  }

  /// The maximum number of pages to search for shared lines. It is small, because a slide for the screen waits meanwhile.
  private static let mostSamples = 16

  private static func area(of page: OpaquePointer, _ part: PagePart) -> PopplerRectangle {
    var (width, height) = (0.0, 0.0)
    unsafe poppler_page_get_size(page, &width, &height)
    let place = part.place(width: width, height: height)
    return PopplerRectangle(x1: place.x, y1: place.y, x2: place.x + place.width, y2: place.y + place.height)
  }

  private static func words(on page: OpaquePointer, _ part: PagePart) -> String {
    var area = unsafe area(of: page, part)
    return unsafe owned(poppler_page_get_text_for_area(page, &area))
  }

  /// The lines with text, and the size of their letters.
  private static func lines(on page: OpaquePointer, _ part: PagePart) -> [PageLine] {
    let words = unsafe words(on: page, part)
    let sizes = unsafe fontSizes(on: page, part, count: words.unicodeScalars.count)
    var lines: [PageLine] = []
    var text = String.UnicodeScalarView()
    var letters: [Double: Int] = [:]
    func endLine() {
      let line = line(String(text), mostBytes: PageTexts.mostBytes.title)
      // Of equally frequent sizes take the largest, so that each run gives the same result.
      let size = letters.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
      if !line.isEmpty { lines.append(PageLine(text: line, fontSize: size)) }
      text = String.UnicodeScalarView()
      letters = [:]
    }
    for (index, scalar) in words.unicodeScalars.enumerated() {
      guard scalar != "\n" else {
        endLine()
        continue
      }
      text.append(scalar)
      if !scalar.properties.isWhitespace, sizes.indices.contains(index) { letters[sizes[index], default: 0] += 1 }
    }
    endLine()
    return lines
  }

  /// The size of each character's font, in points (`poppler_page_get_text_attributes_for_area`).
  private static func fontSizes(on page: OpaquePointer, _ part: PagePart, count: Int) -> [Double] {
    var sizes = [Double](repeating: 0, count: count)
    var area = unsafe area(of: page, part)
    let list = unsafe poppler_page_get_text_attributes_for_area(page, &area)
    defer { unsafe poppler_page_free_text_attributes(list) }
    var next = unsafe list
    while let entry = unsafe next {
      unsafe next = entry.pointee.next
      guard let data = unsafe entry.pointee.data else { continue }
      let run = unsafe data.assumingMemoryBound(to: PopplerTextAttributes.self).pointee
      let (first, last, size) = unsafe (Int(run.start_index), Int(run.end_index), run.font_size)
      guard first >= 0, first <= last, first < count, size.isFinite, size > 0 else { continue }
      // Programs round sizes, so round to tenths of a point.
      for index in first...min(last, count - 1) { sizes[index] = (size * 10).rounded() / 10 }
    }
    return sizes
  }

  /// The contents of the text annotations, a paragraph each.
  static func annotations(of page: OpaquePointer) -> String {
    var contents: [String] = []
    unsafe eachTextAnnotation(of: page) { annotation in
      let text = unsafe trimmed(owned(poppler_annot_get_contents(annotation)))
      if !text.isEmpty { contents.append(text) }
    }
    return contents.joined(separator: "\n\n")
  }

  /// Hides text annotations from the picture, including their symbols, because they are for the speaker.
  static func hideTextAnnotations(of page: OpaquePointer) {
    unsafe eachTextAnnotation(of: page) { annotation in
      unsafe poppler_annot_set_flags(
        annotation,
        PopplerAnnotFlag(
          rawValue: poppler_annot_get_flags(annotation).rawValue | POPPLER_ANNOT_FLAG_HIDDEN.rawValue))
    }
  }

  private static func eachTextAnnotation(of page: OpaquePointer, _ body: (OpaquePointer) -> Void) {
    unsafe eachAnnotation(of: page) { annotation, _ in
      if unsafe poppler_annot_get_annot_type(annotation) == POPPLER_ANNOT_TEXT { unsafe body(annotation) }
    }
  }

  static func eachAnnotation(of page: OpaquePointer, _ body: (OpaquePointer, PopplerRectangle) -> Void) {
    let list = unsafe poppler_page_get_annot_mapping(page)
    defer { unsafe poppler_page_free_annot_mapping(list) }
    var next = unsafe list
    while let entry = unsafe next {
      unsafe next = entry.pointee.next
      guard let data = unsafe entry.pointee.data else { continue }
      let mapping = unsafe data.assumingMemoryBound(to: PopplerAnnotMapping.self)
      guard let annotation = unsafe mapping.pointee.annot else { continue }
      unsafe body(annotation, mapping.pointee.area)
    }
  }

  /// Copies a text of poppler, repairs invalid UTF-8, and frees the original.
  private static func owned(_ text: UnsafeMutablePointer<CChar>?) -> String {
    guard let text = unsafe text else { return "" }
    defer { unsafe g_free(text) }
    return unsafe String(cString: text)
  }

  /// Makes one line without control characters, and without blanks at its ends.
  static func line(_ text: String, mostBytes: Int) -> String {
    let words = text.unicodeScalars.split { $0.value < 0x21 || (0x7F...0xA0).contains($0.value) }
    return shortened(words.map { String($0) }.joined(separator: " "), mostBytes: mostBytes)
  }

  /// Keeps lines, turns other control characters into blanks, and drops blanks at both ends.
  private static func trimmed(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var wasReturn = false
    for scalar in text.unicodeScalars {
      let isReturn = scalar == "\r" || scalar == "\u{0C}"
      let isBreak = scalar == "\n" || isReturn
      // A carriage return and a line feed are one line end.
      if isBreak {
        if !(scalar == "\n" && wasReturn) { scalars.append("\n") }
      } else {
        scalars.append(scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) ? " " : scalar)
      }
      wasReturn = scalar == "\r"
    }
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\n" || scalar == "\t" }
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars.drop(while: isBlank)))
  }

  private static func shortened(_ text: String, mostBytes: Int) -> String {
    guard text.utf8.count > mostBytes else { return text }
    var count = 0
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      count += UTF8.width(scalar)
      guard count <= mostBytes else { break }
      scalars.append(scalar)
    }
    return String(scalars)
  }
}
