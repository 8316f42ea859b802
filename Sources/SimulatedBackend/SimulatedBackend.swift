internal import Composition
internal import DisplayTypes
package import EventLoop
package import Presentation

/// Screens without hardware: plugged, changed and broken by command, with a vertical blank at the mode's refresh. It behaves as the kernel
/// does, down to a late EDID and a flip that never ends. Nothing blocks: a long probe is a timer on its clock. Belongs to the display
/// thread.
package final class SimulatedBackend: DisplayBackend {
  package let simulatedClock: SimulatedClock
  package let setup: SimulatedSetup
  let connectors: [SimulatedConnector]
  let agenda = SimulatedAgenda()
  let probes: SimulatedProbes
  var isLost = false { didSet { allowProbes() } }
  var displayCount: UInt64 = 0
  private var nextScreenID: UInt64
  private var handler: ((BackendEvent) -> Void)? { didSet { allowProbes() } }

  /// Makes a device with nothing plugged in.
  ///
  /// - Parameter clock: a clock of the same loop; nil for one that goes with real time.
  package init(loop: EventLoop, setup: SimulatedSetup = SimulatedSetup(), clock: SimulatedClock? = nil) {
    self.setup = setup
    simulatedClock = clock ?? SimulatedClock(loop: loop)
    connectors = setup.allConnectors.enumerated().map { index, name in
      SimulatedConnector(name: name, id: ScreenID(rawValue: UInt64(index) + 1))
    }
    if setup.panel != nil { connectors.last?.recording.isAbsent = true }
    nextScreenID = UInt64(connectors.count) + 1
    probes = SimulatedProbes(connectors, setup: setup, clock: simulatedClock, agenda: agenda)
    agenda.start(on: simulatedClock) { [weak self] in self?.performDueWork() }
  }

  package var clock: any DisplayClock { simulatedClock }

  /// Receives new findings before the changes that follow from them.
  package var findingsObserver: ((ProbeFindings) -> Void)? {
    get { probes.findingsObserver }
    set { probes.findingsObserver = newValue }
  }

  /// Opens the device; displays that were plugged in before are found.
  package func start(_ handler: @escaping (BackendEvent) -> Void) {
    self.handler = handler
    agenda.schedule(.deviceReturn, at: simulatedClock.now)
  }

  @discardableResult
  package func stop() -> Bool {
    handler = nil
    agenda.removeAll()
    _ = probes.reset()
    connectors.forEach(goDark)
    return true
  }

  package var status: SimulatedStatus {
    SimulatedStatus(
      now: simulatedClock.now, course: simulatedClock.course, nextDeadline: simulatedClock.nextDeadline,
      isDeviceLost: isLost, connectors: connectors.map(\.status))
  }

  /// What the monitor on a connector shows: the buffer whose flip has ended; nil while it is dark.
  package func photograph(_ connector: String) throws(SimulatedCommandError) -> CapturedFrame? {
    guard let found = connectors.first(where: { $0.name == connector }) else {
      throw .unknownConnector(connector, known: setup.allConnectors)
    }
    guard let display = found.display, !display.isLinkBad else { return nil }
    return found.output?.photograph
  }

  func emit(_ event: BackendEvent) { handler?(event) }

  private func allowProbes() { probes.isPossible = handler != nil && !isLost }

  private func report(_ changes: [ScreenChange]) {
    if !changes.isEmpty { emit(.screens(changes)) }
  }

  private func takeScreenID() -> ScreenID {
    defer { nextScreenID += 1 }
    return ScreenID(rawValue: nextScreenID)
  }

  private func performDueWork() {
    let now = simulatedClock.now
    // New work for this moment waits for the timer's next turn.
    let border = agenda.lastEntry
    var time = now
    while let entry = agenda.takeDue(at: now, enteredUpTo: border) {
      if !entry.work.isProbe || entry.time != time { report(probes.takeChanges()) }
      time = entry.time
      perform(entry.work, dueAt: entry.time)
    }
    report(probes.takeChanges())
    agenda.rearm()
  }

  private func perform(_ work: SimulatedAgenda.Work, dueAt time: MonotonicTime) {
    switch work {
    case .probe(let index): probes.end(at: index)
    case .probeAll: if !isLost { report(probes.probeAll()) }
    case .edidArrival(let index, let display), .linkFailure(let index, let display):
      guard !isLost, connectors[index].display?.number == display else { return }
      if case .linkFailure = work { failLink(at: index) }
      probes.hotplug(index)
    case .commitEnd(let index, let token): endCommit(at: index, token)
    case .flipEnd(let index, let token, let sequence): endFlip(at: index, token, time: time, sequence: sequence)
    case .abandonment(let index, let screen, let tokens): endAbandoned(tokens, of: screen, at: index)
    case .deviceLoss: loseDevice()
    case .deviceReturn: openDevice()
    }
  }

  private func goDark(_ connector: SimulatedConnector) {
    connector.output = nil
    connector.commits = []
    connector.commitsEnd = .zero
  }

  /// A connector goes with its card or dock; the next probe of all finds that.
  func vanish(_ index: Int) {
    let connector = connectors[index]
    guard !connector.recording.isAbsent else { return }
    agenda.schedule(.abandonment(index, connector.id, connector.commits.map(\.token)), at: simulatedClock.now)
    goDark(connector)
    probes.cancel(at: index)
    connector.recording = ConnectorRecording(isAbsent: true)
    connector.display = nil
    connector.id = takeScreenID()
  }

  private func endAbandoned(_ tokens: [CommitToken], of screen: ScreenID, at index: Int) {
    for token in tokens {
      emit(.finished(screen, token, .failure(failure(.deviceLost, "reach the device of", connectors[index]))))
    }
  }

  private func openDevice() {
    isLost = false
    emit(.notice(.opened(device: setup.device, driver: "simulated")))
    let now = simulatedClock.now
    for index in connectors.indices { probes.begin(at: index, from: now) }
  }

  private func loseDevice() {
    let unfinished = connectors.flatMap { connector in connector.commits.map { (connector, $0.token) } }
    agenda.removeAll()
    let disconnections = probes.reset()
    connectors.forEach(goDark)
    for (connector, token) in unfinished {
      emit(.finished(connector.id, token, .failure(failure(.deviceLost, "reach the device of", connector))))
    }
    report(disconnections)
    // An identifier names a connector of one card: the card that returns is another.
    for connector in connectors { connector.id = takeScreenID() }
    emit(.notice(.lost(device: setup.device)))
  }
}

extension SimulatedBackend {
  /// How long a link that was mended with too high a clock holds.
  private static let failingLinkHolds: UInt64 = 100_000_000

  /// A test, a modeset or a turn-off has ended.
  func endCommit(at index: Int, _ token: CommitToken) {
    let connector = connectors[index]
    guard let position = connector.commits.firstIndex(where: { $0.token == token }) else { return }
    let pending = connector.commits.remove(at: position)
    var result: Result<CommitOutcome, DisplayError>
    if let failure = pending.failure {
      result = .failure(failure)
    } else {
      result = .success(
        CommitOutcome(
          capabilities: pending.capabilities, started: pending.started, ended: simulatedClock.now, wasModeset: false,
          captured: pending.captured))
      switch pending.kind {
      case .answer: break
      case .modeset(let output): result = endModeset(of: output, result, at: index)
      case .turnOff: connector.output = nil
      }
    }
    emit(.finished(connector.id, token, result))
  }

  func endFlip(at index: Int, _ token: CommitToken, time: MonotonicTime, sequence: UInt32) {
    let connector = connectors[index]
    guard connector.output?.endFlip(token) == true else { return }
    connector.counters.flips += 1
    emit(.flipped(FlipCompletion(screen: connector.id, token: token, timestamp: time, sequence: sequence)))
  }

  func failLink(at index: Int) {
    guard case .failing(let limit) = connectors[index].display?.link else { return }
    connectors[index].display?.link = .bad(highestClockKilohertz: limit)
  }

  private func endModeset(
    of output: SimulatedOutput, _ result: Result<CommitOutcome, DisplayError>, at index: Int
  ) -> Result<CommitOutcome, DisplayError> {
    let connector = connectors[index]
    guard connector.display != nil else {
      let operation = "set the mode \(ModeNames.plainName(of: output.mode)) on"
      return .failure(failure(.gone, operation, connector))
    }
    output.start = simulatedClock.now
    connector.output = output
    connector.counters.modesets += 1
    mendLink(of: connector, at: index, mode: output.mode)
    return result.map { outcome in
      var outcome = outcome
      outcome.wasModeset = true
      return outcome
    }
  }

  /// A modeset trains the link again; with too high a clock that does not last.
  private func mendLink(of connector: SimulatedConnector, at index: Int, mode: ScreenMode) {
    guard let display = connector.display, case .bad(let limit) = display.link else { return }
    if mode.clockKilohertz <= limit {
      connector.display?.link = .good
    } else {
      connector.display?.link = .failing(highestClockKilohertz: limit)
      let end = simulatedClock.now.advanced(by: Self.failingLinkHolds)
      agenda.schedule(.linkFailure(index, display: display.number), at: end)
    }
    probes.hotplug(index)
  }
}

/// The simulated device: which connectors it has, and how many screens it can light at a time.
package struct SimulatedSetup: Hashable, Sendable {
  /// What the first part of a name makes of a connector: `HDMI-A`, `DVI-D` or `DP` always have an EDID, `eDP`, `LVDS`, `DSI` and
  /// `DPI` are built in, any other is an external connector that may lack an EDID, as `VGA` or `Virtual`.
  package var connectors: [String]
  /// A further connector, which the device has from the first plug on; nil for none.
  package let panel: String?
  /// How many connectors can be lit at a time; nil for all.
  package var crtcCount: Int?
  /// In place of a device file.
  package var device: String
  /// Connectors on which a display had an EDID in an earlier process.
  package var connectorsWithEDID: Set<String> = []

  package init(
    connectors: [String] = ["HDMI-A-1", "HDMI-A-2", "DP-1", "DP-2"], panel: String? = nil, crtcCount: Int? = nil,
    device: String = "simulated"
  ) {
    var seen: Set<String> = []
    self.connectors = connectors.filter { seen.insert($0).inserted }
    self.panel = panel.flatMap { seen.contains($0) ? nil : $0 }
    self.crtcCount = crtcCount
    self.device = device
  }

  /// The panel comes last.
  package var allConnectors: [String] { connectors + [panel].compactMap(\.self) }
}
