import ControlProtocol
import DisplayTypes
import Presentation
import Scenes
import SimulatedBackend

/// The latest inputs and events that decided what screens show, for a report and its replay. Frames add no entries. If the newer half is
/// full, the older half is dropped. The state at the beginning of the remaining half is kept with it.
struct Journal {
  /// The state when the entries begin.
  struct Beginning {
    var time: MonotonicTime
    /// Seconds since 1970; nil if the clock was not known to be right.
    var wallSeconds: Int64?
    var configuration: ConfigurationText
    var state: PersistentState
    /// The last probe of each connector; empty at the start of the daemon.
    var connectors: [ProbedConnector] = []
    var talk: TalkStep?
    /// The sessions whose schedules had switched the power off, in the order of the switches.
    var darkSessions: [String] = []
  }

  private struct Part {
    var beginning: Beginning
    var entries: [JournalEntry] = []

    mutating func takeBack(from first: Int) {
      let request = entries.indices.dropFirst(first).first { index in
        if case .requested = entries[index].kind { true } else { false }
      }
      if let request { entries.remove(at: request) }
    }
  }

  private struct OpenCommit {
    var screen: ScreenID
    var kind: SimulatedCommitKind
    var mode: ScreenMode?
    var began: MonotonicTime
  }

  /// The number of entries in each half. So at most twice as many are stored.
  static let usualCapacity = 1024

  private let capacity: Int
  private var older: Part?
  private var newer: Part
  private(set) var dropped = 0
  /// The beginning of a half that would start now, except for its time and state.
  private var current: Beginning
  private var pendingCommits: [CommitToken: OpenCommit] = [:]
  private var lastAnswers: [ScreenID: MonotonicTime] = [:]

  init(_ beginning: Beginning, capacity: Int = usualCapacity) {
    self.capacity = max(1, capacity)
    newer = Part(beginning: beginning)
    current = beginning
  }

  var beginning: Beginning { (older ?? newer).beginning }
  var connectors: [ProbedConnector] { current.connectors }
  /// The oldest first.
  var entries: [JournalEntry] { (older?.entries ?? []) + newer.entries }

  /// Whether `begin` must come before the next entry.
  var isFull: Bool { newer.entries.count >= capacity }

  var written: Int { dropped + (older?.entries.count ?? 0) + newer.entries.count }

  /// Removes a refused request, which is the entry after `written` entries. It has changed nothing.
  mutating func takeBack(since written: Int) {
    let first = max(0, written - dropped)
    let count = older?.entries.count ?? 0
    older?.takeBack(from: first)
    newer.takeBack(from: max(0, first - count))
  }

  /// Makes room. The next entries begin with the present state.
  mutating func begin(at time: MonotonicTime, wallSeconds: Int64?, state: PersistentState) {
    dropped += older?.entries.count ?? 0
    older = newer
    (current.time, current.wallSeconds, current.state) = (time, wallSeconds, state)
    newer = Part(beginning: current)
  }

  mutating func add(_ kind: JournalEntry.Kind, at time: MonotonicTime) {
    switch kind {
    case .probed(let findings):
      forget { findings.gone.contains($0.name) }
      for connector in findings.connectors {
        if let index = connectors.firstIndex(where: { $0.name == connector.name }) {
          current.connectors[index] = connector
        } else {
          current.connectors.append(connector)
        }
      }
    case .reloaded(let text): current.configuration = text
    case .requested(let method, let parameters): if isRepeated(method, parameters) { return }
    case .device(.lost(let device)): forget { $0.device == device }
    case .scheduledPower(let power):
      current.darkSessions.removeAll { $0 == power.session }
      if !power.on { current.darkSessions.append(power.session) }
    case .talk(let step):
      switch step.step {
      case .began, .wentOn:
        current.talk = step
        current.talk?.step = .wentOn
      case .admitted: break
      case .ended: current.talk = nil
      }
    case .event(let event):
      // The session's next scene starts its schedule again.
      if event.event == .sceneDidDisconnect { current.darkSessions.removeAll { $0 == event.session } }
    case .answered, .appAnswered, .madeSession, .device, .resumed: break
    }
    newer.entries.append(JournalEntry(time: time, kind: kind))
  }

  /// Removes connectors that went with their card or dock. Commits on them get no answer any more.
  private mutating func forget(_ isGone: (ProbedConnector) -> Bool) {
    for connector in connectors where isGone(connector) { lastAnswers[connector.id] = nil }
    current.connectors.removeAll(where: isGone)
  }

  /// Whether the same request is among the last ones. A controller that shows pictures every second must not push out all other entries.
  private func isRepeated(_ method: String, _ parameters: JSONValue?) -> Bool {
    for entry in newer.entries.reversed().prefix(8) {
      guard case .requested(let other, let others) = entry.kind else { return false }
      if other == method, others == parameters { return true }
      // A different request in between may have undone the first one.
      guard other == method, method == ControlMethod.show.rawValue else { return false }
    }
    return false
  }

  mutating func note(_ command: DisplayCommand, at time: @autoclosure () -> MonotonicTime) {
    switch command {
    case .test(let screen, let token, let mode):
      add(token, OpenCommit(screen: screen, kind: .test, mode: mode, began: time()))
    case .configure(let screen, let token, let mode, _, _):
      add(token, OpenCommit(screen: screen, kind: .modeset, mode: mode, began: time()))
    case .turnOff(let screen, let token):
      add(token, OpenCommit(screen: screen, kind: .turnOff, mode: nil, began: time()))
    case .present, .presentTogether, .freeze, .movePointer, .capture, .observe, .follow: break
    }
  }

  private mutating func add(_ token: CommitToken, _ pending: OpenCommit) {
    // The commits of a disconnected screen may never get an answer.
    if pendingCommits.count >= 64 { pendingCommits = pendingCommits.filter { $0.value.screen == pending.screen } }
    if pendingCommits.count >= 64 { pendingCommits = [:] }
    pendingCommits[token] = pending
  }

  mutating func answer(_ report: DisplayReport, at time: MonotonicTime) -> CommitAnswer? {
    switch report {
    case .tested(let screen, let token, let result), .configured(let screen, let token, let result),
      .turnedOff(let screen, let token, let result):
      guard let pending = pendingCommits.removeValue(forKey: token),
        let name = connectors.first(where: { $0.id == screen })?.name
      else { return nil }
      var error: DisplayError?
      if case .failure(let refusal) = result { error = refusal }
      let began = max(pending.began, lastAnswers[screen] ?? .zero)
      lastAnswers[screen] = time
      return CommitAnswer(
        connector: name, kind: pending.kind, mode: pending.mode, error: error,
        nanoseconds: time.nanoseconds(since: began))
    case .screens(let changes):
      for case .disconnected(let screen) in changes { lastAnswers[screen] = nil }
      return nil
    case .presented, .refused, .played, .observed, .stalled, .notice: return nil
    }
  }
}

/// Writes the journal with the present time and state.
final class JournalWriter {
  private(set) var journal: Journal
  private let clock: any DisplayClock
  private let wallSeconds: () -> Int64?
  private let state: StateStore

  /// - Parameter wallSeconds: Seconds since 1970; nil while the clock is not known to be right.
  init(_ journal: Journal, clock: any DisplayClock, wallSeconds: @escaping () -> Int64?, state: StateStore) {
    self.journal = journal
    self.clock = clock
    self.wallSeconds = wallSeconds
    self.state = state
  }

  func note(_ kind: JournalEntry.Kind, at time: MonotonicTime? = nil) {
    let time = time ?? clock.now
    if journal.isFull { journal.begin(at: time, wallSeconds: wallSeconds(), state: state.newest) }
    journal.add(kind, at: time)
  }

  func note(_ command: DisplayCommand) { journal.note(command, at: clock.now) }

  func noteAnswer(_ report: DisplayReport) {
    let now = clock.now
    if let answer = journal.answer(report, at: now) { note(.answered(answer), at: now) }
  }

  /// Records a request while `body` handles it. A refused request is removed, because it is not replayed.
  func note(_ request: ControlRequest, while body: () throws(ControlError) -> Void) throws(ControlError) {
    let written = journal.written
    if !request.isNotedByHandler, let entry = request.journalEntry { note(entry) }
    do throws(ControlError) {
      try body()
    } catch {
      journal.takeBack(since: written)
      throw error
    }
  }
}

/// An input or an event that decided what screens show, and its time.
nonisolated struct JournalEntry: Sendable {
  nonisolated enum Kind: Sendable {
    /// A probe of the connectors found a change.
    case probed(ProbeFindings)
    case answered(CommitAnswer)
    /// A controller requested a change. The parameters are nil if they are private.
    case requested(String, parameters: JSONValue?)
    case reloaded(ConfigurationText)
    case appAnswered(AppAnswer)
    case resumed
    case scheduledPower(ScheduledPower)
    case talk(TalkStep)
    case madeSession(String)
    case device(BackendNotice)
    case event(EventInfo)
  }

  var time: MonotonicTime
  var kind: Kind
}

/// The answer of a device to a test commit, a modeset or a turn-off.
nonisolated struct CommitAnswer: Hashable, Sendable {
  var connector: String
  var kind: SimulatedCommitKind
  /// Nil for a turn-off.
  var mode: ScreenMode?
  /// Nil after a success.
  var error: DisplayError?
  /// Nanoseconds, without the wait for other commits on the connector.
  var nanoseconds: UInt64
}

nonisolated struct AppAnswer: Codable, Sendable {
  var session: String
  /// Nil for the default of the manifest.
  var configuration: SceneConfigurationInfo?
  /// Nil if the content decides.
  var window: Bool?

  var masked: AppAnswer {
    var answer = self
    if answer.configuration?.content != nil { answer.configuration?.content = .color("#000000") }
    return answer
  }
}

/// A schedule has switched the power of a session's screen.
nonisolated struct ScheduledPower: Codable, Hashable {
  var session: String
  var on: Bool
}

/// A change of the screens by a talk, without the talk itself.
nonisolated struct TalkStep: Codable, Hashable {
  nonisolated enum Kind: String, Codable {
    case began
    /// The talk began in an earlier run of the daemon.
    case wentOn
    /// A waiting display now shows the talk.
    case admitted
    case ended
  }

  var step: Kind
  /// The admitted display, or the only display of the talk; nil for all external displays.
  var screen: String?
  /// Whether displays that were never seen before wait for admission.
  var asksOfNewScreens: Bool?
}

/// The configuration in a report: the lines about screens, apps and scenes, without contents.
nonisolated struct ConfigurationText: Codable, Sendable {
  /// Nil for the built-in configuration.
  var file: String?
  var text: String
}
