public import DisplayTypes

/// Whether the EDID of one connector has settled, and the time of the next probe if not.
///
/// Pure; the time is a parameter. It has settled if it parses, or if the connector never has one. HDMI, DVI and DisplayPort always have
/// one; any other connector does after it has had one. A list of modes proves nothing: without an EDID the kernel adds guessed ones up to
/// 1024x768.
public struct EDIDSettling: Hashable, Sendable {
  /// The result of a probe of the connector.
  public struct Finding: Hashable, Sendable {
    /// A display is there.
    public var isConnected: Bool
    /// Every display on such a connector has an EDID.
    public var alwaysHasEDID: Bool
    /// The EDID was read and parses.
    public var hasReadableEDID: Bool
    /// The list of modes is not empty.
    public var hasModes: Bool

    /// Makes a finding.
    public init(isConnected: Bool, alwaysHasEDID: Bool, hasReadableEDID: Bool, hasModes: Bool) {
      self.isConnected = isConnected
      self.alwaysHasEDID = alwaysHasEDID
      self.hasReadableEDID = hasReadableEDID
      self.hasModes = hasModes
    }
  }

  /// Nanoseconds from one probe to the next, without the minutes after them.
  ///
  /// For 5.5 s they are so close together that an EDID without an event is in force within a second. Most late EDIDs come in that time.
  public static let backOff: [UInt64] =
    [250_000_000] + Array(repeating: 750_000_000, count: 7)
    + [2_000_000_000, 4_000_000_000, 8_000_000_000, 15_000_000_000, 30_000_000_000]
  /// Nanoseconds between the later looks.
  public static let minute: UInt64 = 60_000_000_000
  /// How many looks a minute apart follow; then only an event brings the next.
  public static let minutes = 10

  /// Whether a display is there.
  public private(set) var isConnected = false
  /// Whether the result can be trusted.
  public private(set) var state = EDIDState.settled
  /// The time of the next probe; nil if none is needed.
  public private(set) var nextProbe: MonotonicTime?
  /// Whether the connector has ever had an EDID; it stays when the display goes.
  public private(set) var hasHadEDID: Bool
  private var probes = 0

  /// A connector before its first probe.
  ///
  /// - Parameter hasHadEDID: whether a display on it had an EDID before, as far as is known.
  public init(hasHadEDID: Bool = false) {
    self.hasHadEDID = hasHadEDID
  }

  /// A probe of the connector has ended at `now`.
  public mutating func probed(_ finding: Finding, at now: MonotonicTime) {
    hasHadEDID = hasHadEDID || (finding.isConnected && finding.hasReadableEDID)
    guard finding.isConnected else {
      isConnected = false
      state = .settled
      stopLooking()
      return
    }
    if !isConnected { probes = 0 }
    isConnected = true
    let isAwaited = !finding.hasReadableEDID && (finding.alwaysHasEDID || hasHadEDID)
    // A connector that never has an EDID and lists no modes has reported nothing.
    state = isAwaited || (!finding.hasReadableEDID && !finding.hasModes) ? .guessed : .settled
    // A known display without a mode cannot be shown either: its modes may come when the link is trained.
    guard state == .guessed || !finding.hasModes else { return stopLooking() }
    nextProbe = delay(after: probes).map { now.advanced(by: $0) }
    probes = min(probes + 1, EDIDSettling.backOff.count + EDIDSettling.minutes)
  }

  /// The look that was due has begun: none is due before it has ended.
  public mutating func probeBegan() {
    nextProbe = nil
  }

  /// An event about the connector arrived.
  ///
  /// The back-off restarts.
  ///
  /// The caller does the probe for the event.
  public mutating func hotplugged() {
    probes = 0
  }

  private mutating func stopLooking() {
    probes = 0
    nextProbe = nil
  }

  private func delay(after probes: Int) -> UInt64? {
    if probes < EDIDSettling.backOff.count { return EDIDSettling.backOff[probes] }
    return probes < EDIDSettling.backOff.count + EDIDSettling.minutes ? EDIDSettling.minute : nil
  }
}
