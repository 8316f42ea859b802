import DisplayTypes
import EventLoop
import MonitorPower
import Presentation
import SystemPackage

/// The CEC adapters that are in use, each on a thread of its own: a driver that hangs holds up neither the main thread nor another adapter.
///
/// A thread is there only while its adapter is used. It is asked now and then whether it still answers; one that does not is given up,
/// and what is asked of it later is refused until it has come back.
final class AdapterThreads {
  /// Why an adapter cannot be used.
  struct Refusal: Error {
    var reason: String
  }

  private struct Lane {
    let thread: CECThread
    /// What is called when the thread is given up, of each use.
    var uses: [ObjectIdentifier: (String) -> Void] = [:]
    /// It was asked then whether it answers, and has not.
    var asked: MonotonicTime?
    var nextQuestion: MonotonicTime?
    var isStuck = false
  }

  /// One question for an adapter's connector.
  private final class Look {}

  private let loop: EventLoop
  private let clock: any DisplayClock
  private let open: CECThread.Opening
  private let patience: UInt64
  private var lanes: [String: Lane] = [:]
  private var timer: (any DisplayTimer)?

  /// For a driver: one on USB takes a second for each of some commands.
  static let usualPatience: UInt64 = 20_000_000_000

  init(
    loop: EventLoop, clock: any DisplayClock, patience: UInt64 = usualPatience,
    open: @escaping CECThread.Opening = { path throws(Errno) in try CECAdapter(path: path) }
  ) {
    self.loop = loop
    self.clock = clock
    self.patience = patience
    self.open = open
    timer = clock.makeTimer { [weak self] in self?.timePassed() }
  }

  /// How many threads there are.
  var count: Int { lanes.count }

  /// Finds the connectors of adapters, until one has the `wanted` one; one that does not answer has none.
  func findConnectors(
    of paths: [String], areNamed: Bool, until wanted: CECAdapter.Connector?,
    then completion: @escaping ([String: CECAdapter.Connector]) -> Void
  ) {
    var found: [String: CECAdapter.Connector] = [:]
    var missing = Set(paths)
    func answer(_ path: String, _ connector: CECAdapter.Connector?) {
      guard missing.remove(path) != nil else { return }
      found[path] = connector
      // What hangs holds up nobody whose adapter is found.
      if wanted != nil && connector == wanted { missing = [] }
      if missing.isEmpty { completion(found) }
    }
    guard !paths.isEmpty else { return completion([:]) }
    let main = loop.mailbox
    for path in paths {
      let look = Look()
      guard let thread = try? use(path, by: look, { _ in answer(path, nil) }) else {
        answer(path, nil)
        continue
      }
      let relay = AnswerRelay<CECAdapter.Connector?> { [weak self] connector in
        self?.release(path, look)
        answer(path, connector)
      }
      thread.findConnector(isNamed: areNamed) { connector in
        main.post { MainActor.assumeIsolated { relay.complete(connector) } }
      }
    }
  }

  /// Begins a talk; `report` is called in later turns.
  func begin(
    _ wish: PowerWish, by path: String, place: UInt16?, report: @escaping (PowerReport) -> Void
  ) throws(Refusal) -> AdapterTalk {
    let talk = AdapterTalk(
      didEnd: { [weak self] talk in
        self?.lanes[path]?.thread.end(talk.ticket)
        self?.release(path, talk)
      }, report: report)
    let thread = try use(path, by: talk) { [weak talk] reason in
      talk?.receive(PowerReport(asked: wish, told: .noAdapter, isFinal: true, reason: reason))
    }
    let main = loop.mailbox
    thread.begin(talk.ticket, wish, place: place) { news in
      main.post { MainActor.assumeIsolated { talk.receive(news) } }
    }
    return talk
  }

  private func use(
    _ path: String, by user: AnyObject, _ giveUp: @escaping (String) -> Void
  ) throws(Refusal) -> CECThread {
    if lanes[path] == nil {
      do throws(Errno) {
        lanes[path] = Lane(thread: try CECThread(path: path, open: open))
      } catch {
        throw Refusal(reason: "no thread could be started for \(path): \(error)")
      }
    }
    guard var lane = lanes[path], !lane.isStuck else { throw Refusal(reason: stuckReason(path)) }
    lane.uses[ObjectIdentifier(user)] = giveUp
    lanes[path] = lane
    question(path)
    return lane.thread
  }

  private func release(_ path: String, _ user: AnyObject) {
    guard lanes[path]?.uses.removeValue(forKey: ObjectIdentifier(user)) != nil else { return }
    // Its answer ends a thread that nobody uses.
    question(path)
  }

  private func question(_ path: String) {
    guard let lane = lanes[path], lane.asked == nil else { return }
    lanes[path]?.asked = clock.now
    let main = loop.mailbox
    let relay = AnswerRelay<Void> { [weak self] in self?.answered(path) }
    lane.thread.ping { main.post { MainActor.assumeIsolated { relay.complete(()) } } }
    arm()
  }

  private func answered(_ path: String) {
    guard let lane = lanes[path] else { return }
    if lane.uses.isEmpty {
      lanes[path] = nil
      lane.thread.stop()
    } else {
      lanes[path]?.asked = nil
      lanes[path]?.nextQuestion = clock.now.advanced(by: patience)
    }
    arm()
  }

  private func timePassed() {
    let now = clock.now
    for path in Array(lanes.keys) {
      guard let lane = lanes[path], !lane.isStuck else { continue }
      if let asked = lane.asked {
        if asked.advanced(by: patience) <= now { giveUp(path, lane) }
      } else if let next = lane.nextQuestion, next <= now {
        question(path)
      }
    }
    arm()
  }

  private func giveUp(_ path: String, _ lane: Lane) {
    lanes[path]?.isStuck = true
    lanes[path]?.uses = [:]
    for giveUp in lane.uses.values { giveUp(stuckReason(path)) }
  }

  private func arm() {
    let due = lanes.values.compactMap { lane in
      lane.isStuck ? nil : lane.asked?.advanced(by: patience) ?? lane.nextQuestion
    }
    if let first = due.min() { timer?.arm(at: first) } else { timer?.disarm() }
  }

  private func stuckReason(_ path: String) -> String {
    "the driver of \(path) does not answer; unplug the adapter and plug it in again, or restart the machine"
  }
}
