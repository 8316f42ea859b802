import DisplayTypes
import KeptFiles
import Logging
import Presentation
import SystemPackage

/// Keeps the newest value in a file. The store thread writes it, and repeats a failed write. Only one write is under way at a time. A value
/// that is replaced before its write begins is not written. A file that cannot be read is set aside; it is never overwritten, and no error
/// ends the daemon. Until it can be set aside, nothing is written.
final class KeptValue<Value: Sendable> {
  /// Why the value is not on the disk, with the reason of the failed write, for people; nil if it is.
  private(set) var trouble: String?
  private var writing: KeptWriting<Value>
  private var file: KeptFile { writing.file }
  let format: KeptFormat<Value>
  private let store: StoreThread
  private let clock: any DisplayClock
  private var timer: (any DisplayTimer)?
  private let answers = WriteCompletions()
  private let log = Logger(label: "marqueed")

  private static var retryInterval: UInt64 { 10_000_000_000 }

  init(_ file: KeptFile, _ format: KeptFormat<Value>, store: StoreThread, clock: any DisplayClock) {
    writing = KeptWriting(file)
    self.format = format
    self.store = store
    self.clock = clock
    timer = clock.makeTimer { [weak self] in self?.retry() }
    store.atEnd { [weak self] in self?.retry() }
  }

  /// Reads the value without any change, because the file may belong to another daemon.
  func peek() -> Value? { writing.peek(format) }

  /// Reads the value, and sets an unreadable file aside.
  func take() -> KeptFinding<Value> {
    let finding = load()
    retry()
    return finding
  }

  /// Reads the value; the next `begin` or `keep` sets an unreadable file aside.
  func load() -> KeptFinding<Value> { writing.load(format) }

  /// Sets an unreadable file aside, and tests whether a value can be kept.
  func begin() { accept(.tryOut) }

  func keep(_ value: Value) { accept(.write(value)) }

  func forget() { accept(.remove) }

  /// Calls `action` once all changes so far are on the disk, or `trouble` has the reason. The call is immediate if no change is waiting.
  func whenKept(_ action: @escaping () -> Void) { answers.wait(action) }

  private func retry() { if writing.isDue { write() } }

  private func accept(_ next: KeptWriting<Value>.Next) {
    writing.accept(next)
    answers.accept()
    if !writing.isUnderWay { write() }
  }

  private func write() {
    let number = answers.accepted
    timer?.disarm()
    let job = writing.begin(format)
    do throws(Errno) {
      try store.perform({ job.perform() }, then: { [weak self] in self?.ended(number, $0) })
    } catch {
      let failure = KeptFileError(path: file.path, reason: "the thread that writes it cannot be started: \(error)")
      ended(number, KeptFile.Outcome(failure: failure))
    }
  }

  private func ended(_ number: UInt64, _ outcome: KeptFile.Outcome) {
    if let finding = writing.end(outcome, format) {
      log.warning("\(finding)")
      store.findings.append(finding)
    }
    if let failure = outcome.failure {
      fail(failure)
    } else {
      if trouble != nil { log.notice("\(file.path): \(format.what) kept again") }
      trouble = nil
    }
    answers.answer(upTo: number)
    // A newer value may have been set during the write.
    if answers.accepted > number, !writing.isUnderWay { write() }
  }

  private func fail(_ failure: KeptFileError) {
    let text =
      "not kept across a restart: \(DaemonError.state(path: failure.path, reason: writing.reason(of: failure)))"
    // The same trouble is logged once.
    if text != trouble { log.error("\(format.what) \(text)") }
    trouble = text
    timer?.arm(at: clock.now.advanced(by: Self.retryInterval))
  }
}

extension KeptValue where Value: KeptRecord {
  convenience init(_ name: String, in directory: String, store: StoreThread, clock: any DisplayClock) {
    self.init(KeptFile(name, in: directory), .record, store: store, clock: clock)
  }
}
