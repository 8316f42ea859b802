import ControlProtocol
import ControlServer
import DisplayTypes
import EventLoop
import Glibc
import Logging
import Presentation
import Scenes
import SimulatedBackend

/// Plays a report's journal to a daemon with simulated displays, whose time stands between its entries and is advanced from one thing that
/// is due to the next.
final class Replay {
  struct Outcome {
    var differences: [String]
    var notes: [String]
  }

  private let handlers: RequestHandlers
  private let requests: any ControlHandler
  private let system: SceneSystem
  private let displays: DisplayThread
  private let file: ReportFile
  private let clock: SimulatedClock
  private let soon: OneShotTimer
  private let completion: (Result<Outcome, ReplayError>) -> Void
  private var next = 0
  private var steps = 0
  private var notPlayed: [String: Int] = [:]
  private var answers: RecordedAnswers
  /// The card of each connector that is there.
  private var devices: [String: String]

  /// What a turn of the daemon takes at most, with a slow disk.
  private static let longestTurn: UInt64 = 1_000_000_000

  /// A report that needs more has been made up, or would take hours.
  private static let mostSteps = 2_000_000

  init(
    _ file: ReportFile, with daemon: Daemon, clock: SimulatedClock,
    completion: @escaping (Result<Outcome, ReplayError>) -> Void
  ) {
    handlers = daemon.handlers
    requests = daemon
    system = daemon.system
    displays = daemon.displays
    self.file = file
    self.clock = clock
    self.completion = completion
    answers = RecordedAnswers(file)
    devices = RecordedAnswers.devices(file.report.beginning.connectors)
    soon = OneShotTimer(loop: daemon.loop)
  }

  /// Begins; the completion is called once.
  func start() {
    var commands = file.origin.connectors.map { answers.next($0) }
    let beginning = file.report.beginning
    let found = beginning.connectors.map(\.connector)
    if !found.isEmpty { commands.append(.find(found, gone: [], isAnnounced: false)) }
    system.recordedDarkness = { [weak self] in self?.keepsDark($0) == true }
    for session in beginning.darkSessions ?? [] { system.setScheduledPower(false, ofSession: session) }
    if let talk = beginning.talk {
      handlers.talks.talk.play(talk)
    } else if beginning.dropped == 0, !file.entries.contains(where: { $0.talk?.step == .wentOn }) {
      // So a daemon begins that finds no talk.
      system.forgetAdmissions()
    }
    ask(commands)
  }

  /// Whether the schedule of a session switches the power off as its scene connects.
  ///
  /// The journal tells that in the turn in which the scene was due, a little later than what that turn followed from, which is the
  /// present moment: before anything else but what this turn made.
  private func keepsDark(_ session: String) -> Bool {
    for entry in file.entries.dropFirst(next) {
      guard entry.nanoseconds <= clock.now.advanced(by: Self.longestTurn).nanoseconds else { return false }
      if let power = entry.scheduledPower {
        if power.session == session { return !power.on }
      } else if entry.nanoseconds > clock.now.nanoseconds, entry.event == nil, entry.madeSession == nil {
        return false
      }
    }
    return false
  }

  private var end: MonotonicTime {
    // What happened at the last moment is waited for where the report was written within it.
    MonotonicTime(nanoseconds: max(file.report.nanoseconds, file.entries.last?.nanoseconds ?? 0))
  }

  /// Tells the display thread what to do, and goes on when all is quiet.
  private func ask(_ commands: [SimulatedCommand]) {
    steps += 1
    guard steps <= Self.mostSteps else {
      return completion(.failure(ReplayError(file.path, "it does not come to an end; is the report made up?")))
    }
    let traffic = displays.traffic
    displays.ask { actor in
      (actor.withBackend { backend -> ReplayDisplayState in
        guard let backend = backend as? SimulatedBackend else { return ReplayDisplayState() }
        var moment = ReplayDisplayState()
        if !commands.isEmpty, case .failure(let error) = backend.perform(commands) {
          moment.failure = error.description
        }
        moment.deadline = backend.simulatedClock.nextDeadline
        return moment
      }) ?? ReplayDisplayState()
    } then: { [self] moment in
      if let failure = moment.failure { return completion(.failure(ReplayError(file.path, failure))) }
      // Whatever is due now comes in a later turn; so does what either thread has just told the other.
      let isQuiet = traffic == displays.traffic && isLater(moment.deadline) && isLater(clock.nextDeadline)
      soon.call(after: 0) { [self] in isQuiet ? proceed(moment.deadline) : ask([]) }
    }
  }

  private func isLater(_ deadline: MonotonicTime?) -> Bool { deadline.map { $0 > clock.now } ?? true }

  /// Nothing more happens at this moment by itself: does what the journal says of it, or goes on to the next.
  private func proceed(_ deadline: MonotonicTime?) {
    if next < file.entries.count, file.entries[next].nanoseconds <= clock.now.nanoseconds {
      let entry = file.entries[next]
      next += 1
      do throws(ReplayError) {
        return ask(try play(entry))
      } catch {
        return completion(.failure(error))
      }
    }
    guard clock.now < end else { return finish() }
    var target = end
    if next < file.entries.count { target = min(target, MonotonicTime(nanoseconds: file.entries[next].nanoseconds)) }
    for due in [deadline, clock.nextDeadline].compactMap(\.self) { target = min(target, due) }
    let interval = target.nanoseconds(since: clock.now)
    clock.follow(.stopped(at: target))
    ask([.advanceClock(nanoseconds: interval)])
  }

  /// Does again what an entry tells; returns what is left for the device to do.
  private func play(_ entry: ReportEntry) throws(ReplayError) -> [SimulatedCommand] {
    let gone = entry.takeGone(from: &devices)
    if entry.looked != nil || !gone.isEmpty {
      let found = (entry.looked?.connectors ?? []).map(\.connector)
      let isAnnounced = (entry.looked?.uevents ?? 0) > 0
      return [.find(found, gone: gone, isAnnounced: isAnnounced)] + gone.map { answers.next($0) }
    }
    if entry.resumed == true { system.resume() }
    if let power = entry.scheduledPower { system.setScheduledPower(power.on, ofSession: power.session) }
    if let step = entry.talk { handlers.talks.talk.play(step) }
    if let text = entry.reloaded {
      let configuration = try ReportFile.parse(text, file.path)
      _ = handlers.configuration.apply(configuration, ConfigurationText(file: text.file, masked: Array(text.text.utf8)))
    }
    if let request = entry.asked { play(request) }
    if let answer = entry.appAnswered, !play(answer) { notPlayed["AnswerApp", default: 0] += 1 }
    if let event = entry.event { play(event) }
    return []
  }

  private func play(_ request: ReportEntry.Request) {
    guard let parameters = request.parameters, let call = call(request.method, parameters.masked),
      case .success(.display(let known)) = call.request, case .asked? = known.journalEntry
    else {
      let name = request.method.split(separator: ".").last.map(String.init) ?? ""
      notPlayed[String(name.prefix(40)), default: 0] += 1
      return
    }
    requests.handle(known, responder: ControlResponder(discardingRepliesWith: .admin))
  }

  /// Has an app answer what it answered before; false where it is not asked.
  private func play(_ answer: AppAnswer) -> Bool {
    guard let number = handlers.apps.apps.questions.number(ofSession: answer.session) else { return false }
    do throws(ControlError) {
      try handlers.apps.answer(number, answer.masked)
      return true
    } catch {
      return false
    }
  }

  /// Does what nobody asked for: a controller went, or one that owns input came or went.
  private func play(_ event: EventInfo) {
    guard let name = event.app else { return }
    switch (event.event, event.reason) {
    case (.appDidLoseController, _):
      if let app = handlers.apps.apps[name] { handlers.apps.apps.loseController(of: app) }
    case (.inputOwnerDidChange, "owned"): try? system.ownInput(of: name)
    case (.inputOwnerDidChange, _): system.releaseInput(of: name)
    default: break
    }
  }

  private func call(_ method: String, _ parameters: JSONValue) -> ControlCall? {
    let message = JSONValue.object(["method": .string(method), "parameters": parameters])
    return (try? ControlJSON.encode(message)).flatMap { try? ControlCall(message: $0) }
  }

  private func finish() {
    handlers.reports.makeReport { [self] replayed in
      completion(
        .success(
          Outcome(differences: ReportComparison.differences(from: file.report, to: replayed), notes: notes)))
    }
  }

  private var notes: [String] {
    var notes: [String] = []
    if file.report.beginning.dropped > 0 {
      notes.append(
        "the journal begins in the middle of the daemon's life (\(file.report.beginning.dropped) older entries are gone): "
          + "what was not kept then, as a mode that was being tried out, is not known, and only what came of it in the end is compared"
      )
    }
    for (name, count) in notPlayed.sorted(by: { $0.key < $1.key }) {
      notes.append("\(name) was asked \(count) time\(count == 1 ? "" : "s") and is not played again")
    }
    return notes
  }
}

/// What a replay has to know of the display thread between two steps.
nonisolated struct ReplayDisplayState: Sendable {
  /// When something is due next; nil where nothing is.
  var deadline: MonotonicTime?
  /// Why what was asked for was not done.
  var failure: String?
}

extension Replay {
  /// Plays a report again and says what came of it; the exit status is 0 where the decisions are the same, 1 where they are not.
  static func run(_ path: String, _ arguments: MarqueedArguments, _ environment: DaemonEnvironment) -> Int32 {
    do {
      let file = try ReportFile(path: path)
      var directory = Array("\(environment["TMPDIR"] ?? "/tmp")/marquee-replay-XXXXXX".utf8CString)
      guard mkdtemp(&directory) != nil else {
        throw ReplayError(unreadable: path, "no directory can be made for it: \(String(cString: strerror(errno)))")
      }
      let folder = directory.withUnsafeBufferPointer {
        String(decoding: $0.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
      defer { rmdir(folder) }
      var options = DaemonOptions(arguments, environment)
      options.replay = file.origin
      options.stateDirectory = folder
      let outcome = try play(file, with: Daemon(options))
      print(text(of: file, outcome))
      return outcome.differences.isEmpty ? EXIT_SUCCESS : EXIT_FAILURE
    } catch {
      Logger(label: "marqueed").critical("\(error)")
      return (error as? ReplayError)?.status ?? (error as? DaemonError)?.status ?? 70
    }
  }

  private static func play(_ file: ReportFile, with daemon: Daemon) throws -> Outcome {
    guard let clock = (daemon.dayClock as? SimulatedDayClock)?.follower else {
      throw ReplayError(file.path, "the simulated displays could not be made")
    }
    var result: Result<Outcome, ReplayError>?
    let replay = Replay(file, with: daemon, clock: clock) {
      result = $0
      daemon.loop.stop()
    }
    daemon.startDisplays()
    replay.start()
    daemon.loop.run()
    _ = daemon.end()
    guard let result else { throw ReplayError(file.path, "the replay was ended before its end") }
    return try result.get()
  }

  private static func text(of file: ReportFile, _ outcome: Outcome) -> String {
    let report = file.report
    let passed = Double(report.nanoseconds &- min(report.beginning.nanoseconds, report.nanoseconds)) / 1e9
    let screens = report.decisions.count
    var lines = [
      "\(file.path): marqueed \(report.marqueed) on \(report.backend) displays, Linux \(report.kernel) (\(report.machine))",
      "\(file.entries.count) entries of \((passed * 10).rounded() / 10) s, \(screens) screen\(screens == 1 ? "" : "s")",
    ]
    lines += outcome.notes.map { "note: \($0)" } + outcome.differences.map { "different: \($0)" }
    let count = outcome.differences.count
    lines.append(count == 0 ? "The replay decides the same." : "\(count) difference\(count == 1 ? "" : "s").")
    return lines.joined(separator: "\n")
  }
}

/// What the connectors of a report answered, each in its lives, which end where its card or dock went.
///
/// Pure.
struct RecordedAnswers {
  private var lives: [String: [[SimulatedAnswer]]] = [:]

  /// Sorts the answers among a report's entries, which are in order.
  init(_ file: ReportFile) {
    var devices = Self.devices(file.report.beginning.connectors)
    for entry in file.entries {
      if let answer = entry.answered, file.origin.connectors.contains(answer.screen),
        let given = answer.answer(told: MonotonicTime(nanoseconds: entry.nanoseconds))
      {
        // In place, without a copy: a made-up report may have very many.
        lives[answer.screen, default: [[]]].withLast { $0.append(given) }
      }
      for name in entry.takeGone(from: &devices) { lives[name, default: [[]]].append([]) }
    }
  }

  static func devices(_ connectors: [ConnectorRecord]) -> [String: String] {
    Dictionary(connectors.map { ($0.name, $0.device) }) { $1 }
  }

  /// The command for a connector's first life, or the next.
  mutating func next(_ name: String) -> SimulatedCommand {
    var left = lives[name] ?? []
    let life = left.isEmpty ? [] : left.removeFirst()
    lives[name] = left
    // Where the card was lost nothing is tried any more: what waited for it learns that once it is lost here.
    let answers = left.isEmpty ? life : life.filter { $0.error?.code != .deviceLost }
    return .answer(name, answers, thenNone: !left.isEmpty)
  }
}

extension [[SimulatedAnswer]] {
  fileprivate mutating func withLast(_ body: (inout [SimulatedAnswer]) -> Void) {
    if let last = indices.last { body(&self[last]) }
  }
}

nonisolated extension ReportEntry {
  /// The connectors that went with their card or dock, of those that were there on their cards; what a look found is there afterwards.
  func takeGone(from devices: inout [String: String]) -> [String] {
    var gone = looked?.gone ?? []
    if let device, device.state == Device.lost, let node = device.device {
      gone = devices.filter { $0.value == node }.keys.sorted()
    }
    // Of one that was never there a made-up report tells.
    gone = gone.filter { devices.removeValue(forKey: $0) != nil }
    for connector in looked?.connectors ?? [] { devices[connector.name] = connector.device }
    return gone
  }
}
