import DisplayTypes
import KeptFiles
import Logging
import Presentation
import SystemPackage

/// Keeps the newest value in a file by way of the store thread, which tries a failed write again.
///
/// One write is under way at a time. A value that is replaced before its write begins is not written. A file that cannot be read is set
/// aside, never overwritten, and never fatal: while it cannot be set aside, nothing is kept.
final class KeptValue<Value> {
  /// The value and the reason of its last write's failure, for people; nil while all is on the disk.
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

  /// Reads the value and changes nothing, since the file may be another daemon's.
  func peek() -> Value? { writing.peek(format) }

  /// Reads the value, and sets an unreadable file aside.
  func take() -> KeptFinding<Value> {
    let finding = load()
    retry()
    return finding
  }

  /// Reads the value; the next `begin` or `keep` sets an unreadable file aside.
  func load() -> KeptFinding<Value> { writing.load(format) }

  /// Sets an unreadable file aside, and tries out whether a value can be kept.
  func begin() { accept(.tryOut) }

  func keep(_ value: Value) { accept(.write(value)) }

  func forget() { accept(.remove) }

  /// Calls `action` once all changes so far are on the disk, or `trouble` has the reason; immediately if no change is waiting.
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
    do throws(KeptFileError) {
      let job = try writing.begin(format)
      do throws(Errno) {
        try store.perform({ job.perform() }, then: { [weak self] in self?.ended(number, $0) })
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
      store.findings.append(finding)
    }
    if let failure = outcome.failure {
      fail(failure)
    } else {
      if trouble != nil { log.notice("\(file.path): \(format.what) kept again") }
      trouble = nil
    }
    answers.answer(upTo: number)
    // A newer value may have come meanwhile.
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
