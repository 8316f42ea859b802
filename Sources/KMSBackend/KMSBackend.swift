public import DisplayTypes
public import EventLoop
package import KernelModeSetting
public import Presentation
internal import SystemPackage

/// The backend for real displays: every card of the seat that has connectors. It belongs to the display thread.
public final class KMSBackend: DisplayBackend {
  /// The kernel's monotonic clock.
  public let clock: any DisplayClock
  private let loop: EventLoop
  private var options: KMSBackendOptions
  private var handler: (BackendEvent) -> Void = { _ in }
  private var cards: [KMSCard] = []
  private var hotplug: HotplugWatcher?
  /// Nil if the backend opens the device files itself.
  private var seat: CardSeat?
  private var lastScreen = ScreenID(rawValue: 0)
  private var retryTimer: (any DisplayTimer)?
  private var lastNotice: BackendNotice?
  private var retry = CardRetry()
  /// The drivers of excluded cards, by node, from the last search.
  private var otherDrivers: [String: String] = [:]
  /// The nanoseconds that all cards have together to end at `stop`.
  var patience: UInt64 = 3_000_000_000
  /// Receives new findings before their effects. Set it before `start`.
  package var findingsObserver: ((ProbeFindings) -> Void)?

  /// Makes a backend without open cards.
  public init(loop: EventLoop, options: KMSBackendOptions) {
    self.loop = loop
    self.options = options
    clock = LoopClock(loop: loop)
  }

  /// Opens the cards and watches for changes.
  public func start(_ handler: @escaping (BackendEvent) -> Void) {
    self.handler = handler
    let hotplug = HotplugWatcher(loop: loop) { [weak self] in self?.handle($0) }
    self.hotplug = hotplug
    switch hotplug.source {
    case .udev: break
    case .kernel: notify(.degraded("udevd is not running: hotplug comes from the kernel alone"))
    case .sysfs: notify(.degraded("no hotplug events are available: connectors are compared every two seconds"))
    }
    retryTimer = clock.makeTimer { [weak self] in self?.openCards() }
    if options.manager != .direct {
      openSeat()
    } else {
      openCards()
    }
  }

  /// Starts with one open card and without hotplug, for programs with their own implementation of the kernel's calls.
  package func start(with card: consuming Card, _ handler: @escaping (BackendEvent) -> Void) throws(DisplayError) {
    self.handler = handler
    try take(card, wasInherited: false)
  }

  /// Sends a commit to the screen's card.
  public func commit(_ commit: ScreenCommit, testOnly: Bool) throws(DisplayError) -> CommitReceipt {
    for card in cards {
      guard let output = card.outputs[commit.screen] else { continue }
      return try card.commit(commit, output, testOnly: testOnly)
    }
    throw DisplayError(code: .gone, operation: "find the screen", device: "")
  }

  /// Turns off every screen that it turned on, and closes the cards. All cards have 3 s together. Returns false if a card needs longer: it
  /// closes after its last job.
  @discardableResult
  public func stop() -> Bool {
    hotplug = nil
    retryTimer?.disarm()
    for card in cards { card.stop() }
    defer { seat?.finish() }
    let end = MonotonicTime.now.advanced(by: patience)
    let slow = cards.filter { !$0.wait(milliseconds: Int32(clamping: end.nanoseconds(since: .now) / 1_000_000)) }
    cards = []
    return slow.isEmpty
  }

  package var devices: [(path: String, driver: String, isAtomic: Bool, descriptor: Int32)] {
    cards.map { ($0.path, $0.driver, $0.isAtomic, $0.descriptor.number) }
  }

  /// The kernel's number of a screen's connector.
  package func connectorNumber(of screen: ScreenID) -> UInt32? {
    cards.lazy.compactMap { $0.outputs[screen]?.connector.rawValue }.first
  }

  /// Probes every connector, because no events report changes during the machine's sleep.
  package func probeConnectors() {
    for card in cards { card.probeConnectors() }
  }

  private func handle(_ event: HotplugEvent) {
    switch event {
    case .connectorsMayHaveChanged(let device, let connector):
      cards.first { $0.path == device }?.probeConnectors(connector)
    case .cardAdded:
      retry.reset()
      openCards()
    case .cardRemoved(let device): lose(device)
    case .eventsLost:
      probeConnectors()
      openCards()
    }
  }

  /// Opens new cards. If there is no card, or another process is master of a card, it tries again later.
  private func openCards() {
    var obstacle: BackendNotice?
    otherDrivers = [:]
    let listed = CardList.all().filter(options.names)
    releaseInherited { inherited in !listed.contains { $0.device == inherited.device } }
    for candidate in listed where !cards.contains(where: { $0.path == candidate.device }) {
      if let seat {
        _ = seat.request(candidate.device)
      } else if let error = open(candidate.device), obstacle == nil {
        obstacle = newNotice(error, candidate.device)
      }
    }
    // The answers of a seat come later, and none comes while another virtual terminal is active.
    if seat != nil, !listed.isEmpty { return }
    if cards.isEmpty, obstacle == nil {
      obstacle = .noDevice(options.wanted(besides: otherDrivers))
    }
    if let obstacle { notify(obstacle) }
    // A new card comes with an event. A card of another master, or without permission, becomes usable without one.
    if obstacle != nil, !listed.isEmpty || hotplug?.source == .sysfs {
      retryTimer?.arm(at: clock.now.advanced(by: retry.next(besideOpenCard: !cards.isEmpty)))
    }
  }

  /// Opens a card. Returns nil if the card is open or not used.
  private func open(_ device: String) -> DisplayError? {
    if adopt(device) { return nil }
    do throws(DisplayError) {
      try take(Card.open(device), wasInherited: false)
      return nil
    } catch {
      return error
    }
  }

  /// Takes over a card that the service manager kept open, at most once. After that this process closes the descriptor. Returns false if
  /// there is none, or if its card was removed and added again.
  private func adopt(_ device: String) -> Bool {
    guard let index = options.inherited.firstIndex(where: { $0.device == device }) else { return false }
    let inherited = options.inherited.remove(at: index)
    do throws(DisplayError) {
      try take(Card.adopt(inherited.descriptor, path: device), wasInherited: true)
      if !cards.contains(where: { $0.path == device }) { handler(.notice(.released(device: device))) }
      return true
    } catch {
      handler(.notice(.released(device: device)))
      return false
    }
  }

  /// Closes kept cards that are not used. While the manager has such a file open, no other process can be master of its card.
  private func releaseInherited(where isUnwanted: (KMSBackendOptions.InheritedCard) -> Bool) {
    for inherited in options.inherited where isUnwanted(inherited) {
      _ = try? Card.adopt(inherited.descriptor, path: inherited.device)
      handler(.notice(.released(device: inherited.device)))
    }
    options.inherited.removeAll(where: isUnwanted)
  }

  private func openSeat() {
    do throws(Errno) {
      seat = try CardSeat(SeatThread(options.manager), on: loop) { [weak self] in self?.handle($0) }
    } catch {
      handler(.notice(.noSeat("the seat's thread could not be started: \(error)")))
    }
  }

  private func handle(_ event: CardSeat.Event) {
    switch event {
    case .ready: openCards()
    case .leaving: for card in cards { close(card.path, .left(device: card.path)) }
    case .opened(let device, .success(let descriptor)):
      do throws(DisplayError) {
        try take(Card.adopt(descriptor, path: device, isManaged: true), wasInherited: false)
      } catch {
        seat?.giveBack(device)
        tryAgain(after: newNotice(error, device))
      }
    case .opened(let device, .failure(let errno)):
      tryAgain(
        after: newNotice(DisplayError(errno: errno, operation: "open the card on its seat", device: device), device))
    case .failed(let reason): notify(.noSeat(reason))
    }
  }

  private func tryAgain(after obstacle: BackendNotice) {
    notify(obstacle)
    retryTimer?.arm(at: clock.now.advanced(by: retry.next(besideOpenCard: !cards.isEmpty)))
  }

  private func take(_ card: consuming Card, wasInherited: Bool) throws(DisplayError) {
    let descriptor = card.descriptor
    let driver = try descriptor.driverName()
    if let wanted = options.driver, wanted != driver {
      otherDrivers[descriptor.path] = driver
      return
    }
    guard try descriptor.hasModesetting() else { return }
    do throws(DisplayError) {
      try descriptor.becomeMaster()
    } catch {
      guard error.code == .notPermitted else { throw error }
      // A process that opens a card without a master becomes its master (drm_auth.c). So another master exists. Only root gets EBUSY.
      var failure = error
      failure.code = .anotherMaster
      throw failure
    }
    let device = descriptor.path
    let opened = try KMSCard(
      card, driver: driver, forcesLegacy: options.forcesLegacy, wasInherited: wasInherited,
      hasBootSplash: options.hasBootSplash, connectorsWithEDID: options.connectorsWithEDID, loop: loop, clock: clock,
      nextScreenID: { [unowned self] in nextScreenID() }, handler: { [unowned self] in handler($0) },
      lost: { [weak self] in self?.lose(device) })
    opened.findingsObserver = findingsObserver
    cards.append(opened)
    lastNotice = nil
    handler(.notice(.opened(device: device, driver: driver)))
    opened.probeConnectors()
  }

  /// The notice for an error, without a second search for the process that has the card.
  private func newNotice(_ error: DisplayError, _ device: String) -> BackendNotice {
    if error.code == .anotherMaster, let lastNotice, case .occupied(device, _) = lastNotice { return lastNotice }
    return Self.notice(error, device)
  }

  static func notice(
    _ error: DisplayError, _ device: String, findHolders: (String) -> [CardHolder] = CardHolders.find
  ) -> BackendNotice {
    switch error.code {
    case .anotherMaster, .busy:
      let unseen = "another user's process, which root can name (fuser -v \(device))"
      return .occupied(device: device, holder: findHolders(device).first?.description ?? unseen)
    case .notPermitted: return .notPermitted(device: device)
    default: return .noDevice("\(error)")
    }
  }

  private func lose(_ device: String) {
    guard close(device, .lost(device: device)) else { return }
    retry.reset()
    // The card may be back already, under another number.
    openCards()
  }

  /// Closes a card without changing its screens. Returns false if it is not open.
  @discardableResult
  private func close(_ device: String, _ notice: BackendNotice) -> Bool {
    guard let index = cards.firstIndex(where: { $0.path == device }) else { return false }
    let card = cards.remove(at: index)
    let changes = card.disconnections
    card.abandon()
    seat?.close(card)
    if !changes.isEmpty { handler(.screens(changes)) }
    handler(.notice(notice))
    return true
  }

  /// Sends a notice once for any number of attempts.
  private func notify(_ notice: BackendNotice) {
    guard notice != lastNotice else { return }
    lastNotice = notice
    handler(.notice(notice))
  }

  private func nextScreenID() -> ScreenID {
    lastScreen.rawValue += 1
    return lastScreen
  }

  /// The reason why no card can show a picture now; nil if a card with connectors is available. `--backend auto` uses it.
  package static func obstacle(_ options: KMSBackendOptions) -> BackendNotice? {
    var obstacle: BackendNotice?
    for candidate in CardList.all() where options.names(candidate) {
      do throws(DisplayError) {
        let card = try Card.open(candidate.device)
        let descriptor = card.descriptor
        if let wanted = options.driver, try descriptor.driverName() != wanted { continue }
        guard try !descriptor.resources().connectors.isEmpty else { continue }
        try descriptor.becomeMaster()
        return nil
      } catch {
        obstacle = obstacle ?? notice(error, candidate.device)
      }
    }
    return obstacle ?? .noDevice(options.wanted())
  }
}

/// The options about cards.
public struct KMSBackendOptions: Hashable, Sendable {
  /// A card that stays open in a supervisor's descriptor store. The backend owns its descriptor, which is master.
  package struct InheritedCard: Hashable, Sendable {
    package var device: String
    package var descriptor: Int32

    package init(device: String, descriptor: Int32) {
      self.device = device
      self.descriptor = descriptor
    }
  }

  /// The nodes of the cards to use; empty for every card of the seat.
  package var devices: [String]
  /// The DRM driver of the cards to use, such as `virtio_gpu`; nil for any.
  package var driver: String?
  package var seat: String
  package var manager = SeatManager.direct
  /// Whether to use legacy calls even if the driver has atomic commits.
  package var forcesLegacy: Bool
  /// Cards that the service manager kept open.
  package var inherited: [InheritedCard] = []
  /// Whether a boot splash runs. Its picture stays until the first picture is laid out.
  package var hasBootSplash = false
  /// Connectors on which a display has had an EDID before.
  package var connectorsWithEDID: Set<String> = []

  /// Makes options. The defaults use every card of the seat.
  public init(
    devices: [String] = [], driver: String? = nil, seat: String = "seat0", forcesLegacy: Bool = false
  ) {
    self.devices = devices
    self.driver = driver
    self.seat = seat
    self.forcesLegacy = forcesLegacy
  }

  /// Whether the options include a card.
  fileprivate func names(_ card: CardCandidate) -> Bool {
    devices.isEmpty ? card.seat == seat : devices.contains(card.device)
  }

  /// A description of the wanted cards, and of cards with other drivers.
  func wanted(besides others: [String: String] = [:]) -> String {
    let place = devices.isEmpty ? "seat \(seat)" : devices.joined(separator: ", ")
    guard let driver else { return place }
    let there = others.sorted { $0.key < $1.key }.map { "\($0.key) is of \($0.value)" }
    return "driver \(driver), \(place): \(there.isEmpty ? "there is no card" : there.joined(separator: ", "))"
  }
}

/// The kernel's monotonic clock, with an event loop's timers.
public final class LoopClock: DisplayClock {
  private let loop: EventLoop

  /// Makes timers of this loop.
  public init(loop: EventLoop) {
    self.loop = loop
  }

  /// The kernel's monotonic clock.
  public var now: MonotonicTime { .now }

  /// Makes a timer of the loop, not armed.
  public func makeTimer(_ handler: @escaping () -> Void) -> any DisplayTimer {
    loop.makeTimer(handler)
  }
}

extension LoopTimer: DisplayTimer {}

/// The intervals between attempts to open unavailable cards. Without an open card the interval is a second, because a person waits for a
/// picture and no screen can be disturbed. With an open card the intervals grow, because each attempt is work on the thread of all screens.
struct CardRetry: Sendable {
  private var backoff = Backoff()

  /// Nanoseconds until the next try after a failed one.
  mutating func next(besideOpenCard: Bool) -> UInt64 {
    if besideOpenCard { return backoff.next() }
    reset()
    return backoff.first
  }

  mutating func reset() { backoff.reset() }
}
