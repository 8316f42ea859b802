internal import DisplayTypes
internal import EventLoop
internal import KernelModeSetting
internal import Presentation
internal import SystemPackage

/// One open card: its connectors, its outputs, its events and its probe thread. Belongs to the display thread, which opened it.
final class KMSCard {
  let path: String
  let driver: String
  let isAtomic: Bool
  let descriptor: CardDescriptor
  var outputs: [ScreenID: KMSOutput] = [:]
  let probe: ProbeThread
  private(set) lazy var surfaceCard = SurfaceCard(card, probe)

  private let card: SharedCard
  let clock: any DisplayClock
  let handler: (BackendEvent) -> Void
  private let lost: () -> Void
  private let nextScreenID: () -> ScreenID
  private var scanner: ConnectorScanner
  private var eventReader = DisplayEventReader()
  private var watches: [Watch] = []
  private var eventWatch: Watch?
  private var eventTimer: (any DisplayTimer)?
  private var eventRetry = Backoff(first: 10_000_000, longest: 1_000_000_000)
  private var probeTimer: (any DisplayTimer)?
  private var schedule = ProbeSchedule()
  /// The timer of `discardExpired`.
  var discardTimer: (any DisplayTimer)?
  private var isEnded = false
  /// The framebuffers of a previous process that are on the screens until the new pictures appear.
  private var stale: Set<FramebufferID> = []
  private let wasInherited: Bool
  let hasBootSplash: Bool
  /// Receives new findings before their effects.
  var findingsObserver: ((ProbeFindings) -> Void)?

  init(
    _ card: consuming Card, driver: String, forcesLegacy: Bool, wasInherited: Bool, hasBootSplash: Bool,
    connectorsWithEDID: Set<String>, loop: EventLoop, clock: any DisplayClock, nextScreenID: @escaping () -> ScreenID,
    handler: @escaping (BackendEvent) -> Void, lost: @escaping () -> Void
  ) throws(DisplayError) {
    let descriptor = card.descriptor
    self.descriptor = descriptor
    let card = SharedCard(card)
    self.card = card
    self.driver = driver
    self.clock = clock
    self.handler = handler
    self.lost = lost
    self.nextScreenID = nextScreenID
    self.wasInherited = wasInherited
    self.hasBootSplash = hasBootSplash
    scanner = ConnectorScanner(connectorsWithEDID: connectorsWithEDID)
    path = descriptor.path
    isAtomic = try descriptor.negotiateCapabilities(atomic: !forcesLegacy).atomic
    do throws(Errno) {
      probe = try ProbeThread(card: card, name: "probe-\(descriptor.path.split(separator: "/").last ?? "card")")
    } catch {
      throw DisplayError(errno: error, operation: "start the probe thread", device: descriptor.path)
    }
    do throws(Errno) {
      watches.append(try probe.listen(on: loop) { [weak self] in self?.handle($0) })
      let watch = try loop.watch(descriptor.number, for: .readable) { [weak self] _ in self?.readEvents() }
      eventWatch = watch
      watches.append(watch)
    } catch {
      probe.finish()
      throw DisplayError(errno: error, operation: "watch the card", device: descriptor.path)
    }
    probeTimer = clock.makeTimer { [weak self] in self?.probeDue() }
    discardTimer = clock.makeTimer { [weak self] in self?.discardExpired() }
    eventTimer = clock.makeTimer { [weak self] in self?.readEvents() }
    if wasInherited { probe.submit(.removeStaleObjects) }
  }

  /// Probes every connector, or the named one, as soon as possible after an event.
  func probeConnectors(_ connector: UInt32? = nil) {
    let known = connector.flatMap { number in outputs.values.first { $0.connector.rawValue == number } }
    scanner.hotplugged(known?.screen)
    schedule.request(known.map { [$0.connector] })
    continueProbing()
  }

  /// Whether the last probe found a display on this connector.
  func isConnected(_ screen: ScreenID) -> Bool { scanner.screens.contains { $0.id == screen } }

  /// Whether it is cheaper to draw small changes into the visible buffer.
  var updatesInPlace: Bool { DriverQuirks.updateInPlace.contains(driver) }

  /// Releases buffers on the probe thread, because unmapping them takes long. The caller must keep no reference.
  func release(_ buffers: consuming OutputBuffers?) {
    if let buffers { probe.submit(.release(BufferTransfer(buffers))) }
  }

  func release(_ tested: consuming TestedMode?) {
    if let tested { probe.submit(.release(tested.buffers)) }
  }

  /// Checks an error. If it ends the card, the card closes in the next turn.
  func note(_ error: DisplayError) {
    if error.endsCard {
      probe.answer(.lost)
    } else if error.code == .gone || error.code == .refused {
      probeConnectors()
    }
  }

  /// Turns off all screens and releases everything; `wait` waits for that.
  func stop() {
    for output in outputs.values where output.isInUse {
      let path = output.change == nil ? output.lit?.path : nil
      probe.submit(.turnOff(output.screen, CommitToken(rawValue: 0), output.connector, path, isAtomic: isAtomic))
    }
    abandon()
  }

  /// Waits for the end of the last job. The card closes when this object is released; if the time is over (false), after the last job.
  func wait(milliseconds: Int32) -> Bool { probe.wait(milliseconds: milliseconds) }

  /// Ends without changing the screens. The card closes after its last job.
  func abandon() {
    isEnded = true
    for watch in watches { watch.cancel() }
    watches = []
    eventWatch = nil
    for timer in [eventTimer, probeTimer, discardTimer] { timer?.disarm() }
    for output in outputs.values {
      release(output.lit.take()?.buffers)
      release(output.tested.take())
      discard(output.prepared.take())
    }
    outputs = [:]
    probe.finish()
  }

  /// The disconnections of all its screens, for the loss of the card.
  var disconnections: [ScreenChange] { scanner.screens.map { .disconnected($0.id) } }

  private func continueProbing() {
    switch schedule.next(at: clock.now) {
    case .probe(let connectors):
      probeTimer?.disarm()
      probe.submit(.probe(ConnectorProbe(connectors)))
    case .wait(let time): probeTimer?.arm(at: time)
    case .nothing:
      if !schedule.isProbing, let next = scanner.nextProbe { probeTimer?.arm(at: next) }
    }
  }

  /// Reports a link that was bad as good, because a modeset has trained it, and probes it. A driver may set it to bad again at once.
  func linkWasTrained(of output: KMSOutput) {
    guard output.isLinkBad else { return }
    output.isLinkBad = false
    let changes = scanner.linkWasTrained(output.screen)
    if let news = scanner.takeFindings(at: clock.now) { findingsObserver?(news) }
    if !changes.isEmpty { handler(.screens(changes)) }
    schedule.request([output.connector])
    continueProbing()
  }

  private func probeDue() {
    let due = scanner.takeDue(at: clock.now).compactMap { outputs[$0]?.connector }
    if !due.isEmpty { schedule.request(due) }
    continueProbing()
  }

  private func handle(_ answer: ProbeAnswer) {
    guard !isEnded else { return }
    switch answer {
    case .probed(let connectors, let result): didProbe(connectors, result)
    case .tested(let screen, let token, let result, let tested): self.tested(screen, token, result, tested)
    case .configured(let screen, let token, let result):
      configured(screen, token, result)
      endStale()
    case .turnedOff(let screen, let token, let result):
      turnedOff(screen, token, result)
      endStale()
    case .stale(let framebuffers): stale = framebuffers
    case .lost: lost()
    }
  }

  private func didProbe(_ connectors: [ConnectorID]?, _ result: Result<[ConnectorSnapshot], DisplayError>) {
    switch result {
    case .failure(let error):
      if error.endsCard { return lost() }
      schedule.ended(failed: true)
    case .success(let found):
      schedule.ended()
      report(found, connectors)
    }
    continueProbing()
  }

  private func report(_ found: [ConnectorSnapshot], _ connectors: [ConnectorID]?) {
    let displays = found.filter { !$0.isWriteback }
    let probed = displays.map { ProbedConnector($0, screen: screen(for: $0.id), device: path) }
    for connector in probed { outputs[connector.id]?.isLinkBad = connector.isLinkBad }
    var changes: [ScreenChange] = []
    if let connectors {
      changes = scanner.didProbe(probed, at: clock.now)
      // A connector has vanished. Only a probe of all shows that.
      if found.count < connectors.count { schedule.request(nil) }
    } else {
      changes = scanner.didProbeAll(probed, at: clock.now)
    }
    if let news = scanner.takeFindings(at: clock.now) { findingsObserver?(news) }
    for case .disconnected(let screen) in changes {
      release(outputs[screen]?.tested.take())
      discard(outputs[screen]?.prepared.take())
    }
    for case .connected(let snapshot) in changes { prepare(snapshot) }
    if wasInherited { endInherited(displays) }
    if !changes.isEmpty { handler(.screens(changes)) }
  }

  /// Turns off connectors of an earlier process that have no display. No later commit would turn them off.
  private func endInherited(_ connectors: [ConnectorSnapshot]) {
    for connector in connectors where connector.status != .connected && connector.currentCRTC != nil {
      guard let output = outputs[screen(for: connector.id)], output.mayAdopt, !output.isInUse else { continue }
      output.mayAdopt = false
      probe.submit(.turnOff(output.screen, CommitToken(rawValue: 0), connector.id, nil, isAtomic: isAtomic))
    }
  }

  private func endStale() {
    if !stale.isEmpty { probe.submit(.endStale(stale)) }
  }

  private func tested(
    _ screen: ScreenID, _ token: CommitToken, _ result: Result<CommitOutcome, DisplayError>, _ tested: TestedMode?
  ) {
    if let error = result.failure, error.endsCard { return lost() }
    if let output = outputs[screen], isConnected(screen) {
      release(output.tested.take())
      output.tested = tested
    } else {
      release(tested)
    }
    handler(.finished(screen, token, result))
  }

  private func screen(for connector: ConnectorID) -> ScreenID {
    if let known = outputs.values.first(where: { $0.connector == connector }) { return known.screen }
    let screen = nextScreenID()
    outputs[screen] = KMSOutput(screen: screen, connector: connector, mayAdopt: wasInherited)
    return screen
  }

  private func readEvents() {
    do throws(DisplayError) {
      while !isEnded, let event = try eventReader.next(from: descriptor) {
        // Find the output by CRTC and token, so that an event of an earlier configuration finds none.
        guard let output = outputs.values.first(where: { $0.lit?.path.crtc == event.crtc }) else { continue }
        let token = CommitToken(rawValue: event.userData)
        handler(
          .flipped(
            FlipCompletion(
              screen: output.screen, token: token, timestamp: event.timestamp, sequence: event.sequence)))
      }
      if !eventRetry.isFresh, !isEnded { eventWatch?.update(.readable) }
      eventRetry.reset()
    } catch {
      guard !error.endsCard else { return note(error) }
      // The file stays readable, so reading again at once would be a busy loop.
      if eventRetry.isFresh { handler(.notice(.eventsUnreadable(device: path, error))) }
      eventWatch?.update([])
      eventTimer?.arm(at: clock.now.advanced(by: eventRetry.next()))
    }
  }
}

extension DisplayError {
  /// Whether the card must be closed and opened again, because it is gone or another process is its master now.
  var endsCard: Bool { isDeviceLost || code == .anotherMaster }
}

extension CardDescriptor {
  /// Runs a call that only the card's master may make. If this process has lost master (EACCES), it becomes master again and repeats the
  /// call.
  ///
  /// - Throws: `anotherMaster` if it cannot become master.
  func asMaster<Value>(_ body: () throws(DisplayError) -> Value) throws(DisplayError) -> Value {
    do throws(DisplayError) {
      return try body()
    } catch {
      guard error.code == .notPermitted, !isMaster else { throw error }
      do throws(DisplayError) {
        try becomeMaster()
      } catch {
        var failure = error
        if failure.code == .notPermitted { failure.code = .anotherMaster }
        throw failure
      }
      return try body()
    }
  }
}

extension Result where Failure == DisplayError {
  var failure: DisplayError? {
    if case .failure(let error) = self { return error }
    return nil
  }
}

/// Keeps a card open while the display thread or a running job may use it.
final class SharedCard: Sendable {
  let card: Card
  let framebuffers = SurfaceFramebuffers()

  init(_ card: consuming Card) {
    self.card = card
  }

  deinit { framebuffers.removeAll() }
}

extension ProbedConnector {
  init(_ connector: ConnectorSnapshot, screen: ScreenID, device: String) {
    self.init(
      id: screen, name: connector.name, device: device, placement: connector.placement,
      alwaysHasEDID: !connector.mayLackEDID, isConnected: connector.status == .connected, modes: connector.modes,
      edid: connector.edid, physicalSize: connector.physicalSize, isNonDesktop: connector.isNonDesktop,
      isLinkBad: connector.isLinkBad, path: connector.path)
  }
}
