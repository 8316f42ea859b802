import ControlProtocol
import ControlServer
import DisplayTypes
import Presentation
import Scenes
import SimulatedBackend

/// Plays a report's journal to a daemon with simulated displays, whose time stands between its entries and is advanced from one thing that
/// is due to the next.
final class Replay {
  /// What came of it.
  struct Outcome {
    var differences: [String]
    var notes: [String]
  }

  private let daemon: Daemon
  private let file: ReportFile
  private let clock: SimulatedClock
  private let soon: SoonTimer
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
    self.daemon = daemon
    self.file = file
    self.clock = clock
    self.completion = completion
    answers = RecordedAnswers(file)
    devices = RecordedAnswers.devices(file.report.beginning.connectors)
    soon = SoonTimer(loop: daemon.loop)
  }

  /// Begins; the completion is called once.
  func start() {
    var commands = file.origin.connectors.map { answers.next($0) }
    let beginning = file.report.beginning
    let found = beginning.connectors.map(\.connector)
    if !found.isEmpty { commands.append(.find(found, gone: [], isAnnounced: false)) }
    daemon.system.recordedDarkness = { [weak self] in self?.keepsDark($0) == true }
    for session in beginning.darkSessions ?? [] { daemon.system.setScheduledPower(false, ofSession: session) }
    if let talk = beginning.talk {
      daemon.play(talk)
    } else if beginning.dropped == 0, !file.entries.contains(where: { $0.talk?.step == .wentOn }) {
      // So a daemon begins that finds no talk.
      daemon.system.forgetAdmissions()
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
    let traffic = daemon.traffic
    daemon.askDisplay { actor in
      (actor.withBackend { backend -> DisplayMoment in
        guard let backend = backend as? SimulatedBackend else { return DisplayMoment() }
        var moment = DisplayMoment()
        if !commands.isEmpty, case .failure(let error) = backend.perform(commands) {
          moment.failure = error.description
        }
        moment.deadline = backend.simulatedClock.nextDeadline
        return moment
      }) ?? DisplayMoment()
    } then: { [self] moment in
      if let failure = moment.failure { return completion(.failure(ReplayError(file.path, failure))) }
      // Whatever is due now comes in a later turn; so does what either thread has just told the other.
      let isQuiet = traffic == daemon.traffic && isLater(moment.deadline) && isLater(clock.nextDeadline)
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
    if entry.resumed == true { daemon.system.resume() }
    if let power = entry.scheduledPower { daemon.system.setScheduledPower(power.on, ofSession: power.session) }
    if let step = entry.talk { daemon.play(step) }
    if let text = entry.reloaded {
      let configuration = try ReportFile.parse(text, file.path)
      _ = daemon.apply(configuration, ConfigurationText(file: text.file, masked: Array(text.text.utf8)))
    }
    if let request = entry.asked { play(request) }
    if let answer = entry.appAnswered, !daemon.play(answer) { notPlayed["AnswerApp", default: 0] += 1 }
    if let event = entry.event { daemon.play(event) }
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
    daemon.handle(known, responder: ControlResponder(unheardWith: .admin))
  }

  private func call(_ method: String, _ parameters: JSONValue) -> ControlCall? {
    let message = JSONValue.object(["method": .string(method), "parameters": parameters])
    return (try? ControlJSON.encode(message)).flatMap { try? ControlCall(message: $0) }
  }

  private func finish() {
    daemon.askForReport { [self] replayed in
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
