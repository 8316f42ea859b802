internal import DisplayTypes
internal import Presentation
internal import ScreenDiscovery

/// One connector: what is plugged in, how it behaves, and what is scanned out.
final class SimulatedConnector {
  let name: String
  let kind: SimulatedConnectorKind
  var id: ScreenID
  var display: PluggedDisplay?
  /// What was pulled out last.
  var former: PluggedDisplay?
  var edidDelay: SimulatedEDIDDelay?
  var probeTime: UInt64 = 0
  var modesetTime: UInt64 = 0
  var capabilities = OutputCapabilities(hasVBlank: true, updatesInPlace: false)
  var faults = FaultList()
  var output: SimulatedOutput?
  /// In the order in which they end.
  var commits: [PendingCommit] = []
  /// When the last of them ends.
  var commitsEnd = MonotonicTime.zero
  var isProbing = false
  /// An event came while the connector was looked at: that look may have missed what it tells of.
  var mustProbeAgain = false
  var counters = SimulatedCounters()
  /// What every look at it finds, as it was recorded elsewhere; nil where the display that is plugged in counts.
  var recorded: ProbedConnector?
  /// It has gone with its card or dock, as was recorded elsewhere: no look finds it.
  var isAbsent = false
  /// What is left of what a recorded connector answered.
  var answers: [SimulatedAnswer] = []
  /// What else is asked is not answered before the connector goes.
  var answersNothingElse = false

  init(name: String, id: ScreenID) {
    self.name = name
    self.id = id
    kind = SimulatedConnectorKind(connectorName: name)
  }

  /// Whether it uses a CRTC, or will with the end of a commit.
  var holdsCRTC: Bool {
    output != nil || isModesetPending
  }

  /// Whether a modeset is under way.
  var isModesetPending: Bool {
    commits.contains { commit in
      switch commit.kind {
      case .modeset: commit.failure == nil
      case .answer, .turnOff: false
      }
    }
  }

  /// What a look at it finds.
  func probed(device: String, at now: MonotonicTime) -> ProbedConnector {
    if var recorded {
      recorded.id = id
      return recorded
    }
    let listing = display?.listing(isDisplayPort: kind.isDisplayPort, at: now)
    return ProbedConnector(
      id: id, name: name, device: device, placement: kind.placement, alwaysHasEDID: kind.alwaysHasEDID,
      isConnected: display != nil, modes: listing?.modes ?? [], edid: listing?.edid ?? [],
      isLinkBad: display?.isLinkBad ?? false)
  }

  /// What was answered to the same elsewhere, the oldest first; each answer is given once.
  func takeAnswer(to kind: SimulatedCommitKind, _ mode: ScreenMode?) -> SimulatedAnswer? {
    answers.firstIndex { $0.kind == kind && $0.mode == mode }.map { answers.remove(at: $0) }
  }

  var status: SimulatedConnectorStatus {
    SimulatedConnectorStatus(
      name: name, screen: id, isPlugged: display != nil, mode: output?.mode, isFlipInFlight: output?.flight != nil,
      isLinkBad: display?.isLinkBad ?? false, counters: counters)
  }
}
