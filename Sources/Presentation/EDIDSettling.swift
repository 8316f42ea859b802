internal import DisplayTypes

/// Decides whether the EDID of one connector has settled, and otherwise the time of the next probe.
///
/// Pure; the time is a parameter. The EDID has settled if it parses, or if the connector never has one. HDMI, DVI and DisplayPort always
/// have one. Any other connector is expected to have one after it had one. A list of modes proves nothing: without an EDID the kernel
/// adds guessed modes up to 1024x768.
struct EDIDSettling: Hashable, Sendable {
  struct Finding: Hashable, Sendable {
    var isConnected: Bool
    var alwaysHasEDID: Bool
    var hasReadableEDID: Bool
    var hasModes: Bool
  }

  /// The times from one probe to the next in nanoseconds, before the probes that follow in minutes.
  ///
  /// For 5.5 s the probes are close together, so that an EDID without an event is in force within a second. Most late EDIDs come in that
  /// time.
  static let backOff: [UInt64] =
    [250_000_000] + Array(repeating: 750_000_000, count: 7)
    + [2_000_000_000, 4_000_000_000, 8_000_000_000, 15_000_000_000, 30_000_000_000]
  /// The time between the later probes, in nanoseconds.
  static let minute: UInt64 = 60_000_000_000
  /// The number of probes that follow in minutes.
  ///
  /// After them, only an event leads to another probe.
  static let minutes = 10

  private(set) var isConnected = false
  private(set) var state = EDIDState.settled
  private(set) var nextProbe: MonotonicTime?
  /// Keeps its value when the display has gone.
  private(set) var hasHadEDID: Bool
  private var probes = 0

  /// A connector before its first probe.
  ///
  /// - Parameter hasHadEDID: whether a display on it had an EDID before, as far as is known.
  init(hasHadEDID: Bool = false) { self.hasHadEDID = hasHadEDID }

  /// Takes the finding of a probe that ended at `now`.
  mutating func probed(_ finding: Finding, at now: MonotonicTime) {
    hasHadEDID = hasHadEDID || (finding.isConnected && finding.hasReadableEDID)
    guard finding.isConnected else {
      isConnected = false
      state = .settled
      stopProbing()
      return
    }
    if !isConnected { probes = 0 }
    isConnected = true
    let isAwaited = !finding.hasReadableEDID && (finding.alwaysHasEDID || hasHadEDID)
    // A connector that never has an EDID and lists no modes has reported nothing.
    state = isAwaited || (!finding.hasReadableEDID && !finding.hasModes) ? .guessed : .settled
    // A known display without a mode cannot be shown either. Its modes may come when the link is trained.
    guard state == .guessed || !finding.hasModes else { return stopProbing() }
    nextProbe = delay(after: probes).map { now.advanced(by: $0) }
    probes = min(probes + 1, EDIDSettling.backOff.count + EDIDSettling.minutes)
  }

  /// Records the start of a probe; no probe is due until it has ended.
  mutating func probeBegan() { nextProbe = nil }

  /// Restarts the back-off; the caller probes because of the event.
  mutating func hotplugged() { probes = 0 }

  private mutating func stopProbing() {
    probes = 0
    nextProbe = nil
  }

  private func delay(after probes: Int) -> UInt64? {
    if probes < EDIDSettling.backOff.count { return EDIDSettling.backOff[probes] }
    return probes < EDIDSettling.backOff.count + EDIDSettling.minutes ? EDIDSettling.minute : nil
  }
}
