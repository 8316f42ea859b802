internal import DisplayTypes

/// Finds flip events among the bytes that a DRM descriptor gives.
///
/// Pure; allocates nothing.
///
/// The bytes are `struct drm_event` (drm.h): type and length as 32 bits each, then the rest of `length` bytes. Other types are
/// skipped. After a length that is shorter than the header or longer than what is there, nothing can be trusted, and the rest
/// is dropped.
struct FlipEventParser: Sendable {
  /// `DRM_EVENT_FLIP_COMPLETE`.
  static let flipComplete: UInt32 = 2
  /// The length of `struct drm_event`.
  static let headerLength = 8
  /// The length of `struct drm_event_vblank`, which a flip event is.
  static let flipLength = 32

  /// The first byte that has not been looked at.
  private(set) var position = 0
  /// The events that were dropped or skipped since the start.
  private(set) var ignoredCount: UInt64 = 0

  /// Starts at the beginning of new bytes.
  mutating func rewind() {
    position = 0
  }

  /// The next flip event; nil when there is none left.
  mutating func next(in bytes: UnsafeRawBufferPointer) -> FlipEvent? {
    while position < bytes.count {
      let rest = bytes.count - position
      guard rest >= Self.headerLength else { return drop(all: bytes.count) }
      let start = position
      let type = unsafe Self.word(bytes, start)
      let length = unsafe Self.word(bytes, start + 4)
      guard length >= Self.headerLength, length <= rest else { return drop(all: bytes.count) }
      position += Int(length)
      if type == Self.flipComplete, length >= Self.flipLength {
        let low = unsafe UInt64(Self.word(bytes, start + 8))
        let high = unsafe UInt64(Self.word(bytes, start + 12))
        let seconds = unsafe UInt64(Self.word(bytes, start + 16))
        let microseconds = unsafe UInt64(Self.word(bytes, start + 20))
        return unsafe FlipEvent(
          crtc: CRTCID(rawValue: Self.word(bytes, start + 28)), userData: high << 32 | low,
          sequence: Self.word(bytes, start + 24),
          timestamp: MonotonicTime(nanoseconds: seconds * 1_000_000_000 + microseconds * 1000))
      }
      ignoredCount += 1
    }
    return nil
  }

  private mutating func drop(all end: Int) -> FlipEvent? {
    position = end
    ignoredCount += 1
    return nil
  }

  /// 32 bits in the machine's order; `offset + 4` must be within the bytes.
  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
    unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }
}
