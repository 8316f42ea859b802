internal import ControlProtocol
internal import Dispatch
internal import KeptFiles
internal import Synchronization
internal import SystemPackage

/// Writes the newest pairings to their file, on a queue that may wait for the disk.
final class PairingStore: Sendable {
  private struct State: Sendable {
    var writing: KeptWriting<PairingRecord>
    var record = PairingRecord()
    /// Whether a change waits for its write, or for another attempt.
    var isWaiting = false
    /// The reason why the newest write has failed.
    var trouble: String?
  }

  private let state: Mutex<State>
  private let queue = DispatchQueue(label: "marquee-store")
  private let log: @Sendable (String) -> Void

  init(_ file: KeptFile, log: @escaping @Sendable (String) -> Void) {
    state = Mutex(State(writing: KeptWriting(file)))
    self.log = log
  }

  /// Reads the stored pairings. The first write moves an unreadable file aside.
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
      guard record != state.record || state.trouble != nil else { return false }
      // A backup of the old file would admit devices whose pairing has ended.
      let hasEnded = !Set(state.record.sessions.map(\.digest)).isSubset(of: record.sessions.map(\.digest))
      state.record = record
      state.writing.accept(hasEnded ? .replace(record) : .write(record))
      return true
    }
  }

  /// Checks whether the store can write. Returns at once.
  func begin() {
    change { state in
      state.writing.accept(.tryOut)
      return true
    }
  }

  /// Retries a failed write.
  func retry() { change(\.writing.isDue) }

  /// Waits until all changes so far are on the disk; returns the reason if they are not.
  func waitUntilKept() async -> String? {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: self.state.withLock(\.trouble)) }
    }
  }

  /// Blocks the calling thread until all changes so far are on the disk, for at most `milliseconds`. Returns the reason if they are not.
  func waitUntilKept(milliseconds: Int) -> String? {
    let isKept = DispatchSemaphore(value: 0)
    queue.async { isKept.signal() }
    guard isKept.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else {
      return "the disk does not answer"
    }
    return state.withLock(\.trouble)
  }

  /// Changes the state, and writes it if `change` returns true.
  private func change(_ change: (inout State) -> Bool) {
    state.withLock { state in
      if change(&state) { state.isWaiting = true }
    }
    queue.async { self.write() }
  }

  private func write() {
    let job: KeptFile.Job? = state.withLock { state in
      guard state.isWaiting else { return nil }
      state.isWaiting = false
      return state.writing.begin(PairingRecord.format)
    }
    if let job { end(job.perform()) }
  }

  private func end(_ outcome: KeptFile.Outcome) {
    let lines = state.withLock { state -> [String] in
      var lines = [state.writing.end(outcome, PairingRecord.format)].compactMap(\.self)
      let trouble = outcome.failure.map { failure in
        let reason = failure.error.map { FileErrorText.text($0.rawValue) } ?? state.writing.reason(of: failure)
        return "\(failure.path) cannot be written: \(reason)"
      }
      // The log gets each reason once.
      if let trouble, trouble != state.trouble {
        lines.append(
          "\(trouble). Devices must be paired again after a restart, unless --state names a directory that this program’s user may write to."
        )
      } else if trouble == nil, state.trouble != nil {
        lines.append("\(state.writing.file.path): pairings are stored again")
      }
      state.trouble = trouble
      return lines
    }
    for line in lines { log(line) }
  }
}

/// The stored pairings.
struct PairingRecord: KeptRecord, Equatable, Sendable {
  static var newestVersion: Int { 1 }
  static var what: String { "the list of paired devices is" }
  static var loss: String { "every device must be paired again" }

  var version = PairingRecord.newestVersion
  /// Whether a browser has ever paired for control. After that no screen shows a code, and only devices in control get codes.
  var claimed = false
  var sessions: [WebSession] = []

  var isPlausible: Bool { version >= 1 }

  /// The current format. Files of earlier versions are a list of the sessions.
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
