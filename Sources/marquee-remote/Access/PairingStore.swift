internal import ControlProtocol
internal import EventLoop
internal import Glibc
internal import KeptFiles
internal import Synchronization
internal import SystemPackage

/// Writes the newest pairings to their file, on a thread that exists only while it writes.
final class PairingStore: Sendable {
  private typealias Waiter = (number: UInt64, resume: @Sendable (_ trouble: String?) -> Void)

  private struct State: Sendable {
    var writing: KeptWriting<PairingRecord>
    var record = PairingRecord()
    /// The numbers of the newest change, and of the newest change that was written or has failed.
    var accepted: UInt64 = 0
    var answered: UInt64 = 0
    var isThreadRunning = false
    var waiting: [Waiter] = []
    var trouble: String?
  }

  /// The effects after the state is unlocked.
  private struct Effects: Sendable {
    var lines: [String] = []
    var ready: [Waiter] = []
    var trouble: String?
  }

  private let state: Mutex<State>
  private let log: @Sendable (String) -> Void

  init(_ file: KeptFile, log: @escaping @Sendable (String) -> Void) {
    state = Mutex(State(writing: KeptWriting(file)))
    self.log = log
  }

  /// Reads the stored pairings; the first write moves an unreadable file aside.
  func load() -> KeptFinding<PairingRecord> {
    state.withLock { state in
      let finding = state.writing.load(PairingRecord.format)
      state.record = finding.value ?? PairingRecord()
      return finding
    }
  }

  /// Writes the newest pairings.
  func keep(_ record: PairingRecord) {
    change { state in
      guard record != state.record || state.trouble != nil else { return }
      // A backup of the old text would let in devices whose pairing has ended.
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

  /// Retries a failed write.
  func retry() {
    change { state in
      if state.writing.isDue { state.accepted += 1 }
    }
  }

  /// Waits until all changes so far are on the disk; returns the reason if they are not.
  func waitUntilKept() async -> String? {
    await withCheckedContinuation { continuation in
      wait { continuation.resume(returning: $0) }
    }
  }

  /// The same for a thread, which it blocks for at most `milliseconds`.
  func waitUntilKept(milliseconds: Int32) -> String? {
    let answer = Mutex<String??>(nil)
    guard let wakeEvent = try? WakeEvent() else { return PairingStore.diskTimeout }
    wait { trouble in
      answer.withLock { $0 = .some(trouble) }
      wakeEvent.signal()
    }
    wakeEvent.wait(milliseconds: milliseconds)
    return answer.withLock { $0 } ?? PairingStore.diskTimeout
  }

  private static let diskTimeout = "the disk does not answer"

  private func wait(_ resume: @escaping @Sendable (String?) -> Void) {
    let done: (trouble: String?, Void)? = state.withLock { state in
      guard state.answered < state.accepted else { return (state.trouble, ()) }
      state.waiting.append((state.accepted, resume))
      return nil
    }
    if let done { resume(done.trouble) }
  }

  /// Changes the state, and starts a thread to write it.
  private func change(_ body: (inout State) -> Void) {
    let effects = state.withLock { state in
      body(&state)
      guard state.answered < state.accepted, !state.isThreadRunning else { return Effects() }
      do throws(Errno) {
        let thread = try LoopThread.start(name: "marquee-store") { [self] in work() }
        thread.post { EventLoop.current?.stop() }
        state.isThreadRunning = true
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
      state.isThreadRunning = state.answered < state.accepted
      guard state.isThreadRunning else { return nil }
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
      let reason = failure.error.map { FileErrorText.text($0.rawValue) } ?? state.writing.reason(of: failure)
      return "\(failure.path) cannot be written: \(reason)"
    }
    // Each trouble is logged once.
    if let trouble, trouble != state.trouble {
      effects.lines.append(
        "\(trouble). Devices must be paired again after a restart, unless --state names a directory that this program’s user may write to."
      )
    } else if trouble == nil, state.trouble != nil {
      effects.lines.append("\(state.writing.file.path): pairings are stored again")
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

/// The stored pairings.
struct PairingRecord: KeptRecord, Equatable, Sendable {
  static var newestVersion: Int { 1 }
  static var what: String { "who is paired is" }
  static var loss: String { "every device must be paired again" }

  var version = PairingRecord.newestVersion
  /// A browser has paired for control once.
  ///
  /// From then on no screen shows a code, and only devices in control get codes.
  var claimed = false
  var sessions: [WebSession] = []

  var isPlausible: Bool { version >= 1 }

  /// The current format.
  ///
  /// Files of earlier versions are a list of the sessions.
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
