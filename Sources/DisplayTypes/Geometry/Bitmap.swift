/// An immutable picture in memory, shared by reference: a result of the rasteriser, or a drawing of content. Sendable because the bytes
/// never change after `init`, so any thread may keep it. The release closure runs once, on the thread of the last release.
public final class Bitmap: @unchecked Sendable {
  /// The content of a pixel.
  public enum Format: Hashable, Sendable {
    /// 32-bit words `0xAARRGGBB` in host order with premultiplied alpha (DRM's `ARGB8888`, cairo's `ARGB32`).
    case argb32
    /// One byte of coverage.
    case a8

    package var bytesPerPixel: Int { self == .argb32 ? 4 : 1 }
  }

  /// The longest side that pixman can draw, because its coordinates are 16.16 fixed-point numbers.
  public static let longestSide = 32_766

  /// The size in pixels.
  public let size: PixelSize
  /// The number of bytes from one row to the next; a multiple of four.
  public let stride: Int
  /// The content of a pixel.
  public let format: Format
  /// Whether every pixel has alpha 255, so that layers below need no drawing.
  public let isOpaque: Bool
  /// The rows, `stride * size.height` bytes, which stay valid while the bitmap lives.
  public let bytes: UnsafeRawBufferPointer
  private let release: @Sendable () -> Void

  /// Wraps memory that stays unchanged until `release` is called. Returns nil without calling `release` if the size is empty or above
  /// `longestSide`, `bytes` is too short, or the stride or the address is not a multiple of four.
  public init?(
    size: PixelSize, stride: Int, format: Format, isOpaque: Bool = false, bytes: UnsafeRawBufferPointer,
    release: @escaping @Sendable () -> Void
  ) {
    let (needed, overflow) = stride.multipliedReportingOverflow(by: size.height)
    guard Bitmap.isDrawable(size), !overflow, stride <= 1 << 24, stride % 4 == 0,
      stride >= size.width * format.bytesPerPixel, bytes.count >= needed,
      UInt(bitPattern: bytes.baseAddress) % 4 == 0
    else { return nil }
    self.size = size
    self.stride = stride
    self.format = format
    self.isOpaque = isOpaque
    self.bytes = bytes
    self.release = release
  }

  /// Makes a picture from zeroed memory, which `draw` fills; nil if the size is empty or above `longestSide`.
  public convenience init?(
    size: PixelSize, format: Format, isOpaque: Bool = false, draw: (UnsafeMutableRawBufferPointer, Int) -> Void
  ) {
    guard Bitmap.isDrawable(size) else { return nil }
    let stride = (size.width * format.bytesPerPixel + 3) & ~3
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: stride * size.height, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    draw(memory, stride)
    nonisolated(unsafe) let owned = memory
    self.init(
      size: size, stride: stride, format: format, isOpaque: isOpaque, bytes: UnsafeRawBufferPointer(memory),
      release: { owned.deallocate() })
  }

  deinit { release() }

  private static func isDrawable(_ size: PixelSize) -> Bool {
    !size.isEmpty && max(size.width, size.height) <= longestSide
  }
}
