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

/// Asks displays by HDMI-CEC or DDC/CI to go to standby, or to turn on, when their screen was switched off or on.
///
/// Only a change is asked for: a restart, or a plug that is put back, leaves alone a display that somebody uses otherwise meanwhile. What
/// displays answer decides nothing.
final class DisplayPowerControl {
  /// A connected screen, as it is at a look.
  struct Subject {
    var id: ScreenID
    var name: String
    var device: String
    var identity: DisplayIdentity
    var edid: [UInt8]
    var choice: CECChoice
    /// By DDC/CI instead.
    var usesDDC = false
    /// Nil while it is being changed, or is not ours to say.
    var hasSignal: Bool?

    var key: DisplayPowerModel.Key { DisplayPowerModel.Key(connector: name, identity: identity) }
  }

  private typealias Key = DisplayPowerModel.Key

  /// An attempt from the moment in which it is decided.
  private final class Attempt {
    /// Ends it; nil before it has begun.
    var cancel: (() -> Void)?
  }

  private let clock: any DisplayClock
  private let file: KeptValue<DisplayPowerFile>
  private(set) var model = DisplayPowerModel([])
  private var isKept: [DisplayPowerModel.Kept] = []
  private let adapters: CECAdapterThreads
  private let monitors: DDCQueue
  private var attempts: [Key: Attempt] = [:]
  /// By the screen's name.
  private var notes: [String: (info: DisplayPowerInfo, time: MonotonicTime)] = [:]
  private var timer: (any DisplayTimer)?
  private var deadline: MonotonicTime?
  private let sources: Sources
  private let events: Events

  /// Where the control finds screens and adapters.
  struct Sources {
    var subjects: () -> [Subject]
    /// Finds the kernel's number of a screen's connector, perhaps in a later turn.
    var connectorNumber: (ScreenID, @escaping (UInt32?) -> Void) -> Void
    var adapterPaths: () -> [String] = { CECAdapter.paths }
  }

  /// What the control reports of a screen, by its name.
  struct Events {
    /// An attempt has ended.
    var didTell: (String, PowerReport) -> Void
    /// A display is left on, since it takes its plug away in standby.
    var isLeftOn: (String) -> Void
  }

  /// Changes of a screen come in numbers.
  static let gathering: UInt64 = 50_000_000

  init(
    clock: any DisplayClock, file: KeptValue<DisplayPowerFile>, adapters: CECAdapterThreads, monitors: DDCQueue,
    sources: Sources, events: Events
  ) {
    self.clock = clock
    self.file = file
    self.adapters = adapters
    self.monitors = monitors
    self.sources = sources
    self.events = events
    timer = clock.makeTimer { [weak self] in self?.look() }
  }

  /// Goes on with what an earlier life of the daemon has kept; before anything else.
  func begin() {
    isKept = file.take().value?.kept ?? []
    model = DisplayPowerModel(isKept)
  }

  func screensMayHaveChanged() { look(at: clock.now.advanced(by: Self.gathering)) }

  /// What displays were asked and told, by their screens' names.
  var infos: [DisplayPowerInfo] {
    let now = clock.now
    return notes.values.map { note in
      var info = note.info
      info.secondsAgo = Double(now.nanoseconds(since: note.time)) / 1e9
      return info
    }.sorted { $0.screen < $1.screen }
  }

  /// The sandbox of the last `marquee-ddc` that told it.
  var ddcSandbox: SandboxReport? { monitors.sandbox }

  // MARK: Looking

  /// A look that is due sooner stays: one busy screen does not put off what another is asked.
  private func look(at moment: MonotonicTime) {
    if let deadline, deadline <= moment { return }
    deadline = moment
    timer?.arm(at: moment)
  }

  private func look() {
    deadline = nil
    let subjects = sources.subjects()
    let (orders, next) = model.look(
      subjects.map { DisplayPowerModel.Sight(key: $0.key, hasSignal: $0.hasSignal, isLeftAlone: $0.isLeftAlone) },
      at: clock.now)
    for subject in subjects where subject.isLeftAlone && model.hadSignal(subject.key) == nil {
      cancel(subject.key)
      notes[subject.name] = nil
    }
    for order in orders {
      switch order {
      case .leaveOn(let key): events.isLeftOn(key.connector)
      case .ask(let key, let wish):
        cancel(key)
        if let subject = subjects.first(where: { $0.key == key }) {
          ask(subject, wish)
        } else if let route = model.routeToSleeper(key) {
          // The display may have taken its plug away in standby.
          begin(key, wish, by: route)
        }
      }
    }
    keep()
    if let next { look(at: next) }
  }

  private func keep() {
    guard model.kept != isKept else { return }
    isKept = model.kept
    if isKept.isEmpty { file.forget() } else { file.keep(DisplayPowerFile(isKept)) }
  }

  // MARK: Choosing the way

  /// Asks by what the rule names, but wakes a display by what put it to standby, whatever its rule names by now.
  private func ask(_ subject: Subject, _ wish: PowerWish) {
    switch wish == .on && !subject.isSimulated ? model.routeToSleeper(subject.key) : nil {
    case .ddc: askByDDC(subject, wish)
    case .cec(let adapter, let place) where subject.usesDDC || subject.choice == .off:
      begin(subject.key, wish, by: .cec(adapter: adapter, place: place))
    case .cec, nil:
      if subject.usesDDC { askByDDC(subject, wish) } else { askByCEC(subject, wish) }
    }
  }

  private func askByDDC(_ subject: Subject, _ wish: PowerWish) {
    let obstacle: String? =
      if subject.isSimulated {
        "simulated displays have no DDC/CI"
      } else if subject.edid.count < 128 {
        "without an EDID nobody knows which monitor it is"
      } else {
        nil
      }
    if let obstacle {
      return refuse(subject.key, nil, PowerReport(asked: wish, told: .noAdapter, reason: obstacle, by: .ddc))
    }
    let digits = subject.edid.prefix(128).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    begin(subject.key, wish, by: .ddc(edid: digits))
  }

  private func askByCEC(_ subject: Subject, _ wish: PowerWish) {
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

  /// The wish may be another meanwhile, or an attempt be on its way.
  private func isStillWished(_ wish: PowerWish, of key: Key) -> Bool {
    model.hadSignal(key) == (wish == .on) && attempts[key] == nil
  }

  private func choose(
    _ subject: Subject, _ wish: PowerWish, _ connector: CECAdapter.Connector?,
    _ found: [String: CECAdapter.Connector]
  ) {
    // A display that is asked by DDC/CI has no adapter.
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

  /// There is nothing by which the display can be asked.
  private func leave(_ key: Key, _ wish: PowerWish) {
    model.leave(key, wish)
    keep()
  }

  /// The same, for a reason that a person has to know.
  private func refuse(_ key: Key, _ path: String?, _ report: PowerReport) {
    leave(key, report.asked)
    note(key, path, report)
    events.didTell(key.connector, report)
  }

  // MARK: Attempts

  /// Keeps that the display is asked, and asks it then: so the next life of a daemon that is killed at any moment wakes it.
  ///
  /// A later order for the display takes its place meanwhile.
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

  /// Ends the attempt that the display is asked by, or was about to be.
  private func cancel(_ key: Key) { attempts.removeValue(forKey: key)?.cancel?() }

  /// Takes in the end of an attempt; `path` is the device by which the display was asked.
  private func end(_ key: Key, _ path: String?, _ report: PowerReport) {
    attempts[key] = nil
    model.end(report, of: key, at: clock.now)
    keep()
    note(key, path, report)
    // The retry may be due, or a wake.
    screensMayHaveChanged()
    events.didTell(key.connector, report)
  }

  private func note(_ key: Key, _ path: String?, _ report: PowerReport) {
    let info = DisplayPowerInfo(
      screen: key.connector, by: report.by.rawValue, device: path, asked: report.asked.rawValue,
      told: report.told?.rawValue, message: report.sentence)
    notes[key.connector] = (info, clock.now)
  }
}

extension DisplayPowerControl.Subject {
  /// An attempt would reach no display, or another display of this machine.
  var isSimulated: Bool { card == nil }

  var isLeftAlone: Bool { choice == .off && !usesDDC }

  /// The adapters that may be its own, of those that are there.
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
  /// Controls the displays of a scene system, and has it tell what they answer.
  convenience init(
    of system: SceneSystem, _ displays: DisplayThread, file: KeptValue<DisplayPowerFile>, clock: any DisplayClock,
    monitors: DDCQueue, loop: EventLoop
  ) {
    let log = Logger(label: "marqueed")
    func tell(_ level: Logger.Level, _ name: String, _ text: String) {
      log.log(level: level, "\(name): \(text)", metadata: ["screen": "\(name)"])
      system.reportPower(on: name, text)
    }
    self.init(
      clock: clock, file: file,
      // Drivers go by the kernel's clock, whatever the screens go by.
      adapters: CECAdapterThreads(loop: loop, clock: LoopClock(loop: loop)), monitors: monitors,
      sources: Sources(
        subjects: { system.screens.map { Subject($0, try? system.find($0.name)) } },
        connectorNumber: { screen, completion in
          displays.ask { actor in
            (actor.withBackend { ($0 as? KMSBackend)?.connectorNumber(of: screen) }) ?? nil
          } then: {
            completion($0)
          }
        }),
      events: Events(
        didTell: { tell($1.isWell ? .info : .warning, $0, $1.sentence) },
        isLeftOn: {
          tell(
            .warning, $0,
            """
            the display takes its plug away in standby, so that it could not be woken when its screen is on again: it is not put to standby \
            any more; "cec: off" in its rule, without "ddc: true", says so for good, and having that there once and taking it away tries it again
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
