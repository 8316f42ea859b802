internal import CPictures
internal import Rasterizing

/// The way from a picture's own colours to sRGB.
@safe final class ColorProfile {
  private let transform: cmsHTRANSFORM

  /// Nil where the picture has no profile, or one that is not for its red, green and blue.
  init?(of pixbuf: OpaquePointer) throws(RasterError) {
    guard let words = unsafe gdk_pixbuf_get_option(pixbuf, "icc-profile") else { return nil }
    var length: gsize = 0
    guard let bytes = unsafe g_base64_decode(words, &length) else { return nil }
    defer { unsafe g_free(bytes) }
    guard let profile = unsafe cmsOpenProfileFromMem(bytes, cmsUInt32Number(clamping: length)) else { return nil }
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
  }

  deinit { unsafe cmsDeleteTransform(transform) }

  /// Turns premultiplied pixels into sRGB, in place.
  func apply(to pixels: UnsafeMutablePointer<UInt32>, count: Int) {
    unsafe cmsDoTransform(transform, pixels, pixels, cmsUInt32Number(clamping: count))
  }
}
