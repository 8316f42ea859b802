internal import DisplayTypes
internal import Drawing
internal import EventLoop
internal import KernelModeSetting
internal import Presentation
internal import ScreenDiscovery
internal import SystemPackage

/// One open card: its connectors, its outputs, its events and its probe thread.
///
/// Belongs to the display thread, which opened it.
final class KMSCard {
  let path: String
  let driver: String
  let isAtomic: Bool
  let descriptor: CardDescriptor
  var outputs: [ScreenID: KMSOutput] = [:]
  let renderer = PixmanRenderer()
  let probe: ProbeThread

  private let card: Card
  private let clock: any DisplayClock
  private let handler: (BackendEvent) -> Void
  private let lost: () -> Void
  private let nextScreenID: () -> ScreenID
  private var scanner = ConnectorScanner()
  private var eventReader = DisplayEventReader()
  private var watches: [Watch] = []
  private var lookTimer: (any DisplayTimer)?
  private var isLooking = false
  private var mustLookAgain = false
  private var lastLook = MonotonicTime.zero
  private let wasInherited: Bool

  /// Looks at the connectors follow each other no faster: a storm is coalesced.
  private static let lookInterval: UInt64 = 50_000_000
  /// Drivers that copy the picture to the display, and only what a dirty call names (6.1).
  private static let copyingDrivers: Set<String> = ["virtio_gpu"]

  /// Takes an open card of which this process is master.
  init(
    _ card: consuming Card, driver: String, forcesLegacy: Bool, wasInherited: Bool, loop: EventLoop,
    clock: any DisplayClock, nextScreenID: @escaping () -> ScreenID, handler: @escaping (BackendEvent) -> Void,
    lost: @escaping () -> Void
  ) throws(DisplayError) {
    let descriptor = card.descriptor
    self.descriptor = descriptor
    self.card = card
    self.driver = driver
    self.clock = clock
    self.handler = handler
    self.lost = lost
    self.nextScreenID = nextScreenID
    self.wasInherited = wasInherited
    path = descriptor.path
    isAtomic = try descriptor.negotiateCapabilities(atomic: !forcesLegacy).atomic
    do throws(Errno) {
      probe = try ProbeThread(card: descriptor, name: "probe-\(descriptor.path.split(separator: "/").last ?? "card")")
    } catch {
      throw DisplayError(errno: error, operation: "start the probe thread", device: descriptor.path)
    }
    do throws(Errno) {
      watches.append(try probe.listen(on: loop) { [weak self] in self?.handle($0) })
      watches.append(try loop.watch(descriptor.number, for: .readable) { [weak self] _ in self?.readEvents() })
    } catch {
      throw DisplayError(errno: error, operation: "watch the card", device: descriptor.path)
    }
    lookTimer = clock.makeTimer { [weak self] in self?.lookTimerFired() }
  }

  /// Looks at every connector, or at the named one, soon: an event said so.
  func look(_ connector: UInt32? = nil) {
    let screen = connector.flatMap { number in outputs.values.first { $0.connector.rawValue == number }?.screen }
    scanner.hotplugged(screen)
    guard !isLooking else {
      mustLookAgain = true
      return
    }
    let earliest = lastLook.advanced(by: KMSCard.lookInterval)
    guard clock.now >= earliest else {
      mustLookAgain = true
      lookTimer?.arm(at: earliest)
      return
    }
    beginLook(nil)
  }

  func output(_ screen: ScreenID) -> KMSOutput? { outputs[screen] }

  /// What is lit and must not move.
  var assignments: [CRTCAssignment.Output] {
    outputs.values.compactMap { $0.lit?.path.assignment }
  }

  /// Whether small changes are cheaper on the buffer that is shown.
  var updatesInPlace: Bool { KMSCard.copyingDrivers.contains(driver) }

  /// Gives buffers back on the probe thread, since unmapping them takes long; the caller keeps no reference.
  func release(_ buffers: consuming OutputBuffers?) {
    if let buffers { probe.submit(.release(BufferParcel(buffers))) }
  }

  func send(_ event: BackendEvent) {
    handler(event)
  }

  /// An error that ends the card ends it here.
  func note(_ error: DisplayError) {
    if error.isDeviceLost {
      lost()
    } else if error.code == .gone || error.code == .refused {
      look()
    }
  }

  /// Turns off what is lit, waits for it, and gives everything back.
  ///
  /// Blocks, at the end of the daemon only.
  func stop() {
    for output in outputs.values {
      guard let lit = output.lit else { continue }
      probe.submit(
        .turnOff(output.screen, CommitToken(rawValue: 0), output.connector, lit.path, isAtomic: isAtomic))
    }
    abandon()
  }

  /// Ends without touching what is shown.
  func abandon() {
    for watch in watches { watch.cancel() }
    watches = []
    lookTimer?.disarm()
    probe.finish(milliseconds: 3000)
    outputs = [:]
  }

  /// All its screens, when the card is lost.
  var disconnections: [ScreenChange] { scanner.screens.map { .disconnected($0.id) } }

  private func beginLook(_ connectors: [ConnectorID]?) {
    isLooking = true
    mustLookAgain = false
    lastLook = clock.now
    lookTimer?.disarm()
    probe.submit(.look(connectors))
  }

  private func lookTimerFired() {
    guard !isLooking else { return }
    if mustLookAgain { return beginLook(nil) }
    let due = scanner.takeDue(at: clock.now).compactMap { outputs[$0]?.connector }
    if due.isEmpty { armLookTimer() } else { beginLook(due) }
  }

  private func armLookTimer() {
    if mustLookAgain {
      lookTimer?.arm(at: lastLook.advanced(by: KMSCard.lookInterval))
    } else if let next = scanner.nextProbe {
      lookTimer?.arm(at: next)
    }
  }

  private func handle(_ answer: ProbeAnswer) {
    switch answer {
    case .looked(let connectors, let result): looked(connectors, result)
    case .tested(let screen, let token, let result, let mode, let parcel):
      if let error = result.failure, error.isDeviceLost { return lost() }
      if let output = outputs[screen], let mode, let buffers = parcel?.open() {
        release(output.prepared?.buffers)
        output.prepared = (mode, buffers)
      }
      handler(.finished(screen, token, result))
    case .configured(let screen, let token, let result): configured(screen, token, result)
    case .released: break
    case .turnedOff(let screen, let token, let result):
      release(outputs[screen]?.retiring.removeValue(forKey: token))
      handler(.finished(screen, token, result))
    }
  }

  private func looked(_ connectors: [ConnectorID]?, _ result: Result<[ConnectorSnapshot], DisplayError>) {
    isLooking = false
    switch result {
    case .failure(let error):
      if error.isDeviceLost { return lost() }
      mustLookAgain = true
    case .success(let found):
      let probed = found.filter { !$0.isWriteback }.map {
        ProbedConnector($0, screen: screen(for: $0.id), device: path)
      }
      var changes: [ScreenChange] = []
      if connectors == nil {
        changes = scanner.lookedAtAll(probed, at: clock.now)
      } else {
        for connector in probed { changes += scanner.looked(at: connector, at: clock.now) }
      }
      if !changes.isEmpty { handler(.screens(changes)) }
    }
    armLookTimer()
  }

  private func screen(for connector: ConnectorID) -> ScreenID {
    if let known = outputs.values.first(where: { $0.connector == connector }) { return known.screen }
    let screen = nextScreenID()
    outputs[screen] = KMSOutput(screen: screen, connector: connector, mayAdopt: wasInherited)
    return screen
  }

  private func readEvents() {
    do throws(DisplayError) {
      while let event = try eventReader.next(from: descriptor) {
        // By CRTC and token, never by pointer: the event of an earlier configuration finds nobody.
        guard let output = outputs.values.first(where: { $0.lit?.path.crtc == event.crtc }) else { continue }
        handler(
          .flipped(
            Presentation.FlipEvent(
              screen: output.screen, token: CommitToken(rawValue: event.userData), timestamp: event.timestamp,
              sequence: event.sequence)))
      }
    } catch {
      note(error)
    }
  }
}

extension Result where Failure == DisplayError {
  /// The failure, if it is one.
  var failure: DisplayError? {
    if case .failure(let error) = self { return error }
    return nil
  }
}
