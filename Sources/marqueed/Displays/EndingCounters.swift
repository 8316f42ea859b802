import Presentation

/// How many frames that somebody asked for were never shown.
struct EndingCounters {
  /// A newer frame took their place.
  private(set) var superseded: UInt64 = 0
  /// The screen went, was turned off, or failed.
  private(set) var discarded: UInt64 = 0

  mutating func count(_ requests: Int, _ ending: FlipRecord.Ending) {
    switch ending {
    case .presented: break
    case .superseded: superseded += UInt64(clamping: requests)
    case .discarded: discarded += UInt64(clamping: requests)
    }
  }
}
