internal import CPictures
internal import DisplayTypes
internal import RasterWorker
internal import Rasterizing

/// Decoded pixels as gdk-pixbuf keeps them: three bytes a pixel, or four with alpha, not premultiplied.
@safe final class PixelImage {
  let size: PixelSize
  let hasAlpha: Bool
  /// Bytes from one row to the next.
  let stride: Int
  /// The first row; written only by whoever has made the picture.
  let bytes: UnsafeMutablePointer<UInt8>
  private let pixbuf: OpaquePointer

  /// Keeps a picture of the library's; nil where it has made something else than it promises.
  init?(_ pixbuf: OpaquePointer) {
    size = unsafe PixelSize(
      width: Int(gdk_pixbuf_get_width(pixbuf)), height: Int(gdk_pixbuf_get_height(pixbuf)))
    stride = unsafe Int(gdk_pixbuf_get_rowstride(pixbuf))
    hasAlpha = unsafe gdk_pixbuf_get_has_alpha(pixbuf) != 0
    let channels = unsafe gdk_pixbuf_get_n_channels(pixbuf)
    guard unsafe gdk_pixbuf_get_bits_per_sample(pixbuf) == 8, channels == (hasAlpha ? 4 : 3), !size.isEmpty,
      stride >= size.width * Int(channels), let pixels = unsafe gdk_pixbuf_get_pixels(pixbuf)
    else { return nil }
    unsafe bytes = pixels
    unsafe self.pixbuf = unsafe pixbuf
    unsafe g_object_ref(UnsafeMutableRawPointer(pixbuf))
  }

  /// Makes one whose pixels are to be written.
  static func make(_ size: PixelSize, hasAlpha: Bool) throws(RasterError) -> PixelImage {
    guard
      let pixbuf = unsafe gdk_pixbuf_new(
        GDK_COLORSPACE_RGB, hasAlpha ? 1 : 0, 8, Int32(clamping: size.width), Int32(clamping: size.height))
    else { throw .outOfMemory }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    guard let image = unsafe PixelImage(pixbuf) else { throw .outOfMemory }
    return image
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(pixbuf)) }

  /// Brings a window of it to another size: the mean of what becomes one pixel, and evenly from one pixel to the next where there are fewer.
  ///
  /// C: `gdk_pixbuf_scale`. Itself where nothing changes.
  ///
  /// - Parameter old: a picture of that size and kind that nobody needs any more, to be written over.
  func scaled(
    _ window: PicturePlacement.Window, to output: PixelSize, over old: PixelImage? = nil
  ) throws(RasterError) -> PixelImage {
    let whole = PicturePlacement.Window(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    if window == whole, output == size { return self }
    let result: PixelImage
    if let old, old !== self, old.size == output, old.hasAlpha == hasAlpha {
      result = old
    } else {
      result = try PixelImage.make(output, hasAlpha: hasAlpha)
    }
    let (horizontal, vertical) = (Double(output.width) / window.width, Double(output.height) / window.height)
    func scale() {
      unsafe gdk_pixbuf_scale(
        pixbuf, result.pixbuf, 0, 0, Int32(clamping: output.width), Int32(clamping: output.height),
        -window.x * horizontal, -window.y * vertical, horizontal, vertical, GDK_INTERP_BILINEAR)
    }
    // Where it gets no memory of its own it returns without a word, and without a picture: no byte of it would have changed, whatever stood there.
    for mark in [UInt8(0x5A), 0xA5] {
      unsafe result.bytes[0] = mark
      scale()
      if unsafe result.bytes[0] != mark { return result }
    }
    throw .outOfMemory
  }

  /// Writes it as premultiplied `argb32`; true where all of it is opaque.
  ///
  /// - Parameter target: where the first pixel of the first row goes, in an upright picture.
  func write(to target: UnsafeMutablePointer<UInt32>, _ steps: PixelSteps) -> Bool {
    var alphas: UInt32 = 255
    for y in 0..<size.height {
      let source = unsafe UnsafePointer(bytes + y * stride)
      let row = unsafe target + steps.origin + y * steps.down
      // With a step that is known, several pixels are written at a time.
      switch (hasAlpha, steps.right) {
      case (true, 1): alphas &= unsafe Self.writeBlended(source, to: row, count: size.width, step: 1)
      case (true, let step): alphas &= unsafe Self.writeBlended(source, to: row, count: size.width, step: step)
      case (false, 1): unsafe Self.writeOpaque(source, to: row, count: size.width, step: 1)
      case (false, let step): unsafe Self.writeOpaque(source, to: row, count: size.width, step: step)
      }
    }
    return alphas == 255
  }

  @inline(__always)
  private static func writeOpaque(
    _ source: UnsafePointer<UInt8>, to row: UnsafeMutablePointer<UInt32>, count: Int, step: Int
  ) {
    var x = 0
    while x < count {
      let (red, green, blue) = unsafe (source[x &* 3], source[x &* 3 &+ 1], source[x &* 3 &+ 2])
      unsafe row[x &* step] = 0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
      x &+= 1
    }
  }

  /// Returns those bits that all alphas have.
  @inline(__always)
  private static func writeBlended(
    _ source: UnsafePointer<UInt8>, to row: UnsafeMutablePointer<UInt32>, count: Int, step: Int
  ) -> UInt32 {
    // Divides by 255 and rounds, exactly for all products of two bytes.
    func share(_ value: UInt8, _ alpha: UInt32) -> UInt32 {
      let product = UInt32(value) &* alpha &+ 128
      return (product &+ product &>> 8) &>> 8
    }
    var alphas: UInt32 = 255
    var x = 0
    while x < count {
      let (red, green, blue) = unsafe (source[x &* 4], source[x &* 4 &+ 1], source[x &* 4 &+ 2])
      let alpha = unsafe UInt32(source[x &* 4 &+ 3])
      alphas &= alpha
      unsafe row[x &* step] =
        alpha << 24 | share(red, alpha) << 16 | share(green, alpha) << 8 | share(blue, alpha)
      x &+= 1
    }
    return alphas
  }
}
