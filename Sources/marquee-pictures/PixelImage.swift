internal import CPictures
internal import DisplayTypes
internal import RasterWorker
internal import Rasterizing

/// Decoded pixels in gdk-pixbuf's format: three bytes a pixel, or four with alpha, not premultiplied.
@safe final class PixelImage {
  let size: PixelSize
  let hasAlpha: Bool
  /// Bytes from one row to the next.
  let stride: Int
  /// The first row. Only the code that makes the picture writes to it.
  let bytes: UnsafeMutablePointer<UInt8>
  private let pixbuf: OpaquePointer

  /// Retains a picture of the library. Returns nil if its format is not the one that the library promises.
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

  /// Makes a picture for pixels that the caller writes.
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

  /// Scales a window of the picture. Reduction takes the mean of pixels, and enlargement interpolates between them. Returns the same
  /// picture if nothing changes.
  ///
  /// - Parameter old: a picture of the target's size and kind that may be overwritten.
  func scaled(
    _ window: PointRect, to output: PixelSize, over old: PixelImage? = nil
  ) throws(RasterError) -> PixelImage {
    let whole = PointRect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    if window == whole, output == size { return self }
    let target: PixelImage
    if let old, old !== self, old.size == output, old.hasAlpha == hasAlpha {
      target = old
    } else {
      target = try PixelImage.make(output, hasAlpha: hasAlpha)
    }
    let (horizontal, vertical) = (Double(output.width) / window.width, Double(output.height) / window.height)
    func scale() {
      unsafe gdk_pixbuf_scale(
        pixbuf, target.pixbuf, 0, 0, Int32(clamping: output.width), Int32(clamping: output.height),
        -window.x * horizontal, -window.y * vertical, horizontal, vertical, GDK_INTERP_BILINEAR)
    }
    // If memory is short, the library returns without an error and writes nothing. Two different marks reveal that.
    for mark in [UInt8(0x5A), 0xA5] {
      unsafe target.bytes[0] = mark
      scale()
      if unsafe target.bytes[0] != mark { return target }
    }
    throw .outOfMemory
  }

  /// Writes the picture as premultiplied `argb32`. Returns true if all of it is opaque.
  ///
  /// - Parameter target: the place for the first pixel of the first row of the upright picture.
  func write(to target: UnsafeMutablePointer<UInt32>, _ steps: PixelSteps) -> Bool {
    var alphas: UInt32 = 255
    for y in 0..<size.height {
      let source = unsafe UnsafePointer(bytes + y * stride)
      let row = unsafe target + steps.origin + y * steps.down
      // The compiler writes several pixels at a time if the step is a constant.
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

  /// Returns the bits that all alpha values share.
  @inline(__always)
  private static func writeBlended(
    _ source: UnsafePointer<UInt8>, to row: UnsafeMutablePointer<UInt32>, count: Int, step: Int
  ) -> UInt32 {
    // Divides by 255 and rounds. The result is exact for all products of two bytes.
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

/// The places of the pixels of a picture that is rotated by EXIF's orientation.
struct PixelSteps {
  /// The place of the picture's first pixel, in pixels from the target's first one.
  let origin: Int
  let right: Int
  let down: Int

  /// - Parameters:
  ///   - width: the width of the upright picture. The height is the upright one too.
  ///   - stride: pixels from one row of the target to the next.
  init(_ orientation: Orientation, width: Int, height: Int, stride: Int) {
    let (lastColumn, lastRow) = (width - 1, (height - 1) * stride)
    switch orientation {
    case .upright: (origin, right, down) = (0, 1, stride)
    case .mirrored: (origin, right, down) = (lastColumn, -1, stride)
    case .upsideDown: (origin, right, down) = (lastRow + lastColumn, -1, -stride)
    case .flipped: (origin, right, down) = (lastRow, 1, -stride)
    case .transposed: (origin, right, down) = (0, stride, 1)
    case .onItsLeft: (origin, right, down) = (lastColumn, stride, -1)
    case .transversed: (origin, right, down) = (lastRow + lastColumn, -stride, -1)
    case .onItsRight: (origin, right, down) = (lastRow, -stride, 1)
    }
  }
}

/// The orientation of the camera (EXIF 2.32, tag 274).
enum Orientation: Int {
  case upright = 1
  case mirrored = 2
  case upsideDown = 3
  case flipped = 4
  /// Rows and columns are exchanged.
  case transposed = 5
  /// The picture must be rotated clockwise by a quarter turn.
  case onItsLeft = 6
  /// Rows and columns are exchanged, and the picture is upside down.
  case transversed = 7
  /// The picture must be rotated anticlockwise by a quarter turn.
  case onItsRight = 8

  /// The file's orientation; upright if it has none, or an invalid one.
  init(of pixbuf: OpaquePointer) {
    let words = unsafe gdk_pixbuf_get_option(pixbuf, "orientation").flatMap { unsafe String(validatingCString: $0) }
    self = words.flatMap { Int($0) }.flatMap(Orientation.init(rawValue:)) ?? .upright
  }

  /// The orientation in an EXIF block (a TIFF file, TIFF 6.0, section 2); nil if it has none, or an invalid one.
  init?(exif bytes: UnsafeRawBufferPointer) {
    // Some programs write JPEG's header before it.
    let bytes = unsafe Array(bytes.prefix(1 << 16))
    let tiff = bytes.starts(with: Array("Exif\0\0".utf8)) ? Array(bytes.dropFirst(6)) : bytes
    let isBig = tiff.starts(with: Array("MM".utf8))
    func number(_ offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset + count <= tiff.count else { return nil }
      let digits = tiff[offset..<offset + count]
      return (isBig ? Array(digits) : digits.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
    guard isBig || tiff.starts(with: Array("II".utf8)), number(2, 2) == 42, let table = number(4, 4),
      let count = number(table, 2)
    else { return nil }
    let entry = (0..<count).lazy.map { table + 2 + $0 * 12 }.first { number($0, 2) == 274 }
    // A 16-bit number is in the first two of the value's four bytes.
    guard let value = entry.flatMap({ number($0 + 8, 2) }), let orientation = Orientation(rawValue: value) else {
      return nil
    }
    self = orientation
  }

  var exchangesSides: Bool { rawValue >= Self.transposed.rawValue }

  /// Converts the stored size to the upright size, and back.
  func exchanged(_ size: PixelSize) -> PixelSize {
    exchangesSides ? PixelSize(width: size.height, height: size.width) : size
  }
}

/// The conversion of a picture's own colours to sRGB.
@safe final class ColorProfile {
  private let transform: cmsHTRANSFORM

  /// Returns the profile of a picture; nil if it has none, or one that changes nothing.
  static func of(_ pixbuf: OpaquePointer) -> ColorProfile? {
    guard let words = unsafe gdk_pixbuf_get_option(pixbuf, "icc-profile") else { return nil }
    var length: gsize = 0
    guard let bytes = unsafe g_base64_decode(words, &length) else { return nil }
    defer { unsafe g_free(bytes) }
    return unsafe ColorProfile(UnsafeRawBufferPointer(start: bytes, count: Int(clamping: length)))
  }

  /// Reads a profile. Returns nil if the bytes are no profile, or it is not for red, green and blue, or it changes nothing.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let profile = unsafe cmsOpenProfileFromMem(bytes.baseAddress, cmsUInt32Number(clamping: bytes.count)) else {
      return nil
    }
    defer { unsafe cmsCloseProfile(profile) }
    guard unsafe cmsGetColorSpace(profile) == cmsSigRgbData, let standard = unsafe cmsCreate_sRGBProfile() else {
      return nil
    }
    defer { unsafe cmsCloseProfile(standard) }
    let flags = cmsUInt32Number(cmsFLAGS_COPY_ALPHA | cmsFLAGS_BLACKPOINTCOMPENSATION)
    guard
      let transform = unsafe cmsCreateTransform(
        profile, MARQUEE_TYPE_ARGB32, standard, MARQUEE_TYPE_ARGB32, cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC),
        flags)
    else { return nil }
    unsafe self.transform = unsafe transform
    if changesNothing { return nil }
  }

  deinit { unsafe cmsDeleteTransform(transform) }

  /// Converts premultiplied pixels in place.
  func apply(to pixels: UnsafeMutablePointer<UInt32>, count: Int) {
    unsafe cmsDoTransform(transform, pixels, pixels, cmsUInt32Number(clamping: count))
  }

  /// Whether the profile equals sRGB, as for most photographs: within one of 255 steps for colours from the whole cube.
  private var changesNothing: Bool {
    let steps: [UInt32] = [0, 32, 64, 96, 128, 160, 192, 224, 255]
    let colors = steps.flatMap { red in
      steps.flatMap { green in steps.map { 0xFF00_0000 | red << 16 | green << 8 | $0 } }
    }
    var turned = colors
    unsafe turned.withUnsafeMutableBufferPointer { turned in
      if let start = turned.baseAddress { unsafe apply(to: start, count: turned.count) }
    }
    return zip(colors, turned).allSatisfy { color, turned in
      [0, 8, 16].allSatisfy { abs(Int(color >> $0 & 0xFF) - Int(turned >> $0 & 0xFF)) <= 1 }
    }
  }
}
