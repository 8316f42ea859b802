internal import DisplayTypes
internal import Presentation

/// The probes of the simulated connectors, and the screens that their findings make. A probe takes its connector's time. A scanner decides
/// when the next one is due, as for real cards.
final class SimulatedProbes {
  private let connectors: [SimulatedConnector]
  private let setup: SimulatedSetup
  private let clock: SimulatedClock
  private let agenda: SimulatedAgenda
  private var scanner: ConnectorScanner
  /// The running probes, by index; true if an event came during a probe, which may have missed the change.
  private var running: [Int: Bool] = [:]
  /// Connectors whose probes have ended at the same time, whose findings are reported together.
  private var ended: Set<Int> = []
  private var settlingTimer: (any DisplayTimer)?
  /// Whether there is a device that can be probed.
  var isPossible = false
  /// Receives new findings before the changes that follow from them.
  var findingsObserver: ((ProbeFindings) -> Void)?

  init(_ connectors: [SimulatedConnector], setup: SimulatedSetup, clock: SimulatedClock, agenda: SimulatedAgenda) {
    self.connectors = connectors
    self.setup = setup
    self.clock = clock
    self.agenda = agenda
    scanner = ConnectorScanner(connectorsWithEDID: setup.connectorsWithEDID)
    settlingTimer = clock.makeTimer { [weak self] in self?.probeUnsettled() }
  }

  /// An event came about one connector.
  func hotplug(_ index: Int) {
    scanner.hotplugged(connectors[index].id)
    if running[index] == nil { begin(at: index) } else { running[index] = true }
  }

  /// An event came about the whole device.
  func hotplugAll() { scanner.hotplugged() }

  func begin(at index: Int, from time: MonotonicTime? = nil) {
    let connector = connectors[index]
    guard isPossible, !connector.recording.isAbsent else { return }
    running[index] = false
    agenda.schedule(.probe(index), at: (time ?? clock.now).advanced(by: connector.probeTime))
  }

  /// A probe has ended, unless it was cancelled; `takeChanges` returns its findings.
  func end(at index: Int) {
    guard let mustProbeAgain = running.removeValue(forKey: index) else { return }
    connectors[index].counters.probes += 1
    ended.insert(index)
    if mustProbeAgain { begin(at: index) }
  }

  /// Probes every connector, in no time.
  func probeAll() -> [ScreenChange] {
    let now = clock.now
    let found = connectors.filter { !$0.recording.isAbsent }.map { $0.probed(device: setup.device, at: now) }
    return take(scanner.didProbeAll(found, at: now))
  }

  /// The changes that follow from the probes that have ended.
  func takeChanges() -> [ScreenChange] {
    guard !ended.isEmpty else { return [] }
    let now = clock.now
    let found = ended.sorted().map { connectors[$0].probed(device: setup.device, at: now) }
    ended = []
    return take(scanner.didProbe(found, at: now))
  }

  func cancel(at index: Int) { running[index] = nil }

  /// Cancels all probes, and forgets all screens; returns their disconnections.
  func reset() -> [ScreenChange] {
    let gone = scanner.screens.map { ScreenChange.disconnected($0.id) }
    (running, ended) = ([:], [])
    settlingTimer?.disarm()
    scanner = ConnectorScanner(connectorsWithEDID: setup.connectorsWithEDID)
    return gone
  }

  private func take(_ changes: [ScreenChange]) -> [ScreenChange] {
    rearm()
    if let findings = scanner.takeFindings(at: clock.now) { findingsObserver?(findings) }
    return changes
  }

  /// Begins the probes that are due because an EDID is late.
  private func probeUnsettled() {
    for id in scanner.takeDue(at: clock.now) {
      guard let index = connectors.firstIndex(where: { $0.id == id }), running[index] == nil else { continue }
      begin(at: index)
    }
    rearm()
  }

  private func rearm() {
    if let next = scanner.nextProbe { settlingTimer?.arm(at: next) } else { settlingTimer?.disarm() }
  }
}
