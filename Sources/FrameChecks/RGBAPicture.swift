internal import CPNG
package import DisplayTypes

/// A picture of a PNG file: rows of red, green, blue and opacity, 8 bits each. libpng converts all other forms.
package struct RGBAPicture: Hashable, Sendable {
  package enum Failure: Error, Hashable {
    /// The bytes are no PNG file, or it is damaged; with the reason of libpng.
    case unreadable(String)
    /// The picture has more than `limit` pixels.
    case tooLarge(PixelSize)
    case notEncoded(String)
  }

  package let size: PixelSize
  /// `4 * size.width * size.height` bytes.
  package var bytes: [UInt8]

  /// The largest number of pixels, of an 8K display with some room.
  package static let limit = 1 << 26

  package init(size: PixelSize, bytes: [UInt8]) {
    self.size = size
    self.bytes = bytes
  }

  /// Reads a PNG file.
  package init(png: [UInt8]) throws(Failure) {
    var image = unsafe png_image()
    unsafe image.version = UInt32(PNG_IMAGE_VERSION)
    defer { unsafe png_image_free(&image) }
    // libpng keeps the address of the bytes until the end of the reading.
    let result = unsafe png.withUnsafeBytes { file -> Result<RGBAPicture, Failure> in
      guard unsafe png_image_begin_read_from_memory(&image, file.baseAddress, file.count) != 0 else {
        return .failure(.unreadable(unsafe Self.message(of: &image)))
      }
      let size = PixelSize(width: unsafe Int(image.width), height: unsafe Int(image.height))
      guard size.width.multipliedReportingOverflow(by: size.height).partialValue <= Self.limit,
        size.width <= Self.limit, size.height <= Self.limit
      else { return .failure(.tooLarge(size)) }
      unsafe image.format = Self.format
      var bytes = [UInt8](repeating: 0, count: 4 * size.width * size.height)
      let isRead = unsafe bytes.withUnsafeMutableBytes { pixels in
        unsafe png_image_finish_read(&image, nil, pixels.baseAddress, 0, nil) != 0
      }
      return isRead
        ? .success(RGBAPicture(size: size, bytes: bytes))
        : .failure(.unreadable(unsafe Self.message(of: &image)))
    }
    self = try result.get()
  }

  /// The picture as a PNG file.
  package func png() throws(Failure) -> [UInt8] {
    var image = unsafe png_image()
    unsafe image.version = UInt32(PNG_IMAGE_VERSION)
    unsafe image.width = UInt32(clamping: size.width)
    unsafe image.height = UInt32(clamping: size.height)
    unsafe image.format = Self.format
    defer { unsafe png_image_free(&image) }
    // The first call without memory returns the length.
    var length = 0
    guard unsafe png_image_write_to_memory(&image, nil, &length, 0, bytes, 0, nil) != 0 else {
      throw .notEncoded(unsafe Self.message(of: &image))
    }
    var file = [UInt8](repeating: 0, count: length)
    let isWritten = unsafe file.withUnsafeMutableBytes { memory in
      unsafe png_image_write_to_memory(&image, memory.baseAddress, &length, 0, bytes, 0, nil) != 0
    }
    guard isWritten else { throw .notEncoded(unsafe Self.message(of: &image)) }
    return Array(file.prefix(length))
  }

  /// The colour of a pixel; black outside the picture.
  package func color(_ x: Int, _ y: Int) -> Color {
    let start = (y * size.width + x) * 4
    guard x >= 0, y >= 0, x < size.width, y < size.height, bytes.count >= start + 4 else { return .black }
    return Color(red: bytes[start], green: bytes[start + 1], blue: bytes[start + 2])
  }

  /// PNG_FORMAT_RGBA, which is a macro of other macros.
  private static let format: UInt32 = 0x03

  private static func message(of image: inout png_image) -> String {
    unsafe withUnsafeBytes(of: &image.message) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
