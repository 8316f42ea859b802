internal import DisplayTypes

/// The rule by which a zone's clocks are changed each year, as `TZ` has it (POSIX.1-2024, XBD 8.3; hours up to 167 by RFC 9636).
struct ZoneFooter {
  /// Summer time.
  struct Summer {
    /// Seconds ahead of UTC.
    var offset: Int
    var begin: ZoneDay
    var end: ZoneDay
  }

  /// Seconds ahead of UTC.
  private(set) var standard = 0
  private(set) var summer: Summer?
  /// Whether nothing is said.
  let isEmpty: Bool

  /// Reads a rule; nil where it is none.
  init?(_ text: ArraySlice<UInt8>) {
    isEmpty = text.isEmpty
    guard !isEmpty else { return }
    var reader = ZoneText(text)
    guard reader.name(), let west = reader.time() else { return nil }
    standard = -west
    guard !reader.isAtEnd else { return }
    guard reader.name() else { return nil }
    var offset = standard + 3600
    if !reader.isNext(",") {
      guard let west = reader.time() else { return nil }
      offset = -west
    }
    guard reader.take(","), let begin = reader.day(), reader.take(","), let end = reader.day(), reader.isAtEnd else {
      return nil
    }
    summer = Summer(offset: offset, begin: begin, end: end)
  }
}
