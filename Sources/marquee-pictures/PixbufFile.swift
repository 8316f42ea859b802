internal import CPictures
internal import DisplayTypes
internal import RasterWorker
internal import Rasterizing

/// A picture file as gdk-pixbuf has decoded it.
@safe final class PixbufFile {
  private let loader: UnsafeMutablePointer<GdkPixbufLoader>

  /// Decodes the whole file.
  ///
  /// - Parameter refuse: ends the process; called before memory is taken for more than is decoded.
  init(
    _ file: DocumentFile, _ format: FileFormat, refuse: @escaping (RasterError) -> Never
  ) throws(RasterError) {
    let codec = PixbufCodec(format)
    var error: UnsafeMutablePointer<GError>?
    guard let loader = unsafe gdk_pixbuf_loader_new_with_type(codec.name, &error) else {
      if unsafe error != nil { unsafe g_error_free(error) }
      throw .missingCodec(format: format.phrase, package: codec.package)
    }
    unsafe self.loader = unsafe loader
    let progress = PixbufProgress(format, refuse: refuse)
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
    let failure = unsafe Self.feed(file, to: loader)
    let isClosed = unsafe gdk_pixbuf_loader_close(loader, &error) != 0
    if let failure { throw failure }
    guard isClosed else { throw unsafe Self.failure(error) }
    guard progress.countsRows else { return }
    guard let still = unsafe gdk_pixbuf_loader_get_pixbuf(loader) else { throw .damaged("it holds no picture") }
    guard unsafe progress.lowestRow >= Int(gdk_pixbuf_get_height(still)) else {
      throw .damaged("it ends before its last row")
    }
  }

  deinit { unsafe g_object_unref(loader) }

  /// The picture; of a film of them the first.
  func still() throws(RasterError) -> StillPicture {
    guard let still = unsafe gdk_pixbuf_loader_get_pixbuf(loader), let pixels = unsafe PixelImage(still) else {
      throw .damaged("it holds no picture")
    }
    return unsafe StillPicture(
      pixels: pixels, declared: pixels.size, orientation: Orientation(of: still), profile: ColorProfile.of(still))
  }

  private static func feed(_ file: DocumentFile, to loader: UnsafeMutablePointer<GdkPixbufLoader>) -> RasterError? {
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

  /// Takes an error over.
  static func failure(_ error: UnsafeMutablePointer<GError>?) -> RasterError {
    guard let error = unsafe error else { return .damaged("it cannot be decoded") }
    defer { unsafe g_error_free(error) }
    if unsafe error.pointee.domain == marquee_pixbuf_error_domain(),
      unsafe error.pointee.code == Int32(bitPattern: GDK_PIXBUF_ERROR_INSUFFICIENT_MEMORY.rawValue)
    {
      return .outOfMemory
    }
    return .damaged(
      LibraryErrorText.shortened(unsafe error.pointee.message.flatMap { unsafe String(validatingCString: $0) }))
  }
}

/// What the decoder tells while it decodes.
final class PixbufProgress {
  private let format: FileFormat
  private let refuse: (RasterError) -> Never
  /// Rows that were decoded.
  private(set) var lowestRow = 0

  init(_ format: FileFormat, refuse: @escaping (RasterError) -> Never) {
    self.format = format
    self.refuse = refuse
  }

  /// Whether the decoder tells of rows one by one, so that one that ends early is noticed.
  var countsRows: Bool {
    switch format {
    case .png: true
    case .jpeg, .gif, .webp, .avif, .svg, .pdf, .other: false
    }
  }

  func reached(row: Int) { lowestRow = max(lowestRow, row) }

  /// Does not return if the file declares more pixels than are decoded.
  func check(_ size: PixelSize) {
    let sides = 1...PictureLimits.maximumSide
    guard sides.contains(size.width), sides.contains(size.height), PictureLimits.allows(size) else {
      refuse(.tooManyPixels(size))
    }
  }
}

/// How gdk-pixbuf calls a format, and which Debian package reads it.
struct PixbufCodec {
  let name: String
  let package: String

  init(_ format: FileFormat) {
    switch format {
    case .png: (name, package) = ("png", "libgdk-pixbuf-2.0-0")
    case .avif: (name, package) = ("avif", "libavif-gdk-pixbuf")
    // Others are read by libraries of their own.
    case .jpeg, .gif, .webp, .svg, .pdf, .other: (name, package) = ("", "")
    }
  }
}
