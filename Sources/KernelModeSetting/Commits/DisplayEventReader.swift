public import DisplayTypes
internal import SystemPackage

/// Reads a card's flip events, one after the other, into its own memory.
///
/// It does not wait and does not allocate.
///
///     while let event = try reader.next(from: card) { … }
@safe public struct DisplayEventReader: ~Copyable {
  private let buffer: UnsafeMutableRawBufferPointer
  private var filled = 0
  private var parser = FlipEventParser()

  /// Makes a reader with room for 128 flip events.
  public init() {
    unsafe buffer = .allocate(byteCount: 4096, alignment: 8)
  }

  /// Returns the next flip event, or nil if there is none now.
  ///
  /// Throws `deviceLost` if the card is gone.
  public mutating func next(from card: CardDescriptor) throws(DisplayError) -> FlipEvent? {
    while true {
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer).prefix(filled))
      if let event = unsafe parser.next(in: bytes) { return event }
      parser.rewind()
      filled = 0
      do throws(Errno) {
        filled = try unsafe min(max(0, card.interface.read(card.number, into: buffer)), buffer.count)
      } catch {
        if error == .resourceTemporarilyUnavailable { return nil }
        throw card.failure(error, "read the card's events")
      }
      if filled == 0 { return nil }
    }
  }

  /// The number of invalid events, and of events of other kinds, since the start.
  public var ignoredCount: UInt64 { parser.ignoredCount }

  deinit {
    unsafe buffer.deallocate()
  }
}

/// The kernel's report that a picture is on its screen (`DRM_EVENT_FLIP_COMPLETE`).
public struct FlipEvent: Hashable, Sendable {
  /// The CRTC; zero if the driver does not state it.
  public var crtc: CRTCID
  /// The number from the commit or the flip.
  public var userData: UInt64
  /// The number of the vblank; 0 on drivers that have none.
  public var sequence: UInt32
  /// The time of the picture's first pixel.
  ///
  /// Drivers without vblank may report any number, so compare it with the clock.
  public var timestamp: MonotonicTime
}

/// Finds flip events in the bytes of a DRM descriptor, and allocates nothing.
///
/// The bytes are `struct drm_event` (drm.h): type and length as 32 bits each, then the rest of `length` bytes. The parser skips other
/// types. If a length is shorter than the header or exceeds the bytes, the parser drops the rest as invalid.
struct FlipEventParser: Sendable {
  static let flipComplete: UInt32 = 2
  /// The length of `struct drm_event`.
  static let headerLength = 8
  /// The length of `struct drm_event_vblank`, which a flip event is.
  static let flipLength = 32

  /// The first byte that was not read.
  private(set) var position = 0
  private(set) var ignoredCount: UInt64 = 0

  /// Starts at the beginning of new bytes.
  mutating func rewind() {
    position = 0
  }

  /// Returns the next flip event, or nil if none is left.
  mutating func next(in bytes: UnsafeRawBufferPointer) -> FlipEvent? {
    while position < bytes.count {
      let start = position
      let rest = bytes.count - start
      // Reads 32 bits in the machine's order. `offset + 4` must be within the bytes.
      func word(_ offset: Int) -> UInt32 {
        unsafe bytes.loadUnaligned(fromByteOffset: start + offset, as: UInt32.self)
      }
      guard rest >= Self.headerLength, word(4) >= Self.headerLength, word(4) <= rest else {
        position = bytes.count
        ignoredCount += 1
        return nil
      }
      position += Int(word(4))
      if word(0) == Self.flipComplete, word(4) >= Self.flipLength {
        return FlipEvent(
          crtc: CRTCID(rawValue: word(28)), userData: UInt64(word(12)) << 32 | UInt64(word(8)), sequence: word(24),
          timestamp: MonotonicTime(nanoseconds: UInt64(word(16)) * 1_000_000_000 + UInt64(word(20)) * 1000))
      }
      ignoredCount += 1
    }
    return nil
  }
}
