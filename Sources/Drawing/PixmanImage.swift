internal import CPixman
internal import DisplayTypes

/// Owns one `pixman_image_t` around memory of someone else, which must outlive it.
@safe
final class PixmanImage {
  /// DRM's `XRGB8888`, which is little-endian on every machine.
  static var scanOutFormat: pixman_format_code_t { 1.littleEndian == 1 ? PIXMAN_x8r8g8b8 : PIXMAN_b8g8r8x8 }

  let pointer: OpaquePointer

  /// Nil where pixman refuses the layout or has no memory.
  ///
  /// C: `pixman_image_create_bits`.
  init?(size: PixelSize, format: pixman_format_code_t, stride: Int, bytes: UnsafeMutableRawPointer) {
    guard
      let image = unsafe pixman_image_create_bits(
        format, Int32(clamping: size.width), Int32(clamping: size.height),
        bytes.assumingMemoryBound(to: UInt32.self), Int32(clamping: stride))
    else { return nil }
    unsafe pointer = image
  }

  deinit { unsafe pixman_image_unref(pointer) }

  /// Makes it a brush: its only pixel everywhere.
  ///
  /// The pixel is read when it is used, so it may change in between.
  func repeatForever() {
    unsafe pixman_image_set_repeat(pointer, PIXMAN_REPEAT_NORMAL)
  }

  /// Enlarges and reduces between neighbours; beyond the edges the outermost pixels go on, so that an opaque picture stays opaque.
  func sampleSmoothly() {
    unsafe pixman_image_set_filter(pointer, PIXMAN_FILTER_BILINEAR, nil, 0)
    unsafe pixman_image_set_repeat(pointer, PIXMAN_REPEAT_PAD)
  }

  /// Maps a destination's pixels to this picture's.
  ///
  /// Allocates once in the image's life, unless the matrix is the identity.
  func setTransform(_ matrix: pixman_transform_t) {
    var matrix = matrix
    _ = unsafe pixman_image_set_transform(pointer, &matrix)
  }
}
