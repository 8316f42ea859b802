internal import DisplayTypes
internal import EDID
internal import Presentation

/// One connector: its display, its behaviour, and its output.
final class SimulatedConnector {
  let name: String
  let kind: SimulatedConnectorKind
  var id: ScreenID
  var display: PluggedDisplay?
  /// The display that was unplugged last.
  var former: PluggedDisplay?
  var edidDelay: SimulatedEDIDDelay?
  var probeTime: UInt64 = 0
  var modesetTime: UInt64 = 0
  var capabilities = OutputCapabilities(hasVBlank: true, updatesInPlace: false)
  var faults = FaultList()
  var output: SimulatedOutput?
  var commits: [PendingCommit] = []
  var commitsEnd = MonotonicTime.zero
  var counters = SimulatedCounters()
  var recording = ConnectorRecording()

  init(name: String, id: ScreenID) {
    self.name = name
    self.id = id
    kind = SimulatedConnectorKind(connectorName: name)
  }

  /// Whether it uses a CRTC, or will use one after a pending commit.
  var holdsCRTC: Bool { output != nil || isModesetPending }

  var isModesetPending: Bool {
    commits.contains { if case .modeset = $0.kind { $0.failure == nil } else { false } }
  }

  func probed(device: String, at now: MonotonicTime) -> ProbedConnector {
    if var finding = recording.finding {
      finding.id = id
      return finding
    }
    let listing = display?.listing(isDisplayPort: kind.isDisplayPort, at: now)
    return ProbedConnector(
      id: id, name: name, device: device, placement: kind.placement, alwaysHasEDID: kind.alwaysHasEDID,
      isConnected: display != nil, modes: listing?.modes ?? [], edid: listing?.edid ?? [],
      isLinkBad: display?.isLinkBad ?? false)
  }

  var status: SimulatedConnectorStatus {
    SimulatedConnectorStatus(
      name: name, screen: id, isBuiltIn: kind.placement == .builtIn, isPlugged: display != nil, mode: output?.mode,
      isFlipInFlight: output?.flight != nil, isLinkBad: display?.isLinkBad ?? false, counters: counters)
  }
}

/// The behaviour of a connector that was recorded on another machine; empty if none is repeated.
struct ConnectorRecording {
  /// The finding of every probe; nil if the plugged display counts.
  var finding: ProbedConnector?
  /// The connector has gone with its card or dock.
  var isAbsent = false
  /// The answers that are left.
  var answers: [SimulatedAnswer] = []
  /// Requests without a recorded answer wait until the connector goes.
  var answersNothingElse = false

  /// Takes the oldest answer to the same request.
  mutating func takeAnswer(to kind: SimulatedCommitKind, _ mode: ScreenMode?) -> SimulatedAnswer? {
    answers.firstIndex { $0.kind == kind && $0.mode == mode }.map { answers.remove(at: $0) }
  }
}

/// The properties that follow from a connector's name, as from the kernel's `connector_type`.
struct SimulatedConnectorKind: Hashable {
  let placement: ConnectorPlacement
  /// Whether each display has an EDID, as on HDMI, DVI and DisplayPort.
  let alwaysHasEDID: Bool
  /// Whether it is DisplayPort, on which the kernel's guess depends.
  let isDisplayPort: Bool

  init(connectorName: String) {
    // The number after the last hyphen is not part of the kind.
    let end = connectorName.lastIndex(of: "-") ?? connectorName.endIndex
    let kind = connectorName[..<end]
    isDisplayPort = kind == "DP"
    placement = ["eDP", "LVDS", "DSI", "DPI"].contains(kind) ? .builtIn : .external
    alwaysHasEDID = ["HDMI-A", "HDMI-B", "DVI-D", "DVI-I", "DP"].contains(kind)
  }
}

/// The display on a connector, probed or not.
struct PluggedDisplay {
  enum Link: Equatable {
    case good
    case bad(highestClockKilohertz: UInt32)
    /// A modeset has repaired the link for a moment, but its clock is too high.
    case failing(highestClockKilohertz: UInt32)
  }

  /// The number of plugs and changes so far. With it, work for an older display is ignored.
  let number: UInt64
  let edid: [UInt8]
  let edidDelay: SimulatedEDIDDelay?
  let edidArrival: MonotonicTime
  var link = Link.good

  init(number: UInt64, edid: [UInt8], edidDelay: SimulatedEDIDDelay?, now: MonotonicTime) {
    self.number = number
    self.edid = edid
    self.edidDelay = edidDelay
    edidArrival = now.advanced(by: edidDelay?.nanoseconds ?? 0)
  }

  var isLinkBad: Bool {
    if case .bad = link { true } else { false }
  }

  /// The EDID and modes that the kernel reads at `now`.
  func listing(isDisplayPort: Bool, at now: MonotonicTime) -> (edid: [UInt8], modes: [ScreenMode]) {
    if now < edidArrival, let edidDelay {
      switch edidDelay.interim {
      case .noModes: return ([], [])
      case .guessedModes: return ([], KernelFallbackModes.modes(isDisplayPort: isDisplayPort))
      }
    }
    // The kernel lists each TV format at both of its rates.
    if !edid.isEmpty, let read = try? EDID(bytes: edid) { return (edid, read.modes + read.alternateRateModes) }
    return (edid, KernelFallbackModes.modes(isDisplayPort: isDisplayPort))
  }
}

/// The modes that the kernel lists for a display whose EDID it cannot read.
enum KernelFallbackModes {
  /// DMT's modes up to 1024x768 and 61 Hz. DisplayPort gets only its fail-safe mode. C: `drm_helper_probe_single_connector_modes` in
  /// drm_probe_helper.c, with `drm_add_modes_noedid(1024, 768)`, and 640x480 preferred on DisplayPort.
  static func modes(isDisplayPort: Bool) -> [ScreenMode] {
    let sizes: [(Int, Int, Int)] = [
      (1024, 768, 60_000), (800, 600, 60_300), (800, 600, 56_250), (848, 480, 60_000), (640, 480, 59_940),
    ]
    return sizes.compactMap { width, height, refresh in
      guard var mode = ScreenMode.standard(width: width, height: height, refreshMillihertz: refresh) else { return nil }
      mode.isPreferred = isDisplayPort && width == 640
      return mode
    }
  }
}
