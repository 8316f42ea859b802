import DisplayTypes
import KernelModeSetting

/// Measures how regular flips were, by the kernel's timestamps and vblank numbers.
struct FlipClock {
  private var first: FlipEvent?
  private var last: FlipEvent?
  private var count = 0
  private var lostCount = 0
  private var missedVBlanks = 0

  mutating func note(_ event: FlipEvent?) {
    guard let event else {
      lostCount += 1
      return
    }
    if let last {
      missedVBlanks += max(0, Int(event.sequence) - Int(last.sequence) - 1)
    } else {
      first = event
    }
    last = event
    count += 1
  }

  /// The flips a second.
  ///
  /// If the driver counts vblanks, also the refreshes a second by their numbers.
  var report: String {
    guard let first, let last, count > 1 else { return "\(count) flips, \(lostCount) without an event" }
    let nanoseconds = last.timestamp.nanoseconds(since: first.timestamp)
    func rate(_ number: Int) -> String {
      let perSecond = nanoseconds == 0 ? 0 : Double(number) * 1e12 / Double(nanoseconds)
      return ModeNames.refreshText(millihertz: Int(perSecond.rounded()))
    }
    let refreshes = Int(last.sequence) - Int(first.sequence)
    let refreshText = refreshes > 0 ? "\(rate(refreshes)) refreshes a second" : "no vblanks"
    return "\(count) flips, \(lostCount) without an event, \(rate(count - 1)) a second, \(refreshText), "
      + "\(missedVBlanks) missed, CRTC \(last.crtc)"
  }
}
