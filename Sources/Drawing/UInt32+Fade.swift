extension UInt32 {
  /// A premultiplied `0xAARRGGBB` word at an opacity of 0 to 255, each channel rounded.
  func faded(by opacity: UInt8) -> UInt32 {
    guard opacity < 255 else { return self }
    func scaled(_ shift: UInt32) -> UInt32 {
      (((self >> shift & 0xFF) * UInt32(opacity) + 127) / 255) << shift
    }
    return scaled(24) | scaled(16) | scaled(8) | scaled(0)
  }
}
