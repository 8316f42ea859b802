import DisplayTypes
import KeptFiles
import Logging
import Presentation
import SystemPackage

/// Keeps the newest value in a file by way of the store: what could not be written is tried again until it can.
///
/// One write is under way at a time. A value that is replaced before it is written is not written: the newer one answers for it. A file that
/// cannot be read is set aside, never overwritten, and never fatal: while it cannot be set aside, nothing is kept.
final class KeptValue<Value>: StoreThread.Retried {
  /// What could not be kept and why, in words for whoever just changed something; nil while all is on the disk.
  ///
  /// It tells of what `whenKept` waits for.
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

  /// Reads and writes nothing yet.
  init(_ file: KeptFile, _ format: KeptFormat<Value>, store: StoreThread, clock: any DisplayClock) {
    writing = KeptWriting(file)
    self.format = format
    self.store = store
    self.clock = clock
    timer = clock.makeTimer { [weak self] in self?.retry() }
    store.add(self)
  }

  // MARK: Reading

  /// What was kept, or nil; changes nothing, since the file may be another daemon's.
  func peek() -> Value? { writing.peek(format) }

  /// What was kept; what cannot be read is set aside.
  func take() -> KeptFinding<Value> {
    let finding = load()
    retry()
    return finding
  }

  /// What was kept; what cannot be read is set aside by the next `begin` or `keep`.
  func load() -> KeptFinding<Value> { writing.load(format) }

  // MARK: Writing

  /// Sets aside what cannot be read, and finds out whether anything can be kept, before there is anything.
  func begin() { accept(.tryOut) }

  func keep(_ value: Value) { accept(.write(value)) }

  func forget() { accept(.remove) }

  /// Calls `action` once all changes so far are on the disk, or `trouble` has the reason; immediately if no change is waiting.
  func whenKept(_ action: @escaping () -> Void) { answers.wait(action) }

  /// Tries again what could not be kept.
  func retry() {
    if writing.isDue { write() }
  }

  private func accept(_ next: KeptWriting<Value>.Next) {
    writing.accept(next)
    answers.accept()
    if !writing.isUnderWay { write() }
  }

  private func write() {
    let number = answers.accepted
    timer?.disarm()
    do throws(KeptFileError) {
      let job = try writing.begin(format)
      do throws(Errno) {
        try store.perform {
          job.perform()
        } then: { [weak self] in
          self?.ended(number, $0)
        }
      } catch {
        throw KeptFileError(path: file.path, reason: "the thread that writes it cannot be started: \(error)")
      }
    } catch {
      ended(number, KeptFile.Outcome(failure: error))
    }
  }

  private func ended(_ number: UInt64, _ outcome: KeptFile.Outcome) {
    if let finding = writing.end(outcome, format) {
      log.warning("\(finding)")
      store.add(finding: finding)
    }
    if let failure = outcome.failure {
      fail(failure)
    } else {
      if trouble != nil { log.notice("\(file.path): \(format.what) kept again") }
      trouble = nil
    }
    answers.answer(upTo: number)
    // What came meanwhile.
    if answers.accepted > number, !writing.isUnderWay { write() }
  }

  private func fail(_ failure: KeptFileError) {
    let text =
      "not kept across a restart: \(DaemonError.state(path: failure.path, reason: writing.reason(of: failure)))"
    // The same trouble is said once, however often it is met.
    if text != trouble { log.error("\(format.what) \(text)") }
    trouble = text
    timer?.arm(at: clock.now.advanced(by: Self.retryInterval))
  }
}

extension KeptValue where Value: KeptRecord {
  /// Reads and writes nothing yet.
  convenience init(_ name: String, in directory: String, store: StoreThread, clock: any DisplayClock) {
    self.init(KeptFile(name, in: directory), .record, store: store, clock: clock)
  }
}
