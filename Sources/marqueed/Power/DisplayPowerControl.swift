import ControlProtocol
import DisplayTypes
import EDID
import EventLoop
import KMSBackend
import KeptFiles
import Logging
import MonitorPower
import Presentation
import Scenes

/// Sends displays to standby or wakes them, by HDMI-CEC or DDC/CI, when their screen is switched off or on. Only a change of the screen
/// sends an order. A restart or a new plug does not disturb a display that shows another input. The answers change no picture.
final class DisplayPowerControl {
  struct Subject {
    var id: ScreenID
    var name: String
    var device: String
    var identity: DisplayIdentity
    var edid: [UInt8]
    var choice: CECChoice
    var usesDDC = false
    /// Nil during a change, and for a screen whose signal the daemon does not control.
    var hasSignal: Bool?

    var key: DisplayPowerModel.Key { DisplayPowerModel.Key(connector: name, identity: identity) }
  }

  private typealias Key = DisplayPowerModel.Key

  /// An attempt from the decision on.
  private final class Attempt {
    /// Nil until the attempt has begun.
    var cancel: (() -> Void)?
  }

  private let clock: any DisplayClock
  private let file: KeptValue<DisplayPowerFile>
  private(set) var model = DisplayPowerModel([])
  private var isKept: [DisplayPowerModel.Kept] = []
  private let adapters: CECAdapterThreads
  private let monitors: DDCQueue
  private var attempts: [Key: Attempt] = [:]
  /// By screen name.
  private var notes: [String: (info: DisplayPowerInfo, time: MonotonicTime)] = [:]
  private var timer: (any DisplayTimer)?
  private var deadline: MonotonicTime?
  private let sources: Sources
  private let events: Callbacks

  struct Sources {
    var subjects: () -> [Subject]
    /// Finds the kernel's number of a screen's connector. The answer may come in a later turn.
    var connectorNumber: (ScreenID, @escaping (UInt32?) -> Void) -> Void
    var adapterPaths: () -> [String] = { CECAdapter.paths }
  }

  struct Callbacks {
    var attemptDidEnd: (String, PowerReport) -> Void
    /// Called when a display is left on because it disconnects in standby.
    var isLeftOn: (String) -> Void
  }

  /// The nanoseconds for which changes of a screen are gathered.
  static let gathering: UInt64 = 50_000_000

  init(
    clock: any DisplayClock, file: KeptValue<DisplayPowerFile>, adapters: CECAdapterThreads, monitors: DDCQueue,
    sources: Sources, events: Callbacks
  ) {
    self.clock = clock
    self.file = file
    self.adapters = adapters
    self.monitors = monitors
    self.sources = sources
    self.events = events
    timer = clock.makeTimer { [weak self] in self?.update() }
  }

  /// Reads the kept state; call it before other methods.
  func begin() {
    isKept = file.take().value?.displays ?? []
    model = DisplayPowerModel(isKept)
  }

  func screensMayHaveChanged() { update(at: clock.now.advanced(by: Self.gathering)) }

  /// The last attempt for each display, by screen name.
  var infos: [DisplayPowerInfo] {
    let now = clock.now
    return notes.values.map { note in
      var info = note.info
      info.ageSeconds = Double(now.nanoseconds(since: note.time)) / 1e9
      return info
    }.sorted { $0.screen < $1.screen }
  }

  var ddcSandbox: SandboxReport? { monitors.sandbox }

  // MARK: Updates

  /// An earlier deadline stays, so that a busy screen does not delay the orders of another.
  private func update(at moment: MonotonicTime) {
    if let deadline, deadline <= moment { return }
    deadline = moment
    timer?.arm(at: moment)
  }

  private func update() {
    deadline = nil
    let subjects = sources.subjects()
    let (orders, next) = model.update(
      subjects.map { DisplayPowerModel.Condition(key: $0.key, hasSignal: $0.hasSignal, isLeftAlone: $0.isLeftAlone) },
      at: clock.now)
    for subject in subjects where subject.isLeftAlone && model.hadSignal(subject.key) == nil {
      cancel(subject.key)
      notes[subject.name] = nil
    }
    for order in orders {
      switch order {
      case .leaveOn(let key): events.isLeftOn(key.connector)
      case .request(let key, let wish):
        cancel(key)
        if let subject = subjects.first(where: { $0.key == key }) {
          request(subject, wish)
        } else if let route = model.routeToSleeper(key) {
          // The display may have disconnected because of the standby.
          begin(key, wish, by: route)
        }
      }
    }
    keep()
    if let next { update(at: next) }
  }

  private func keep() {
    guard model.kept != isKept else { return }
    isKept = model.kept
    if isKept.isEmpty { file.forget() } else { file.keep(DisplayPowerFile(displays: isKept)) }
  }

  // MARK: Choosing the way

  /// Uses the route of the rule. To wake a display, uses the route that sent it to standby.
  private func request(_ subject: Subject, _ wish: PowerWish) {
    switch wish == .on && !subject.isSimulated ? model.routeToSleeper(subject.key) : nil {
    case .ddc: requestByDDC(subject, wish)
    case .cec(let adapter, let place) where subject.usesDDC || subject.choice == .off:
      begin(subject.key, wish, by: .cec(adapter: adapter, place: place))
    case .cec, nil:
      if subject.usesDDC { requestByDDC(subject, wish) } else { requestByCEC(subject, wish) }
    }
  }

  private func requestByDDC(_ subject: Subject, _ wish: PowerWish) {
    guard !subject.isSimulated, subject.edid.count >= 128 else {
      let reason =
        subject.isSimulated
        ? "simulated displays have no DDC/CI" : "the display has no EDID, which DDC/CI needs to identify the monitor"
      return refuse(subject.key, nil, PowerReport(asked: wish, told: .noAdapter, reason: reason, by: .ddc))
    }
    let digits = subject.edid.prefix(128).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    begin(subject.key, wish, by: .ddc(edid: digits))
  }

  private func requestByCEC(_ subject: Subject, _ wish: PowerWish) {
    guard let card = subject.card else {
      guard case .device(let path) = subject.choice else { return leave(subject.key, wish) }
      let reason = "simulated displays have no HDMI-CEC, and \(path) is not used"
      return refuse(subject.key, path, PowerReport(asked: wish, told: .noAdapter, reason: reason))
    }
    let paths = sources.adapterPaths()
    guard !paths.isEmpty || subject.choice != .automatic || wish == .on else { return leave(subject.key, wish) }
    sources.connectorNumber(subject.id) { [weak self] number in
      guard let self, isStillWished(wish, of: subject.key) else { return }
      let connector = number.map { CECAdapter.Connector(card: card, number: $0) }
      let candidates = connector == nil && subject.choice == .automatic ? [] : subject.candidates(of: paths)
      adapters.findConnectors(of: candidates, areNamed: subject.choice != .automatic, until: connector) {
        [weak self] found in
        guard let self, isStillWished(wish, of: subject.key) else { return }
        choose(subject, wish, connector, found)
      }
    }
  }

  /// False if the wish has changed, or while an attempt runs.
  private func isStillWished(_ wish: PowerWish, of key: Key) -> Bool {
    model.hadSignal(key) == (wish == .on) && attempts[key] == nil
  }

  private func choose(
    _ subject: Subject, _ wish: PowerWish, _ connector: CECAdapter.Connector?,
    _ found: [String: CECAdapter.Connector]
  ) {
    let others = sources.subjects().filter { $0.key != subject.key }.map { other in
      CECAdapterChoice.Other(
        screen: other.name, choice: other.usesDDC ? .off : other.choice, path: model.adapter(of: other.key))
    }
    let choice = CECAdapterChoice(
      subject.choice, connector: connector, former: wish == .on ? model.adapter(of: subject.key) : nil,
      others: others, found: found)
    switch choice {
    case .none: leave(subject.key, wish)
    case .use(let path): begin(subject.key, wish, by: .cec(adapter: path, place: subject.place))
    case .refuse(let path, let reason):
      refuse(subject.key, path, PowerReport(asked: wish, told: .noAdapter, reason: reason))
    }
  }

  /// Ends an order silently, because no route reaches the display.
  private func leave(_ key: Key, _ wish: PowerWish) {
    model.leave(key, wish)
    keep()
  }

  /// Ends an order with a report, because no route reaches the display.
  private func refuse(_ key: Key, _ path: String?, _ report: PowerReport) {
    leave(key, report.asked)
    note(key, path, report)
    events.attemptDidEnd(key.connector, report)
  }

  // MARK: Attempts

  /// Begins an attempt once it is kept on the disk, so that a restarted daemon wakes the display. A later order replaces the attempt.
  private func begin(_ key: Key, _ wish: PowerWish, by route: DisplayPowerModel.Route) {
    model.begin(wish, key, by: route)
    keep()
    let attempt = Attempt()
    attempts[key] = attempt
    file.whenKept { [weak self] in
      guard let self, attempts[key] === attempt else { return }
      switch route {
      case .cec(let path, let place):
        note(key, path, PowerReport(asked: wish, told: nil))
        let job = adapters.perform(CECAttempt(wish, by: path, place: place)) { [weak self] in self?.end(key, path, $0) }
        attempt.cancel = { job.cancel() }
      case .ddc(let edid):
        note(key, nil, PowerReport(asked: wish, told: nil, by: .ddc))
        let entry = monitors.perform(wish, edid: edid) { [weak self] in self?.end(key, $0.device, $0.report) }
        attempt.cancel = { [monitors] in monitors.cancel(entry) }
      }
    }
  }

  private func cancel(_ key: Key) { attempts.removeValue(forKey: key)?.cancel?() }

  /// - Parameter path: the device of the adapter or the I2C bus.
  private func end(_ key: Key, _ path: String?, _ report: PowerReport) {
    attempts[key] = nil
    model.end(report, of: key, at: clock.now)
    keep()
    note(key, path, report)
    // A retry or a wake may be due.
    screensMayHaveChanged()
    events.attemptDidEnd(key.connector, report)
  }

  private func note(_ key: Key, _ path: String?, _ report: PowerReport) {
    let info = DisplayPowerInfo(
      screen: key.connector, by: report.by.rawValue, device: path, asked: report.asked.rawValue,
      told: report.told?.rawValue, message: report.sentence)
    notes[key.connector] = (info, clock.now)
  }
}

extension DisplayPowerControl.Subject {
  /// A simulated display has no card. An attempt for it could reach a real display.
  var isSimulated: Bool { card == nil }

  var isLeftAlone: Bool { choice == .off && !usesDDC }

  func candidates(of paths: [String]) -> [String] {
    switch choice {
    case .off: []
    case .automatic: paths
    case .device(let path): [path]
    }
  }

  var card: UInt32? {
    let prefix = "/dev/dri/card"
    return device.hasPrefix(prefix) ? UInt32(device.dropFirst(prefix.count)) : nil
  }

  var place: UInt16? { (try? EDID(bytes: edid))?.hdmiPlace }
}

extension DisplayPowerControl {
  /// Controls the displays of a scene system. The answers return to the system as events.
  convenience init(
    of system: SceneSystem, _ displays: DisplayThread, file: KeptValue<DisplayPowerFile>, clock: any DisplayClock,
    monitors: DDCQueue, loop: EventLoop
  ) {
    let log = Logger(label: "marqueed")
    func report(_ level: Logger.Level, _ name: String, _ text: String) {
      log.log(level: level, "\(name): \(text)", metadata: ["screen": "\(name)"])
      system.reportPower(on: name, text)
    }
    self.init(
      clock: clock, file: file,
      // Drivers follow the kernel's clock, also if the clock of the screens is simulated.
      adapters: CECAdapterThreads(loop: loop, clock: LoopClock(loop: loop)), monitors: monitors,
      sources: Sources(
        subjects: { system.screens.map { Subject($0, try? system.find($0.name)) } },
        connectorNumber: { screen, completion in
          displays.query(
            { $0.withBackend { ($0 as? KMSBackend)?.connectorNumber(of: screen) } ?? nil }, then: completion)
        }),
      events: Callbacks(
        attemptDidEnd: { report($1.isWell ? .info : .warning, $0, $1.sentence) },
        isLeftOn: {
          report(
            .warning, $0,
            """
            the display disconnects in standby and could not be woken later, so the daemon sends it no standby any more; to keep this, \
            set "cec: off" in its rule, without "ddc: true"; to try standby again, set this, reload, and remove it
            """)
        }))
  }
}

extension DisplayPowerControl.Subject {
  fileprivate init(_ screen: Screen, _ coordinator: ScreenCoordinator?) {
    let hasSignal = screen.currentMode != nil
    self.init(
      id: screen.id, name: screen.name, device: screen.snapshot.device, identity: screen.snapshot.identity,
      edid: screen.snapshot.edid, choice: coordinator?.decision.rule?.cec?.value ?? .automatic,
      usesDDC: coordinator?.decision.rule?.ddc?.value ?? false,
      hasSignal: coordinator?.wantsSignal == hasSignal ? hasSignal : nil)
  }
}

nonisolated enum CECAdapterChoice: Hashable {
  case none
  case use(String)
  /// The adapter belongs to another screen, with the reason.
  case refuse(String, reason: String)

  struct Other {
    var screen: String
    var choice: CECChoice
    /// The adapter of the display's last attempt; nil if there was none.
    var path: String?
  }

  /// - Parameters:
  ///   - connector: the number of the screen's connector; nil if unknown.
  ///   - former: the adapter of the last attempt.
  ///   - found: the connectors of all adapters that the kernel knows.
  init(
    _ choice: CECChoice, connector: CECAdapter.Connector?, former: String?, others: [Other],
    found: [String: CECAdapter.Connector]
  ) {
    switch choice {
    case .off: self = .none
    case .automatic:
      let own = connector.flatMap { connector in found.keys.sorted().first { found[$0] == connector } }
      self = (own ?? former).map { .use($0) } ?? .none
    case .device(let path):
      if let owner = found[path], let connector {
        self =
          owner == connector
          ? .use(path)
          : .refuse(
            path, reason: "\(path) belongs to another connector; set cec: auto in its rule")
        return
      }
      let other = others.first { $0.choice == choice || $0.choice == .automatic && $0.path == path }
      self =
        other.map {
          .refuse(
            path,
            reason:
              "\($0.screen) has \(path) too, but an adapter reaches only one display; give each screen a rule with its own cec"
          )
        } ?? .use(path)
    }
  }
}
