import ControlProtocol
import DisplayTypes
import EDID
import EventLoop
import KeptFiles
import MonitorPower
import Presentation

/// Tells displays by HDMI-CEC or DDC/CI that their screen was switched off or on, and keeps what they told.
///
/// Only a change is told: a display that somebody uses otherwise meanwhile is left alone by a restart, or by a plug that is put back.
/// What displays tell decides nothing.
final class DisplayPowerDesk {
  /// A screen, as it is at a look.
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

    var key: PowerBook.Key { PowerBook.Key(connector: name, identity: identity) }
  }

  let loop: EventLoop
  let clock: any DisplayClock
  /// The program for DDC/CI.
  let ddc: DDCProgram
  let turns: DDCTurns
  private let file: KeptValue<PowerFileRecord>
  var book: PowerBook
  private var isKept: [PowerBook.Kept]
  let adapters: AdapterThreads
  let adapterPaths: () -> [String]
  let outlookPatience: UInt64
  var conversations: [PowerBook.Key: any PowerConversation] = [:]
  /// Displays that are told once that is kept, with the number of what they are to be told.
  private var waiting: [PowerBook.Key: UInt64] = [:]
  private var lastNumber: UInt64 = 0
  /// By the screen's name.
  private var notes: [String: (info: DisplayPowerInfo, time: MonotonicTime)] = [:]
  private var timer: (any DisplayTimer)?
  private var deadline: MonotonicTime?
  let subjects: () -> [Subject]
  let connectorNumber: (ScreenID, @escaping (UInt32?) -> Void) -> Void
  private let didTell: (String, PowerReport) -> Void
  private let didSpare: (String) -> Void

  /// Changes of a screen come in numbers.
  static let gathering: UInt64 = 50_000_000

  /// `connectorNumber` finds the kernel's number of a screen's connector, perhaps in a later turn.
  init(
    loop: EventLoop, clock: any DisplayClock, file: KeptValue<PowerFileRecord>, adapters: AdapterThreads,
    ddc: DDCProgram, slots: WorkerSlots? = nil, adapterPaths: @escaping () -> [String] = { CECAdapter.paths },
    outlookPatience: UInt64 = usualOutlookPatience, subjects: @escaping () -> [Subject],
    connectorNumber: @escaping (ScreenID, @escaping (UInt32?) -> Void) -> Void,
    didTell: @escaping (String, PowerReport) -> Void, didSpare: @escaping (String) -> Void
  ) {
    self.loop = loop
    self.clock = clock
    self.file = file
    self.adapters = adapters
    self.adapterPaths = adapterPaths
    self.outlookPatience = outlookPatience
    self.ddc = ddc
    turns = DDCTurns(slots: slots)
    self.subjects = subjects
    self.connectorNumber = connectorNumber
    self.didTell = didTell
    self.didSpare = didSpare
    isKept = file.take().value?.kept ?? []
    book = PowerBook(isKept)
    timer = clock.makeTimer { [weak self] in self?.look() }
  }

  /// Something may have changed.
  func screensMayHaveChanged() { look(at: clock.now.advanced(by: Self.gathering)) }

  /// What displays were asked, by their screens' names.
  var infos: [DisplayPowerInfo] {
    let now = clock.now
    return notes.values.map { note in
      var info = note.info
      info.secondsAgo = Double(now.nanoseconds(since: note.time)) / 1e9
      return info
    }.sorted { $0.screen < $1.screen }
  }

  /// A look that is due sooner stays: one busy screen does not put off what another is told.
  private func look(at moment: MonotonicTime) {
    if let deadline, deadline <= moment { return }
    deadline = moment
    timer?.arm(at: moment)
  }

  private func look() {
    deadline = nil
    let subjects = subjects()
    let (orders, next) = book.look(
      subjects.map { PowerBook.Sight(key: $0.key, hasSignal: $0.hasSignal, isLeftAlone: $0.isLeftAlone) },
      at: clock.now)
    for subject in subjects where subject.isLeftAlone && book.hadSignal(subject.key) == nil {
      endTelling(subject.key)
      notes[subject.name] = nil
    }
    for order in orders {
      switch order {
      case .spare(let key): didSpare(key.connector)
      case .tell(let key, let wish):
        endTelling(key)
        if let subject = subjects.first(where: { $0.key == key }) {
          ask(subject, wish)
        } else if let route = book.routeToSleeper(key) {
          // It may have pulled its plug in standby.
          begin(key, wish, by: route)
        }
      }
    }
    keep()
    if let next { look(at: next) }
  }

  private func keep() {
    guard book.kept != isKept else { return }
    isKept = book.kept
    if isKept.isEmpty { file.forget() } else { file.keep(PowerFileRecord(isKept)) }
  }

  /// Asks by what its rule says; a display that was put to standby is woken by what did that, whatever its rule says by now.
  private func ask(_ subject: Subject, _ wish: PowerWish) {
    switch wish == .on && !subject.isSimulated ? book.routeToSleeper(subject.key) : nil {
    case .ddc: askByDDC(subject, wish)
    case .cec(let adapter, let place) where subject.usesDDC || subject.choice == .off:
      begin(subject.key, wish, by: .cec(adapter: adapter, place: place))
    case .cec, nil:
      if subject.usesDDC { askByDDC(subject, wish) } else { askByCEC(subject, wish) }
    }
  }

  private func askByCEC(_ subject: Subject, _ wish: PowerWish) {
    guard let card = subject.card else {
      guard case .device(let path) = subject.choice else { return leave(subject.key, wish) }
      return fail(subject.key, wish, path, "simulated displays have no HDMI-CEC, and \(path) is not used")
    }
    let paths = adapterPaths()
    guard !paths.isEmpty || subject.choice != .automatic || wish == .on else { return }
    connectorNumber(subject.id) { [weak self] number in
      guard let self, isStillWished(wish, of: subject) else { return }
      let connector = number.map { CECAdapter.Connector(card: card, number: $0) }
      let candidates = connector == nil && subject.choice == .automatic ? [] : subject.candidates(of: paths)
      adapters.findConnectors(of: candidates, areNamed: subject.choice != .automatic, until: connector) {
        [weak self] found in
        guard let self, isStillWished(wish, of: subject) else { return }
        choose(subject, wish, connector, paths, found)
      }
    }
  }

  /// What it was to be told may be another meanwhile, or be on its way.
  private func isStillWished(_ wish: PowerWish, of subject: Subject) -> Bool {
    book.hadSignal(subject.key) == (wish == .on) && conversations[subject.key] == nil && waiting[subject.key] == nil
  }

  private func choose(
    _ subject: Subject, _ wish: PowerWish, _ connector: CECAdapter.Connector?, _ paths: [String],
    _ found: [String: CECAdapter.Connector]
  ) {
    let choice = AdapterChoice(
      subject.choice, connector: connector, former: wish == .on ? book.adapter(of: subject.key) : nil,
      paths: paths, others: others(than: subject, among: subjects()), connectorOf: { found[$0] })
    switch choice {
    case .none: leave(subject.key, wish)
    case .use(let path): begin(subject.key, wish, by: .cec(adapter: path, place: subject.place))
    case .refuse(let path, let reason): fail(subject.key, wish, path, reason)
    }
  }

  /// There is nothing by which it can be told.
  private func leave(_ key: PowerBook.Key, _ wish: PowerWish) {
    guard wish == .on else { return }
    book.leave(key)
    keep()
  }

  /// The other screens, as far as they may have its adapter: one that is told by DDC/CI has none.
  func others(than subject: Subject, among subjects: [Subject]) -> [AdapterChoice.Other] {
    subjects.filter { $0.key != subject.key }.map { other in
      AdapterChoice.Other(
        screen: other.name, choice: other.usesDDC ? .off : other.choice, path: book.adapter(of: other.key))
    }
  }

  /// Keeps that it is told, and tells it then: a daemon that is killed at any moment in between wakes it in the next life.
  ///
  /// What comes for the display while that is written takes its place.
  func begin(_ key: PowerBook.Key, _ wish: PowerWish, by route: PowerBook.Route) {
    book.begin(wish, key, by: route)
    keep()
    lastNumber += 1
    let number = lastNumber
    waiting[key] = number
    file.whenKept { [weak self] in
      guard let self, waiting[key] == number else { return }
      waiting[key] = nil
      switch route {
      case .cec(let adapter, let place): beginCEC(key, wish, adapter, place)
      case .ddc(let edid): beginDDC(key, wish, edid: edid)
      }
    }
  }

  /// Ends what a display is being told, or was about to be.
  private func endTelling(_ key: PowerBook.Key) {
    waiting[key] = nil
    conversations.removeValue(forKey: key)?.end()
  }

  private func beginCEC(_ key: PowerBook.Key, _ wish: PowerWish, _ path: String, _ place: UInt16?) {
    do throws(AdapterThreads.Refusal) {
      conversations[key] = try adapters.begin(wish, by: path, place: place) { [weak self] in self?.tell(key, path, $0) }
      note(key, path, PowerReport(asked: wish, told: nil, isFinal: false))
    } catch {
      fail(key, wish, path, error.reason)
    }
  }

  private func fail(_ key: PowerBook.Key, _ wish: PowerWish, _ path: String, _ reason: String) {
    tell(key, path, PowerReport(asked: wish, told: .noAdapter, isFinal: true, reason: reason))
  }

  /// Takes in what came of it; `path` is the device by which it was asked.
  func tell(_ key: PowerBook.Key, _ path: String?, _ report: PowerReport) {
    note(key, path, report)
    if report.isFinal {
      conversations[key] = nil
      book.end(report, of: key, at: clock.now)
      keep()
      // It may be due again.
      screensMayHaveChanged()
    }
    didTell(key.connector, report)
  }

  func note(_ key: PowerBook.Key, _ path: String?, _ report: PowerReport) {
    let info = DisplayPowerInfo(
      screen: key.connector, by: report.by.rawValue, device: path, asked: report.asked.rawValue,
      told: report.told?.rawValue,
      message: report.sentence)
    notes[key.connector] = (info, clock.now)
  }
}

extension DisplayPowerDesk.Subject {
  /// What it is told must reach no display of this machine.
  var isSimulated: Bool { card == nil }

  /// It is not told anything.
  var isLeftAlone: Bool { choice == .off && !usesDDC }

  /// The adapters that may be its own, of those that are there.
  func candidates(of paths: [String]) -> [String] {
    switch choice {
    case .off: []
    case .automatic: paths
    case .device(let path): [path]
    }
  }

  /// The number in its card's name.
  var card: UInt32? {
    let prefix = "/dev/dri/card"
    return device.hasPrefix(prefix) ? UInt32(device.dropFirst(prefix.count)) : nil
  }

  var place: UInt16? { (try? EDID(bytes: edid))?.hdmiPlace }
}
