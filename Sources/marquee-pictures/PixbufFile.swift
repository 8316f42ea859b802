internal import CPictures
internal import DisplayTypes
internal import RasterWorker
internal import Rasterizing

/// A picture file as gdk-pixbuf has decoded it.
@safe final class PixbufFile {
  /// The size that the file declares, before it was reduced.
  private let declared: PixelSize
  private let loader: UnsafeMutablePointer<GdkPixbufLoader>
  private let ending: FileEnding.Kind

  private static let endOfImage: [UInt8] = [0xFF, 0xD9]

  /// Decodes the whole file.
  ///
  /// - Parameters:
  ///   - ending: how the file ends; a JPEG file gets its last marker if that is missing.
  ///   - refuse: ends the process; called before memory is taken for more than is decoded.
  init(
    _ file: DocumentFile, _ format: FileFormat, _ ending: FileEnding.Kind, room: PictureRoom,
    refuse: @escaping (RasterError) -> Never
  ) throws(RasterError) {
    self.ending = ending
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
    var failure = unsafe Self.feed(file, to: loader)
    if failure == nil, case .withoutMarker = ending { failure = unsafe Self.feed(Self.endOfImage, to: loader) }
    let isClosed = unsafe gdk_pixbuf_loader_close(loader, &error) != 0
    declared = progress.declared
    if let failure { throw failure }
    guard isClosed else { throw unsafe Self.failure(error) }
    guard progress.countsRows else { return }
    guard let still = unsafe gdk_pixbuf_loader_get_pixbuf(loader) else { throw .damaged("it holds no picture") }
    guard unsafe progress.lowestRow >= Int(gdk_pixbuf_get_height(still)) else {
      throw .damaged("it ends before its last row")
    }
    // After the decoder has refused a picture that is too large.
    if format == .jpeg { try JPEGData.require(file, ending) }
  }

  deinit { unsafe g_object_unref(loader) }

  /// The picture; of a film of them the first.
  func still() throws(RasterError) -> StillPicture {
    guard let still = unsafe gdk_pixbuf_loader_get_pixbuf(loader), let pixels = unsafe PixelImage(still) else {
      throw .damaged("it holds no picture")
    }
    return unsafe StillPicture(
      pixels: pixels, declared: declared.isEmpty ? pixels.size : declared, orientation: Orientation(of: still),
      profile: ColorProfile.of(still), warning: warning)
  }

  private var warning: String? {
    guard case .withoutMarker = ending else { return nil }
    return
      "its last marker (EOI) is missing, although all of its data are there; save it again to be sure that it is whole"
  }

  private static func feed(
    _ bytes: [UInt8], to loader: UnsafeMutablePointer<GdkPixbufLoader>
  ) -> RasterError? {
    var error: UnsafeMutablePointer<GError>?
    guard unsafe gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), &error) != 0 else {
      return unsafe failure(error)
    }
    return nil
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
  private let room: PictureRoom
  private let refuse: (RasterError) -> Never
  private(set) var declared = PixelSize.zero
  /// Rows that were decoded.
  private(set) var lowestRow = 0

  init(_ format: FileFormat, room: PictureRoom, refuse: @escaping (RasterError) -> Never) {
    self.format = format
    self.room = room
    self.refuse = refuse
  }

  /// Whether the decoder tells of rows one by one, so that one that ends early is noticed.
  var countsRows: Bool {
    switch format {
    case .png, .jpeg: true
    case .gif, .webp, .avif, .svg, .pdf, .other: false
    }
  }

  func reached(row: Int) { lowestRow = max(lowestRow, row) }

  /// The size to decode at, of those that the format can be decoded at; nil for the declared one.
  ///
  /// Does not return where the file declares more than is decoded.
  func reduced(from size: PixelSize) -> PixelSize? {
    declared = size
    let sides = 1...PictureLimits.maximumSide
    guard sides.contains(size.width), sides.contains(size.height) else { refuse(.tooManyPixels(size)) }
    var reduced = size
    if format == .jpeg {
      let factor = [8, 4, 2].first { scale(of: size) * Double($0) <= 1 } ?? 1
      reduced = PixelSize(width: (size.width + factor - 1) / factor, height: (size.height + factor - 1) / factor)
      guard size.width * size.height <= PictureLimits.maximumReducedPixels else { refuse(.tooManyPixels(size)) }
    }
    guard PictureLimits.allows(reduced) else { refuse(.tooManyPixels(size)) }
    return reduced == size ? nil : reduced
  }

  /// Pixels of the room that a pixel becomes at most, whichever way the camera was held: that is told only later.
  private func scale(of size: PixelSize) -> Double {
    let sides = (Double(size.width), Double(size.height))
    return [sides, (sides.1, sides.0)].reduce(0) { most, sides in
      let placement = PicturePlacement(width: sides.0, height: sides.1, in: room)
      return max(
        most, Double(placement.rect.width) / placement.window.width,
        Double(placement.rect.height) / placement.window.height)
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
    case .jpeg: (name, package) = ("jpeg", "libgdk-pixbuf-2.0-0")
    case .avif: (name, package) = ("avif", "libavif-gdk-pixbuf")
    // Others are read by libraries of their own.
    case .gif, .webp, .svg, .pdf, .other: (name, package) = ("", "")
    }
  }
}
