import ControlProtocol
import DisplayTypes
import Presentation
import Scenes
import SimulatedBackend

/// The last things that have decided about what is shown, so that a report can tell them, and a replay do them again.
///
/// Bounded. It is written to where something changes, never for a frame. The older half goes at once, when the newer is full; what
/// counted at that moment is kept as the beginning of the rest.
struct Journal {
  /// How things were when the entries begin.
  struct Beginning {
    var time: MonotonicTime
    /// Seconds since 1970; nil where nobody vouched for the clock.
    var wallSeconds: Int64?
    var configuration: ConfigurationText
    var state: PersistentState
    /// What the last look at each connector had found; empty at the daemon's start.
    var connectors: [ProbedConnector] = []
    /// The talk that went on.
    var talk: TalkStep?
    /// The sessions whose schedules had switched the power off, in the order in which they did.
    var darkSessions: [String] = []
  }

  private struct Part {
    var beginning: Beginning
    var entries: [JournalEntry] = []

    mutating func takeBack(from first: Int) {
      let asked = entries.indices.dropFirst(first).first { index in
        if case .asked = entries[index].what { true } else { false }
      }
      if let asked { entries.remove(at: asked) }
    }
  }

  private struct Question {
    var screen: ScreenID
    var kind: SimulatedCommitKind
    var mode: ScreenMode?
    var asked: MonotonicTime
  }

  /// So many entries are kept, and up to as many before them.
  static let usualCapacity = 1024

  private let capacity: Int
  private var older: Part?
  private var newer: Part
  private(set) var dropped = 0
  /// The connectors as the last looks found them, by their order.
  private(set) var connectors: [ProbedConnector] = []
  private var configuration: ConfigurationText
  private var talk: TalkStep?
  private var darkSessions: [String] = []
  private var questions: [CommitToken: Question] = [:]
  private var lastAnswers: [ScreenID: MonotonicTime] = [:]

  init(_ beginning: Beginning, capacity: Int = usualCapacity) {
    self.capacity = max(1, capacity)
    newer = Part(beginning: beginning)
    configuration = beginning.configuration
  }

  /// How things were when the entries begin.
  var beginning: Beginning { (older ?? newer).beginning }
  /// The oldest first.
  var entries: [JournalEntry] { (older?.entries ?? []) + newer.entries }

  /// Whether there is no more room; then `begin(with:)` comes before the next entry.
  var isFull: Bool { newer.entries.count >= capacity }

  /// How many entries were written so far.
  var written: Int { dropped + (older?.entries.count ?? 0) + newer.entries.count }

  /// Forgets what was asked after so many entries: it was refused, and nothing was done.
  mutating func takeBack(since written: Int) {
    let first = max(0, written - dropped)
    let count = older?.entries.count ?? 0
    older?.takeBack(from: first)
    newer.takeBack(from: max(0, first - count))
  }

  /// Makes room: what counts now is where the next entries begin.
  mutating func begin(at time: MonotonicTime, wallSeconds: Int64?, state: PersistentState) {
    dropped += older?.entries.count ?? 0
    older = newer
    newer = Part(
      beginning: Beginning(
        time: time, wallSeconds: wallSeconds, configuration: configuration, state: state, connectors: connectors,
        talk: talk, darkSessions: darkSessions))
  }

  mutating func add(_ what: JournalEntry.What, at time: MonotonicTime) {
    switch what {
    case .looked(let news):
      forget { news.gone.contains($0.name) }
      for connector in news.connectors {
        if let index = connectors.firstIndex(where: { $0.name == connector.name }) {
          connectors[index] = connector
        } else {
          connectors.append(connector)
        }
      }
    case .reloaded(let text): configuration = text
    case .asked(let method, let parameters): if isRepeated(method, parameters) { return }
    case .device(.lost(let device)): forget { $0.device == device }
    case .scheduledPower(let power):
      darkSessions.removeAll { $0 == power.session }
      if !power.on { darkSessions.append(power.session) }
    case .talk(let step): take(step)
    case .event(let event):
      // What its next scene shows begins anew.
      if event.event == .sceneDidDisconnect { darkSessions.removeAll { $0 == event.session } }
    case .answered, .appAnswered, .madeSession, .device, .resumed: break
    }
    newer.entries.append(JournalEntry(time: time, what: what))
  }

  private mutating func take(_ step: TalkStep) {
    switch step.step {
    case .began, .wentOn:
      talk = step
      talk?.step = .wentOn
    case .admitted: break
    case .ended: talk = nil
    }
  }

  /// Connectors went with their card or dock: what was asked for there is answered by nobody any more.
  private mutating func forget(_ isGone: (ProbedConnector) -> Bool) {
    for connector in connectors where isGone(connector) { lastAnswers[connector.id] = nil }
    connectors.removeAll(where: isGone)
  }

  /// Whether the same was asked just now: a controller that shows pictures by the second does not drive all else out.
  private func isRepeated(_ method: String, _ parameters: JSONValue?) -> Bool {
    for entry in newer.entries.reversed().prefix(8) {
      guard case .asked(let other, let others) = entry.what else { return false }
      if other == method, others == parameters { return true }
      // What was asked in between may have taken back what is asked again.
      guard other == method, method == ControlMethod.show.rawValue else { return false }
    }
    return false
  }

  mutating func asked(_ command: DisplayCommand, at time: @autoclosure () -> MonotonicTime) {
    switch command {
    case .test(let screen, let token, let mode):
      ask(token, Question(screen: screen, kind: .test, mode: mode, asked: time()))
    case .configure(let screen, let token, let mode, _, _):
      ask(token, Question(screen: screen, kind: .modeset, mode: mode, asked: time()))
    case .turnOff(let screen, let token):
      ask(token, Question(screen: screen, kind: .turnOff, mode: nil, asked: time()))
    case .present, .presentTogether, .freeze, .capture, .observe, .follow: break
    }
  }

  private mutating func ask(_ token: CommitToken, _ question: Question) {
    // Of a screen that is gone not every answer is told.
    if questions.count >= 64 { questions = questions.filter { $0.value.screen == question.screen } }
    if questions.count >= 64 { questions = [:] }
    questions[token] = question
  }

  /// What the display thread's report answers; nil where it is no answer.
  mutating func answer(_ report: DisplayReport, at time: MonotonicTime) -> CommitAnswer? {
    switch report {
    case .tested(let screen, let token, let result), .configured(let screen, let token, let result),
      .turnedOff(let screen, let token, let result):
      guard let question = questions.removeValue(forKey: token),
        let name = connectors.first(where: { $0.id == screen })?.name
      else { return nil }
      var error: DisplayError?
      if case .failure(let refusal) = result { error = refusal }
      let began = max(question.asked, lastAnswers[screen] ?? .zero)
      lastAnswers[screen] = time
      return CommitAnswer(
        connector: name, kind: question.kind, mode: question.mode, error: error,
        nanoseconds: time.nanoseconds(since: began))
    case .screens(let changes):
      for case .disconnected(let screen) in changes { lastAnswers[screen] = nil }
      return nil
    case .presented, .refused, .played, .observed, .stalled, .notice: return nil
    }
  }
}

/// Writes the journal: it knows the time, and what counts when the journal needs room.
final class JournalWriter {
  private(set) var journal: Journal
  private let clock: any DisplayClock
  private let wallSeconds: () -> Int64?
  private let state: StateStore

  /// - Parameters:
  ///   - clock: The screens' clock.
  ///   - wallSeconds: Seconds since 1970; nil while nobody vouches for the clock.
  ///   - state: What is kept when the entries begin.
  init(_ journal: Journal, clock: any DisplayClock, wallSeconds: @escaping () -> Int64?, state: StateStore) {
    self.journal = journal
    self.clock = clock
    self.wallSeconds = wallSeconds
    self.state = state
  }

  /// Adds an entry, which may be asked for in a report.
  func note(_ what: JournalEntry.What, at time: MonotonicTime? = nil) {
    let time = time ?? clock.now
    if journal.isFull { journal.begin(at: time, wallSeconds: wallSeconds(), state: state.newest) }
    journal.add(what, at: time)
  }

  func note(_ command: DisplayCommand) { journal.asked(command, at: clock.now) }

  func noteAnswer(_ report: DisplayReport) {
    let now = clock.now
    if let answer = journal.answer(report, at: now) { note(.answered(answer), at: now) }
  }

  /// Notes a request while `body` does it.
  ///
  /// A refused one, as what a stranger tries in an app's name, is nothing to do again.
  func note(_ request: ControlRequest, while body: () throws(ControlError) -> Void) throws(ControlError) {
    let written = journal.written
    if !request.isToldByItsDoer, let entry = request.journalEntry { note(entry) }
    do throws(ControlError) {
      try body()
    } catch {
      journal.takeBack(since: written)
      throw error
    }
  }
}

/// Something that has decided about what is shown, or was decided, and when.
nonisolated struct JournalEntry: Sendable {
  nonisolated enum What: Sendable {
    /// A look at the connectors found something new.
    case looked(ProbeFindings)
    case answered(CommitAnswer)
    /// A controller asked for a change; without its parameters where they are nobody's business.
    case asked(String, parameters: JSONValue?)
    case reloaded(ConfigurationText)
    case appAnswered(AppAnswer)
    case resumed
    /// The schedule of a session has switched the power of its screen.
    case scheduledPower(ScheduledPower)
    /// A talk has begun or ended, or a display was let in.
    case talk(TalkStep)
    /// A session was made, and got this identifier.
    case madeSession(String)
    /// A device came, went, or works in a lesser way.
    case device(BackendNotice)
    /// What followed.
    case event(EventInfo)
  }

  var time: MonotonicTime
  var what: What
}

/// What a device answered to a test, a modeset or a turn-off.
nonisolated struct CommitAnswer: Hashable, Sendable {
  var connector: String
  var kind: SimulatedCommitKind
  /// Nil for a turn-off.
  var mode: ScreenMode?
  /// Nil where it was done.
  var error: DisplayError?
  /// How long it took, besides waiting for others on this connector.
  var nanoseconds: UInt64
}

/// What an app answered when it was asked about a session.
nonisolated struct AppAnswer: Codable, Sendable {
  var session: String
  /// Missing for the manifest's default.
  var configuration: SceneConfigurationInfo?
  /// Missing where the content decides.
  var window: Bool?

  var masked: AppAnswer {
    var answer = self
    if answer.configuration?.content != nil { answer.configuration?.content = .color("#000000") }
    return answer
  }
}

/// That the schedule of a session has switched the power of its screen; nothing of what else it shows.
nonisolated struct ScheduledPower: Codable, Hashable {
  var session: String
  var on: Bool
}

/// What a talk did with the screens; nothing of the talk itself.
nonisolated struct TalkStep: Codable, Hashable {
  nonisolated enum Kind: String, Codable {
    case began
    /// It was there from an earlier life of the daemon.
    case wentOn
    /// A display that waited shows it.
    case admitted
    case ended
  }

  var step: Kind
  /// The display that was let in, or the only one that it is for; missing where that is every external one.
  var screen: String?
  /// Displays that were never seen before wait.
  var asksOfNewScreens: Bool?
}

/// A configuration as a report says it: which file it was, and its text without what is nobody's business.
nonisolated struct ConfigurationText: Hashable, Sendable {
  /// Nil for the built-in one.
  var file: String?
  /// UTF-8; empty for the built-in one.
  var masked: [UInt8]
}
