internal import CPictures
internal import DisplayTypes
internal import RasterWorker
internal import Rasterizing

/// A picture file as gdk-pixbuf has decoded it.
@safe final class PixbufFile {
  /// The size that the file declares, before it was reduced.
  private let declared: PixelSize
  private let loader: UnsafeMutablePointer<GdkPixbufLoader>

  /// Decodes the whole file.
  ///
  /// - Parameter refuse: ends the process; called before memory is taken for more than is decoded.
  init(
    _ file: DocumentFile, _ format: FileFormat, room: PictureRoom, refuse: @escaping (RasterError) -> Never
  ) throws(RasterError) {
    let codec = PixbufCodec(format)
    var error: UnsafeMutablePointer<GError>?
    guard let loader = unsafe gdk_pixbuf_loader_new_with_type(codec.name, &error) else {
      if unsafe error != nil { unsafe g_error_free(error) }
      throw .missingCodec(format: format.phrase, package: codec.package)
    }
    unsafe self.loader = unsafe loader
    let progress = PixbufProgress(format, room: room, refuse: refuse)
    let pointer = unsafe Unmanaged.passUnretained(progress).toOpaque()
    unsafe marquee_on_size_prepared(
      loader,
      { loader, width, height, data in
        guard let loader = unsafe loader, let data = unsafe data else { return }
        let progress = unsafe Unmanaged<PixbufProgress>.fromOpaque(data).takeUnretainedValue()
        if let size = progress.reduced(from: PixelSize(width: Int(width), height: Int(height))) {
          unsafe gdk_pixbuf_loader_set_size(loader, Int32(clamping: size.width), Int32(clamping: size.height))
        }
      }, pointer)
    unsafe marquee_on_area_updated(
      loader,
      { _, _, y, _, height, data in
        guard let data = unsafe data else { return }
        unsafe Unmanaged<PixbufProgress>.fromOpaque(data).takeUnretainedValue().reached(row: Int(y) + Int(height))
      }, pointer)
    let failure = unsafe Self.feed(file, to: loader)
    let isClosed = unsafe gdk_pixbuf_loader_close(loader, &error) != 0
    declared = progress.declared
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
      pixels: pixels, declared: declared.isEmpty ? pixels.size : declared, orientation: Orientation(of: still),
      profile: ColorProfile.of(still))
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
      FailureWords.shortened(unsafe error.pointee.message.flatMap { unsafe String(validatingCString: $0) }))
  }
}
