public import DisplayTypes
internal import SystemPackage

/// Reads a card's flip events into memory of its own, one after the other, without waiting and without allocating.
///
///     while let event = try reader.next(from: card) { … }
@safe public struct DisplayEventReader: ~Copyable {
  private let buffer: UnsafeMutableRawBufferPointer
  private var filled = 0
  private var parser = FlipEventParser()

  /// A reader with room for 128 flip events.
  public init() {
    // The kernel hands out whole events only, so that each read begins with one.
    unsafe buffer = .allocate(byteCount: 4096, alignment: 8)
  }

  /// The next flip event; nil if there is none now.
  ///
  /// - Throws: `deviceLost` if the card is gone.
  /// - C: `read`.
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

  /// How many events of other kinds, or pieces of rubbish, were left out since the start.
  public var ignoredCount: UInt64 { parser.ignoredCount }

  deinit {
    unsafe buffer.deallocate()
  }
}

/// The kernel's word that a picture is on its screen (`DRM_EVENT_FLIP_COMPLETE`).
public struct FlipEvent: Hashable, Sendable {
  /// The CRTC; zero if the driver does not state it.
  public var crtc: CRTCID
  /// The number from the commit or the flip.
  public var userData: UInt64
  /// The number of the vblank; 0 on drivers that have none.
  public var sequence: UInt32
  /// The time of the picture's first pixel, from the driver.
  ///
  /// Drivers without vblank state any number: check it against the clock.
  public var timestamp: MonotonicTime

  /// Makes an event.
  public init(crtc: CRTCID, userData: UInt64, sequence: UInt32, timestamp: MonotonicTime) {
    self.crtc = crtc
    self.userData = userData
    self.sequence = sequence
    self.timestamp = timestamp
  }
}

/// Finds flip events in the bytes of a DRM descriptor.
///
/// Pure; allocates nothing.
///
/// The bytes are `struct drm_event` (drm.h): type and length as 32 bits each, then the rest of `length` bytes. Other types are skipped.
/// After a length below the header's or beyond the end, the rest is dropped as invalid.
struct FlipEventParser: Sendable {
  /// `DRM_EVENT_FLIP_COMPLETE`.
  static let flipComplete: UInt32 = 2
  /// The length of `struct drm_event`.
  static let headerLength = 8
  /// The length of `struct drm_event_vblank`, which a flip event is.
  static let flipLength = 32

  /// The first byte that was not read.
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
