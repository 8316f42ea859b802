internal import ControlProtocol
internal import EventLoop
internal import Glibc
internal import KeptFiles
internal import Synchronization
internal import SystemPackage

/// Keeps the newest pairings in their file: a thread writes them that is there only meanwhile, and who has to wait for that does.
///
/// The thread that says what is to be kept never waits for the disk.
final class PairingStore: Sendable {
  private typealias Waiter = (number: UInt64, resume: @Sendable (_ trouble: String?) -> Void)

  private struct State: Sendable {
    var writing: KeptWriting<PairingRecord>
    /// What is to be kept.
    var record = PairingRecord()
    /// How often something was to be written, and how often that was done or has failed.
    var accepted: UInt64 = 0
    var answered: UInt64 = 0
    var isThreadThere = false
    var waiting: [Waiter] = []
    var trouble: String?
  }

  /// What is to be done once the state is unlocked.
  private struct Effects: Sendable {
    var lines: [String] = []
    var ready: [Waiter] = []
    var trouble: String?
  }

  private let state: Mutex<State>
  private let log: @Sendable (String) -> Void

  /// Reads and writes nothing yet.
  init(_ file: KeptFile, log: @escaping @Sendable (String) -> Void) {
    state = Mutex(State(writing: KeptWriting(file)))
    self.log = log
  }

  /// What was kept; what cannot be read is set aside by the first write.
  func load() -> KeptFinding<PairingRecord> {
    state.withLock { state in
      let finding = state.writing.load(PairingRecord.format)
      state.record = finding.value ?? PairingRecord()
      return finding
    }
  }

  /// Has the newest pairings written.
  func keep(_ record: PairingRecord) {
    change { state in
      guard record != state.record || state.trouble != nil else { return }
      // The text before it would let in again whose pairing has ended.
      let hasEnded = !Set(state.record.sessions.map(\.digest)).isSubset(of: record.sessions.map(\.digest))
      state.record = record
      state.writing.accept(hasEnded ? .replace(record) : .write(record))
      state.accepted += 1
    }
  }

  /// Finds out whether something can be written; returns at once.
  func begin() {
    change { state in
      state.writing.accept(.tryOut)
      state.accepted += 1
    }
  }

  /// Tries again what could not be written.
  func retry() {
    change { state in
      if state.writing.isDue { state.accepted += 1 }
    }
  }

  /// Waits until all that was to be kept by now is on the disk; returns why it is not.
  func whenKept() async -> String? {
    await withCheckedContinuation { continuation in
      wait { continuation.resume(returning: $0) }
    }
  }

  /// The same; blocks this thread for so long at most.
  func waitUntilKept(milliseconds: Int32) -> String? {
    let answer = Mutex<String??>(nil)
    guard let bell = try? WakeEvent() else { return PairingStore.slow }
    wait { trouble in
      answer.withLock { $0 = .some(trouble) }
      bell.ring()
    }
    bell.wait(milliseconds: milliseconds)
    return answer.withLock { $0 } ?? PairingStore.slow
  }

  private static let slow = "the disk does not answer"

  private func wait(_ resume: @escaping @Sendable (String?) -> Void) {
    let isOver: (trouble: String?, Void)? = state.withLock { state in
      guard state.answered < state.accepted else { return (state.trouble, ()) }
      state.waiting.append((state.accepted, resume))
      return nil
    }
    if let isOver { resume(isOver.trouble) }
  }

  /// Changes what is to be written, and has a thread write it.
  private func change(_ body: (inout State) -> Void) {
    let effects = state.withLock { state in
      body(&state)
      guard state.answered < state.accepted, !state.isThreadThere else { return Effects() }
      do throws(Errno) {
        let thread = try LoopThread.start(name: "marquee-store") { [self] in work() }
        thread.post { EventLoop.current?.stop() }
        state.isThreadThere = true
        return Effects()
      } catch {
        let failure = KeptFileError(
          path: state.writing.file.path, reason: "the thread that writes it cannot be started: \(error)")
        return PairingStore.end(state.accepted, KeptFile.Outcome(failure: failure), &state)
      }
    }
    perform(effects)
  }

  /// Writes until nothing is left; on the thread for that.
  private func work() {
    while let (number, job) = next() {
      let outcome: KeptFile.Outcome
      switch job {
      case .success(let job): outcome = job.perform()
      case .failure(let failure): outcome = KeptFile.Outcome(failure: failure)
      }
      perform(state.withLock { PairingStore.end(number, outcome, &$0) })
    }
  }

  private func next() -> (number: UInt64, job: Result<KeptFile.Job, KeptFileError>)? {
    state.withLock { state in
      state.isThreadThere = state.answered < state.accepted
      guard state.isThreadThere else { return nil }
      do throws(KeptFileError) {
        return (state.accepted, .success(try state.writing.begin(PairingRecord.format)))
      } catch {
        return (state.accepted, .failure(error))
      }
    }
  }

  private static func end(_ number: UInt64, _ outcome: KeptFile.Outcome, _ state: inout State) -> Effects {
    var effects = Effects()
    if let finding = state.writing.end(outcome, PairingRecord.format) { effects.lines.append(finding) }
    let trouble = outcome.failure.map { failure in
      let reason = failure.error.map { FileErrorText.words($0.rawValue) } ?? state.writing.reason(of: failure)
      return "\(failure.path) cannot be written: \(reason)"
    }
    // The same trouble is said once, however often it is met.
    if let trouble, trouble != state.trouble {
      effects.lines.append(
        "\(trouble). Devices must be paired anew after a restart, unless --state names a directory that this program’s user may write to."
      )
    } else if trouble == nil, state.trouble != nil {
      effects.lines.append("\(state.writing.file.path): pairings are kept again")
    }
    state.trouble = trouble
    state.answered = number
    effects.trouble = trouble
    effects.ready = state.waiting.filter { $0.number <= number }
    state.waiting.removeAll { $0.number <= number }
    return effects
  }

  private func perform(_ effects: Effects) {
    for line in effects.lines { log(line) }
    for waiter in effects.ready { waiter.resume(effects.trouble) }
  }
}

/// What is kept of pairings, as JSON says it.
struct PairingRecord: KeptRecord, Equatable, Sendable {
  static var newestVersion: Int { 1 }
  static var what: String { "who is paired is" }
  static var loss: String { "every device must be paired anew" }

  var version = PairingRecord.newestVersion
  /// A browser has once paired for control: from then on codes are made for whoever may ask for them, and shown on no screen.
  var claimed = false
  var sessions: [WebSession] = []

  var isPlausible: Bool { version >= 1 }

  /// As the file says it now, or as files of before did: they are a list of the sessions.
  static var format: KeptFormat<PairingRecord> {
    var format = KeptFormat<PairingRecord>.record
    let read = format.read
    format.read = { text in
      guard let sessions = try? ControlJSON.decode([WebSession].self, from: text) else { return read(text) }
      return .value(PairingRecord(sessions: sessions))
    }
    return format
  }
}
