internal import CPictures
internal import DisplayTypes

/// Decoded pixels that belong to somebody else: three bytes a pixel, or four with alpha, not premultiplied.
@safe struct SourcePixels {
  let size: PixelSize
  let stride: Int
  let hasAlpha: Bool
  let bytes: UnsafePointer<UInt8>

  /// Nil where the library has made something else than it promises.
  init?(_ pixbuf: OpaquePointer) {
    size = unsafe PixelSize(
      width: Int(gdk_pixbuf_get_width(pixbuf)), height: Int(gdk_pixbuf_get_height(pixbuf)))
    stride = unsafe Int(gdk_pixbuf_get_rowstride(pixbuf))
    hasAlpha = unsafe gdk_pixbuf_get_has_alpha(pixbuf) != 0
    let channels = unsafe gdk_pixbuf_get_n_channels(pixbuf)
    guard unsafe gdk_pixbuf_get_bits_per_sample(pixbuf) == 8, channels == (hasAlpha ? 4 : 3), !size.isEmpty,
      stride >= size.width * Int(channels), let pixels = unsafe gdk_pixbuf_read_pixels(pixbuf)
    else { return nil }
    unsafe bytes = pixels
  }

  /// Writes a row as premultiplied red, green, blue and alpha.
  func read(
    row: Int, from first: Int, count: Int, _ samples: PixelSamples, into target: UnsafeMutablePointer<SIMD4<Float>>
  ) {
    var source = unsafe bytes + row * stride + first * (hasAlpha ? 4 : 3)
    let (red, green, blue) = unsafe (samples.red, samples.green, samples.blue)
    let opaque = SIMD4<Float>(0, 0, 0, 255)
    if hasAlpha {
      for x in 0..<count {
        let alpha = unsafe Float(source[3])
        let color = unsafe red[Int(source[0])] + green[Int(source[1])] + blue[Int(source[2])]
        unsafe target[x] = color * (alpha * (1 / 255)) + SIMD4(0, 0, 0, alpha)
        unsafe source += 4
      }
    } else {
      for x in 0..<count {
        unsafe target[x] = red[Int(source[0])] + green[Int(source[1])] + (blue[Int(source[2])] + opaque)
        unsafe source += 3
      }
    }
  }
}
