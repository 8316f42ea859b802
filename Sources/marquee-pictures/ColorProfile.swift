internal import CPictures
internal import Rasterizing

/// The way from a picture's own colours to sRGB.
@safe final class ColorProfile {
  private let transform: cmsHTRANSFORM

  /// Nil where the picture has no profile, or one that changes nothing.
  static func of(_ pixbuf: OpaquePointer) -> ColorProfile? {
    guard let words = unsafe gdk_pixbuf_get_option(pixbuf, "icc-profile") else { return nil }
    var length: gsize = 0
    guard let bytes = unsafe g_base64_decode(words, &length) else { return nil }
    defer { unsafe g_free(bytes) }
    return unsafe ColorProfile(UnsafeRawBufferPointer(start: bytes, count: Int(clamping: length)))
  }

  /// Nil where it is no profile, is not for red, green and blue, or changes nothing.
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

  /// Turns premultiplied pixels into sRGB, in place.
  func apply(to pixels: UnsafeMutablePointer<UInt32>, count: Int) {
    unsafe cmsDoTransform(transform, pixels, pixels, cmsUInt32Number(clamping: count))
  }

  /// Whether it is sRGB's own, as that of most photographs: within one step of 255 for colours from the whole cube.
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
