import CPictures
import DisplayTypes
import Foundation

/// gdk-pixbuf used directly, as any program would.
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
}
