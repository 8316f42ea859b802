import DisplayTypes
import KernelModeSetting

/// How regular flips were, by the kernel's timestamps and vblank numbers.
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

  var report: String {
    guard let first, let last, count > 1 else { return "\(count) flips, \(lostCount) without an event" }
    let nanoseconds = last.timestamp.nanoseconds(since: first.timestamp)
    let rate = nanoseconds == 0 ? 0 : Double(count - 1) * 1_000_000_000 / Double(nanoseconds)
    let hundredths = Int((rate * 100).rounded())
    return "\(count) flips, \(lostCount) without an event, \(hundredths / 100).\(hundredths % 100) a second, "
      + "\(missedVBlanks) vblanks missed, CRTC \(last.crtc)"
  }
}
