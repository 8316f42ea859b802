internal import CPoppler
internal import DisplayTypes
internal import Glibc
internal import RasterWorker
internal import Rasterizing

/// A PDF file as poppler has opened it.
@safe final class PageFile {
  let version: FileVersion
  let pageCount: Int
  let document: OpaquePointer
  /// The titles that the outline gives to pages.
  private(set) lazy var outline = unsafe PageOutline.titles(of: document) { title in
    Self.line(title, mostBytes: PageTexts.mostBytes.title)
  }
  /// The lines that most pages share, by the part of pages that is shown.
  private var sharedLines: [PagePart: Set<String>] = [:]

  /// Reads the file's tables; its pages are read as they are drawn.
  init(_ file: DocumentFile, _ version: FileVersion) throws(RasterError) {
    self.version = version
    // poppler closes what it is given, and the request's own descriptor is closed with the request.
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
      throw .damaged("it has \(pageCount) pages, more than \(PictureLimits.maximumPage)")
    }
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(document)) }

  /// The lines that most pages share in a part of them, as headers and footers.
  func shared(in part: PagePart) -> Set<String> {
    if let known = sharedLines[part] { return known }
    let shared = PageTitle.shared(by: sampleLines(part))
    sharedLines[part] = shared
    return shared
  }

  /// Draws a part of a page on white paper; the last one where there are fewer.
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
    // PDF: 72 points in an inch; CSS: 96 pixels in an inch, for one that is shown in its own size.
    let natural = (width: shown.width * 96 / 72, height: shown.height * 96 / 72)
    let place = PicturePlacement(width: natural.width, height: natural.height, in: room)
    let (size, window) = (place.rect.size, place.window)
    let memory = try OutputMemory()
    try unsafe memory.withBytes(count: size.width * size.height * 4) { start throws(RasterError) in
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
    try memory.seal()
    let reply = ImageReply(
      size: size, stride: size.width * 4, isOpaque: true, rect: place.rect, frameSize: size, pageCount: pageCount)
    return WorkerAnswer(outcome: .image(reply), memory: memory)
  }

  /// Takes an error over.
  private static func failure(_ error: UnsafeMutablePointer<GError>?) -> RasterError {
    guard let error = unsafe error else { return .damaged("it cannot be read") }
    defer { unsafe g_error_free(error) }
    if unsafe error.pointee.domain == marquee_poppler_error_domain(),
      unsafe error.pointee.code == Int32(bitPattern: POPPLER_ERROR_ENCRYPTED.rawValue)
    {
      return .encrypted
    }
    return .damaged(
      FailureWords.shortened(unsafe error.pointee.message.flatMap { unsafe String(validatingCString: $0) }))
  }
}
