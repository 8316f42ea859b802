internal import CPictures
internal import DisplayTypes
internal import RasterWorker
internal import Rasterizing

/// An SVG drawing, without other files to which it refers.
@safe final class DrawingFile {
  private let handle: UnsafeMutablePointer<RsvgHandle>
  private let bytes: [UInt8]

  init(_ file: DocumentFile) throws(RasterError) {
    guard file.size <= PictureLimits.maximumDrawingBytes else {
      throw .damaged(
        "a drawing of \(file.size) bytes is too long, at most \(PictureLimits.maximumDrawingBytes) are read")
    }
    let bytes = try file.beginning(file.size)
    var error: UnsafeMutablePointer<GError>?
    let handle = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe rsvg_handle_new_from_data(bytes.baseAddress, gsize(bytes.count), &error)
    }
    guard let handle = unsafe handle else { throw unsafe PixbufFile.failure(error) }
    unsafe self.handle = unsafe handle
    self.bytes = bytes
    // CSS has 96 pixels in an inch.
    unsafe rsvg_handle_set_dpi(handle, 96)
  }

  deinit { unsafe g_object_unref(handle) }

  func draw(in room: PictureRoom) throws(RasterError) -> WorkerAnswer {
    let natural = try size(in: room)
    let place = PicturePlacement(width: natural.width, height: natural.height, in: room)
    let (size, window) = (place.rect.size, place.window)
    var isOpaque = false
    let memory = try unsafe OutputMemory.sealed(count: size.width * size.height * 4) { start throws(RasterError) in
      let surface = unsafe cairo_image_surface_create_for_data(
        start.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(clamping: size.width),
        Int32(clamping: size.height), Int32(clamping: size.width * 4))
      defer { unsafe cairo_surface_destroy(surface) }
      let context = unsafe cairo_create(surface)
      defer { unsafe cairo_destroy(context) }
      unsafe cairo_scale(context, Double(size.width) / window.width, Double(size.height) / window.height)
      unsafe cairo_translate(context, -window.x, -window.y)
      var viewport = RsvgRectangle(x: 0, y: 0, width: natural.width, height: natural.height)
      var error: UnsafeMutablePointer<GError>?
      guard unsafe rsvg_handle_render_document(handle, context, &viewport, &error) != 0 else {
        throw unsafe PixbufFile.failure(error)
      }
      unsafe cairo_surface_flush(surface)
      // An opaque picture is faster to draw, and fades correctly.
      let words = unsafe UnsafeBufferPointer(
        start: start.assumingMemoryBound(to: UInt32.self), count: size.width * size.height)
      isOpaque = unsafe words.reduce(UInt32.max, &) >> 24 == 255
    }
    let reply = ImageReply(still: place.rect, isOpaque: isOpaque, warning: DrawingOmissions(bytes).warning)
    return WorkerAnswer(outcome: .image(reply), memory: memory)
  }

  /// The drawing's own size, otherwise the size of its view box, otherwise the room's shape.
  private func size(in room: PictureRoom) throws(RasterError) -> (width: Double, height: Double) {
    var (width, height) = (0.0, 0.0)
    if unsafe rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) != 0 {
      return try Self.checked(width, height)
    }
    var (hasWidth, hasHeight, hasBox): (gboolean, gboolean, gboolean) = (0, 0, 0)
    var (ownWidth, ownHeight, box) = (RsvgLength(), RsvgLength(), RsvgRectangle())
    unsafe rsvg_handle_get_intrinsic_dimensions(
      handle, &hasWidth, &ownWidth, &hasHeight, &ownHeight, &hasBox, &box)
    if hasBox != 0 { return try Self.checked(box.width, box.height) }
    return (Double(room.size.width) * room.pixelAspectRatio, Double(room.size.height))
  }

  private static func checked(_ width: Double, _ height: Double) throws(RasterError) -> (width: Double, height: Double)
  {
    let sides = 1e-3...1e6
    guard sides.contains(width), sides.contains(height) else {
      throw .damaged(
        "the drawing has the size \(width) by \(height) pixels, but each side must have 0.001 to 1,000,000 pixels")
    }
    return (width, height)
  }
}
