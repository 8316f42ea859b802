import CPictures
import DisplayTypes
import Foundation

/// The libraries used directly, as any program would.
enum LibraryPicture {
  /// Writes a picture with slopes and grain, as photographs have them.
  static func write(_ path: String, format: String, width: Int, height: Int) throws {
    guard let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, Int32(width), Int32(height)),
      let pixels = gdk_pixbuf_get_pixels(pixbuf)
    else { throw CocoaError(.fileWriteUnknown) }
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
    var state: UInt64 = 1
    for y in 0..<height {
      for x in 0..<width * 3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        pixels[y * stride + x] = UInt8((x * 60 / width + y * 120 / height + Int(state >> 60)) & 0xFF)
      }
    }
    var error: UnsafeMutablePointer<GError>?
    guard gdk_pixbuf_savev(pixbuf, path, format, nil, nil, &error) != 0 else {
      let reason = error.map { String(cString: $0.pointee.message) } ?? "no reason"
      throw CocoaError(.fileWriteUnknown, userInfo: [NSLocalizedDescriptionKey: reason])
    }
  }

  /// Reads it, scaled to fit.
  static func read(_ path: String, fitting size: PixelSize) throws {
    guard let pixbuf = gdk_pixbuf_new_from_file_at_scale(path, Int32(size.width), Int32(size.height), 1, nil) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    g_object_unref(UnsafeMutableRawPointer(pixbuf))
  }

  /// libwebp scales while it decodes.
  static func readWebP(_ path: String, _ size: PixelSize) throws {
    var (contents, length): (UnsafeMutablePointer<gchar>?, gsize) = (nil, 0)
    var config = WebPDecoderConfig()
    guard g_file_get_contents(path, &contents, &length, nil) != 0, WebPInitDecoderConfig(&config) != 0 else {
      throw CocoaError(.fileReadCorruptFile)
    }
    defer { g_free(contents) }
    config.options.use_scaling = 1
    config.options.scaled_width = Int32(size.width)
    config.options.scaled_height = Int32(size.height)
    config.output.colorspace = MODE_bgrA
    let bytes = UnsafeRawPointer(contents)?.assumingMemoryBound(to: UInt8.self)
    let status = WebPDecode(bytes, Int(length), &config)
    guard status == VP8_STATUS_OK else { throw CocoaError(.fileReadCorruptFile) }
    WebPFreeDecBuffer(&config.output)
  }

  /// Each frame, scaled.
  static func readFrames(_ path: String, _ count: Int, _ size: PixelSize) throws {
    guard let animation = gdk_pixbuf_animation_new_from_file(path, nil) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    var time = GTimeVal()
    let frames = gdk_pixbuf_animation_get_iter(animation, &time)
    defer {
      if let frames { g_object_unref(UnsafeMutableRawPointer(frames)) }
      g_object_unref(UnsafeMutableRawPointer(animation))
    }
    for _ in 0..<count {
      let pixbuf = gdk_pixbuf_animation_iter_get_pixbuf(frames)
      guard let scaled = gdk_pixbuf_scale_simple(pixbuf, Int32(size.width), Int32(size.height), GDK_INTERP_BILINEAR)
      else { throw CocoaError(.fileReadCorruptFile) }
      g_object_unref(UnsafeMutableRawPointer(scaled))
      g_time_val_add(&time, glong(gdk_pixbuf_animation_iter_get_delay_time(frames)) * 1_000)
      gdk_pixbuf_animation_iter_advance(frames, &time)
    }
  }

  /// librsvg draws it on cairo's surface.
  static func draw(_ path: String, _ size: PixelSize) throws {
    guard let handle = rsvg_handle_new_from_file(path, nil) else { throw CocoaError(.fileReadCorruptFile) }
    defer { g_object_unref(handle) }
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height))
    let context = cairo_create(surface)
    defer {
      cairo_destroy(context)
      cairo_surface_destroy(surface)
    }
    var viewport = RsvgRectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    guard rsvg_handle_render_document(handle, context, &viewport, nil) != 0 else {
      throw CocoaError(.fileReadCorruptFile)
    }
  }
}
