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

  /// The next flip event; nil when none is there now.
  ///
  /// - Throws: `deviceLost` where the card is gone.
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
