import ControlProtocol
import ControlServer
import DisplayTypes
import EventLoop
import Glibc
import Logging
import Presentation
import Scenes
import SimulatedBackend

/// Replays a report's journal in a daemon with simulated displays. Their clock moves from one entry or deadline to the next.
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
  private var devices: [String: String]

  /// The longest turn of the daemon with a slow disk, in nanoseconds.
  private static let longestTurn: UInt64 = 1_000_000_000

  /// The limit of steps; more would take hours.
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

  func start() {
    var commands = file.origin.connectors.map { answers.next($0) }
    let beginning = file.report.beginning
    let found = beginning.connectors.map(\.connector)
    if !found.isEmpty { commands.append(.find(found, gone: [], isAnnounced: false)) }
    system.lifetimes.recordedDarkness = { [weak self] in self?.keepsDark($0) == true }
    for session in beginning.darkSessions ?? [] { system.lifetimes.setScheduledPower(false, ofSession: session) }
    if let talk = beginning.talk {
      handlers.talks.play(talk)
    } else if beginning.dropped == 0, !file.entries.contains(where: { $0.talk?.step == .wentOn }) {
      // Do the same as a daemon that finds no talk.
      system.forgetAdmissions()
    }
    perform(commands)
  }

  /// Whether the schedule of a session switches the power off while its scene connects. The entry of that switch belongs to the turn of the
  /// scene. It is a little later than the present moment, and before any entry of another turn.
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
    // The last entries may be later than the report.
    MonotonicTime(nanoseconds: max(file.report.nanoseconds, file.entries.last?.nanoseconds ?? 0))
  }

  /// Sends commands to the display thread, and continues when both threads are idle.
  private func perform(_ commands: [SimulatedCommand]) {
    steps += 1
    guard steps <= Self.mostSteps else {
      return completion(.failure(ReplayError(file.path, "it does not end; is the report forged?")))
    }
    let traffic = displays.traffic
    displays.query({ $0.withBackend { ($0 as? SimulatedBackend)?.perform(commands) } ?? nil }) { [self] result in
      var deadline: MonotonicTime?
      switch result {
      case .success(let status): deadline = status.nextDeadline
      case .failure(let error): return completion(.failure(ReplayError(file.path, error.description)))
      case nil: break
      }
      // A deadline that is due now, and a message between the threads, are handled in a later turn.
      let isIdle = traffic == displays.traffic && isLater(deadline) && isLater(clock.nextDeadline)
      soon.call(after: 0) { [self] in isIdle ? proceed(deadline) : perform([]) }
    }
  }

  private func isLater(_ deadline: MonotonicTime?) -> Bool { deadline.map { $0 > clock.now } ?? true }

  /// Replays an entry that is due, or advances the clock to the next entry or deadline.
  private func proceed(_ deadline: MonotonicTime?) {
    if next < file.entries.count, file.entries[next].nanoseconds <= clock.now.nanoseconds {
      let entry = file.entries[next]
      next += 1
      do throws(ReplayError) {
        return perform(try play(entry))
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
    perform([.advanceClock(nanoseconds: interval)])
  }

  /// Replays an entry; returns the commands for the simulated device.
  private func play(_ entry: ReportEntry) throws(ReplayError) -> [SimulatedCommand] {
    let gone = entry.takeGone(from: &devices)
    if entry.looked != nil || !gone.isEmpty {
      let found = (entry.looked?.connectors ?? []).map(\.connector)
      let isAnnounced = (entry.looked?.uevents ?? 0) > 0
      return [.find(found, gone: gone, isAnnounced: isAnnounced)] + gone.map { answers.next($0) }
    }
    if entry.resumed == true { system.resume() }
    if let power = entry.scheduledPower { system.lifetimes.setScheduledPower(power.on, ofSession: power.session) }
    if let step = entry.talk { handlers.talks.play(step) }
    if let text = entry.reloaded { _ = handlers.configuration.apply(try ReportFile.parse(text, file.path), text) }
    if let request = entry.asked { play(request) }
    if let answer = entry.appAnswered, !play(answer) { notPlayed["AnswerApp", default: 0] += 1 }
    if let event = entry.event { play(event) }
    return []
  }

  private func play(_ request: ReportEntry.Request) {
    guard let parameters = request.parameters, let call = call(request.method, parameters.masked),
      case .success(.display(let known)) = call.request, case .requested? = known.journalEntry
    else {
      let name = request.method.split(separator: ".").last.map(String.init) ?? ""
      notPlayed[String(name.prefix(40)), default: 0] += 1
      return
    }
    requests.handle(known, responder: ControlResponder(discardingRepliesWith: .admin))
  }

  /// Answers a question to an app; false if there is no such question.
  private func play(_ answer: AppAnswer) -> Bool {
    guard let number = handlers.apps.apps.questions.number(ofSession: answer.session) else { return false }
    do throws(ControlError) {
      try handlers.apps.answer(number, answer.masked)
      return true
    } catch {
      return false
    }
  }

  /// Replays changes without a request: a controller disconnected, the ownership of input changed, or an alarm ended.
  private func play(_ event: EventInfo) {
    if event.event == .alarmDidClear { return (try? system.alarms.clear(event.reason) { _ in }) ?? () }
    guard let name = event.app else { return }
    switch (event.event, event.reason) {
    case (.appDidLoseController, _):
      if let app = handlers.apps.apps[name] { handlers.apps.apps.loseController(of: app) }
    case (.inputOwnerDidChange, "owned"): try? system.applications.ownInput(of: name)
    case (.inputOwnerDidChange, _): system.applications.releaseInput(of: name)
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
          + "changes that were not kept then, as a mode on trial, are unknown, and only their final results are compared"
      )
    }
    for (name, count) in notPlayed.sorted(by: { $0.key < $1.key }) {
      notes.append("\(name) was called \(count) time\(count == 1 ? "" : "s") and is not replayed")
    }
    return notes
  }
}

extension Replay {
  /// Replays a report and prints the result. Returns the exit status: 0 if the decisions are the same, 1 if they differ.
  static func run(_ path: String, _ arguments: MarqueedArguments, _ environment: DaemonEnvironment) -> Int32 {
    do {
      let file = try ReportFile(path: path)
      var directory = Array("\(environment["TMPDIR"] ?? "/tmp")/marquee-replay-XXXXXX".utf8CString)
      guard mkdtemp(&directory) != nil else {
        throw ReplayError(
          description:
            "\(path): it cannot be read: no directory can be made for it: \(String(cString: strerror(errno)))",
          status: 66)
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
    daemon.startReplayedDisplays()
    replay.start()
    daemon.loop.run()
    _ = daemon.end()
    guard let result else { throw ReplayError(file.path, "the replay was interrupted") }
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

/// The answers of a report's connectors. A connector gets a new list each time that it returns after its card or dock was gone.
struct RecordedAnswers {
  private var lives: [String: [[SimulatedAnswer]]] = [:]

  init(_ file: ReportFile) {
    var devices = Self.devices(file.report.beginning.connectors)
    for entry in file.entries {
      if let answer = entry.answered, file.origin.connectors.contains(answer.screen),
        let given = answer.answer(told: MonotonicTime(nanoseconds: entry.nanoseconds))
      {
        // Append without a copy, because a forged report may have very many answers.
        lives[answer.screen, default: [[]]].withLast { $0.append(given) }
      }
      for name in entry.takeGone(from: &devices) { lives[name, default: [[]]].append([]) }
    }
  }

  static func devices(_ connectors: [ConnectorRecord]) -> [String: String] {
    Dictionary(connectors.map { ($0.name, $0.device) }) { $1 }
  }

  /// The command with the next list of a connector.
  mutating func next(_ name: String) -> SimulatedCommand {
    var left = lives[name] ?? []
    let life = left.isEmpty ? [] : left.removeFirst()
    lives[name] = left
    // The simulated device reports the loss of the card itself.
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
  /// Removes and returns the connectors that went with their card or dock, then adds those that a probe has found.
  func takeGone(from devices: inout [String: String]) -> [String] {
    var gone = looked?.gone ?? []
    if let device, device.state == Device.lost, let node = device.device {
      gone = devices.filter { $0.value == node }.keys.sorted()
    }
    // A forged report may name a connector that was never there.
    gone = gone.filter { devices.removeValue(forKey: $0) != nil }
    for connector in looked?.connectors ?? [] { devices[connector.name] = connector.device }
    return gone
  }
}
