internal import CPictures
internal import DisplayTypes
internal import RasterWorker
internal import Rasterizing

/// A picture file that gdk-pixbuf has decoded.
@safe final class PixbufFile {
  private let loader: UnsafeMutablePointer<GdkPixbufLoader>

  /// Decodes the whole file.
  ///
  /// - Parameters:
  ///   - format: PNG, AVIF or HEIC.
  ///   - refuse: ends the process. It runs before memory is allocated for too many pixels.
  init(
    _ file: DocumentFile, _ format: FileFormat, refuse: @escaping (RasterError) -> Never
  ) throws(RasterError) {
    var error: UnsafeMutablePointer<GError>?
    let (found, package) =
      switch format {
      case .avif: unsafe (gdk_pixbuf_loader_new_with_type("avif", &error), "libavif-gdk-pixbuf")
      // The name of this loader depends on the version of libheif.
      case .heic: unsafe (gdk_pixbuf_loader_new_with_mime_type("image/heic", &error), "heif-gdk-pixbuf")
      case .png, .jpeg, .gif, .webp, .svg, .pdf, .other:
        unsafe (gdk_pixbuf_loader_new_with_type("png", &error), "libgdk-pixbuf-2.0-0")
      }
    guard let loader = unsafe found else {
      unsafe g_clear_error(&error)
      throw .missingCodec(format: format.phrase, package: package)
    }
    // libheif reports the size only after it has decoded all pixels.
    if format == .heic, let size = HEIFOutline(file).excess { refuse(.tooManyPixels(size)) }
    unsafe self.loader = unsafe loader
    let progress = PixbufProgress(refuse: refuse)
    let pointer = unsafe Unmanaged.passUnretained(progress).toOpaque()
    unsafe marquee_on_size_prepared(
      loader,
      { _, width, height, data in
        guard let data = unsafe data else { return }
        unsafe Unmanaged<PixbufProgress>.fromOpaque(data).takeUnretainedValue()
          .check(PixelSize(width: Int(width), height: Int(height)))
      }, pointer)
    unsafe marquee_on_area_updated(
      loader,
      { _, _, y, _, height, data in
        guard let data = unsafe data else { return }
        unsafe Unmanaged<PixbufProgress>.fromOpaque(data).takeUnretainedValue().reached(row: Int(y) + Int(height))
      }, pointer)
    let failure = unsafe Self.write(file, to: loader)
    let isClosed = unsafe gdk_pixbuf_loader_close(loader, &error) != 0
    if let failure { throw failure }
    guard isClosed else { throw unsafe Self.failure(error) }
    // The PNG decoder reports each row, which reveals an early end.
    guard format == .png else { return }
    guard let still = unsafe gdk_pixbuf_loader_get_pixbuf(loader) else { throw .damaged("it holds no picture") }
    guard unsafe progress.lowestRow >= Int(gdk_pixbuf_get_height(still)) else {
      throw .damaged("it ends before its last row")
    }
  }

  deinit { unsafe g_object_unref(loader) }

  /// The picture, or the first of several.
  func still() throws(RasterError) -> StillPicture {
    guard let still = unsafe gdk_pixbuf_loader_get_pixbuf(loader), let pixels = unsafe PixelImage(still) else {
      throw .damaged("it holds no picture")
    }
    return unsafe StillPicture(
      pixels: pixels, declared: pixels.size, orientation: Orientation(of: still), profile: ColorProfile.of(still))
  }

  private static func write(_ file: DocumentFile, to loader: UnsafeMutablePointer<GdkPixbufLoader>) -> RasterError? {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { unsafe buffer.deallocate() }
    var offset = 0
    do throws(RasterError) {
      while offset < file.size {
        let count = try unsafe file.read(at: offset, into: buffer)
        guard count > 0 else { throw .fileChanged }
        var error: UnsafeMutablePointer<GError>?
        let bytes = unsafe buffer.baseAddress?.assumingMemoryBound(to: guchar.self)
        guard unsafe gdk_pixbuf_loader_write(loader, bytes, gsize(count), &error) != 0 else {
          throw unsafe failure(error)
        }
        offset += count
      }
      return nil
    } catch {
      return error
    }
  }

  /// Converts an error of the library, and frees it.
  static func failure(_ error: UnsafeMutablePointer<GError>?) -> RasterError {
    guard let error = unsafe error else { return .damaged("it cannot be decoded") }
    defer { unsafe g_error_free(error) }
    if unsafe error.pointee.domain == marquee_pixbuf_error_domain(),
      unsafe error.pointee.code == Int32(bitPattern: GDK_PIXBUF_ERROR_INSUFFICIENT_MEMORY.rawValue)
    {
      return .outOfMemory
    }
    return .damaged(library: unsafe error.pointee.message.flatMap { unsafe String(validatingCString: $0) })
  }
}

/// Receives the decoder's reports.
final class PixbufProgress {
  private let refuse: (RasterError) -> Never
  /// The number of decoded rows.
  private(set) var lowestRow = 0

  init(refuse: @escaping (RasterError) -> Never) { self.refuse = refuse }

  func reached(row: Int) { lowestRow = max(lowestRow, row) }

  /// Checks the declared size. If it has too many pixels, this does not return.
  func check(_ size: PixelSize) {
    if !PictureLimits.allows(size) { refuse(.tooManyPixels(size)) }
  }
}
