import DisplayTypes
import Logging
import Presentation
import SystemPackage

/// How something is kept in a file, and what people are told of it.
struct KeptFormat<Value> {
  /// What is in a file.
  enum Reading {
    case value(Value)
    /// Something that this version cannot read, and why.
    case unreadable(reason: String)
  }

  /// What it is, with its verb, as "what is chosen is".
  var what: String
  /// What becomes of it where the file cannot be read, as "everything begins anew".
  var loss: String
  /// Reads the text of a file.
  var read: ([UInt8]) -> Reading
  /// The text for a value, a JSON object; nil where it has none.
  var text: (Value) -> [UInt8]?
}

/// Keeps the newest value in a file by way of the store: what could not be written is tried again until it can.
///
/// One write is under way at a time. A value that is replaced before it is written is not written: the newer one answers for it. A file that
/// cannot be read is set aside, never overwritten, and never fatal: while it cannot be set aside, nothing is kept.
final class KeptValue<Value>: KeptStore.Retried {
  /// What is to be done with the file next.
  private enum Next {
    case nothing
    /// Nobody has written anything yet, and whether that can be done is to be known.
    case tryOut
    case write(Value)
    case remove
  }

  /// What was found at the start.
  enum Finding {
    /// There is no file.
    case nothing
    case value(Value)
    /// The file cannot be read; the value is that of the file before it.
    case previous(Value)
    case unreadable

    /// Whether something was kept and cannot be read.
    var isLost: Bool { if case .unreadable = self { true } else { false } }

    var value: Value? {
      switch self {
      case .value(let value), .previous(let value): value
      case .nothing, .unreadable: nil
      }
    }
  }

  /// What could not be kept and why, in words for whoever just changed something; nil while all is on the disk.
  ///
  /// It tells of what `whenKept` waits for.
  private(set) var trouble: String?
  private let file: KeptFile
  let format: KeptFormat<Value>
  private let store: KeptStore
  private let clock: any DisplayClock
  private var timer: (any DisplayTimer)?
  private var next = Next.nothing
  /// Why the file that is in the way cannot be read; nil where none is.
  private var obstacle: String?
  private var isPreviousUsed = false
  private var isWriting = false
  private let answers = KeptAnswers()
  private let log = Logger(label: "marqueed")

  private static var retryInterval: UInt64 { 10_000_000_000 }

  /// Reads and writes nothing yet.
  init(_ file: KeptFile, _ format: KeptFormat<Value>, store: KeptStore, clock: any DisplayClock) {
    self.file = file
    self.format = format
    self.store = store
    self.clock = clock
    timer = clock.makeTimer { [weak self] in self?.retry() }
    store.add(self)
  }

  // MARK: Reading

  /// What was kept, or nil; changes nothing, since the file may be another daemon's.
  func peek() -> Value? {
    for path in [file.path, file.previousPath] {
      switch read(path) {
      case .success(let value): return value
      case .failure: continue
      }
    }
    return nil
  }

  /// What was kept; what cannot be read is set aside.
  func take() -> Finding {
    let finding = load()
    retry()
    return finding
  }

  /// What was kept; what cannot be read is set aside by the next `begin` or `keep`.
  func load() -> Finding {
    switch read(file.path) {
    case .success(nil): return .nothing
    case .success(let value?): return .value(value)
    case .failure(let failure): obstacle = failure.reason
    }
    guard case .success(let value?) = read(file.previousPath) else { return .unreadable }
    isPreviousUsed = true
    next = .write(value)
    return .previous(value)
  }

  /// Nil where there is no file.
  private func read(_ path: String) -> Result<Value?, KeptFileError> {
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try KeptFile.read(path)
    } catch {
      return error == .noSuchFileOrDirectory
        ? .success(nil) : .failure(KeptFileError(path: path, reason: "it cannot be read: \(error)"))
    }
    guard KeptText.isWhole(bytes) else {
      return .failure(KeptFileError(path: path, reason: "it is damaged: its checksum is wrong"))
    }
    switch format.read(bytes) {
    case .value(let value): return .success(value)
    case .unreadable(let reason): return .failure(KeptFileError(path: path, reason: reason))
    }
  }

  // MARK: Writing

  /// Sets aside what cannot be read, and finds out whether anything can be kept, before there is anything.
  func begin() {
    if case .nothing = next { next = .tryOut }
    accept()
  }

  /// Has the newest value written.
  func keep(_ value: Value) {
    next = .write(value)
    accept()
  }

  /// Has the file taken away.
  func forget() {
    next = .remove
    accept()
  }

  /// Calls once all that was to be kept by now is on the disk, or `trouble` says why it is not; at once where that is so already.
  func whenKept(_ action: @escaping () -> Void) { answers.wait(action) }

  /// Tries again what could not be kept.
  func retry() {
    guard !isWriting else { return }
    if case .nothing = next, obstacle == nil { return }
    write()
  }

  private func accept() {
    answers.accept()
    if !isWriting { write() }
  }

  private func write() {
    let number = answers.accepted
    isWriting = true
    timer?.disarm()
    do throws(KeptFileError) {
      let work = try work()
      let (file, isObstructed) = (file, obstacle != nil)
      do throws(Errno) {
        try store.perform {
          file.perform(work, isObstructed: isObstructed)
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

  private func work() throws(KeptFileError) -> KeptFile.Work {
    switch next {
    case .nothing: return .nothing
    case .tryOut: return .tryOut
    case .remove: return .remove
    case .write(let value):
      guard let object = format.text(value) else {
        throw KeptFileError(path: file.path, reason: "it could not be encoded")
      }
      return .write(object)
    }
  }

  private func ended(_ number: UInt64, _ outcome: KeptFile.Outcome) {
    isWriting = false
    if let obstacle, outcome.isClear {
      self.obstacle = nil
      let loss = isPreviousUsed ? "\(file.previousPath), the one before it, is used" : format.loss
      if let aside = outcome.aside {
        let finding = "\(file.path): \(obstacle); it was set aside as \(aside), and \(loss)"
        log.warning("\(finding)")
        store.add(finding: finding)
      }
    }
    if let failure = outcome.failure {
      fail(failure)
    } else {
      if answers.accepted == number { next = .nothing }
      if trouble != nil { log.notice("\(file.path): \(format.what) kept again") }
      trouble = nil
    }
    answers.answer(upTo: number)
    // What came meanwhile.
    if answers.accepted > number, !isWriting { write() }
  }

  private func fail(_ failure: KeptFileError) {
    let obstacle = failure.path == file.path ? obstacle.map { "\($0), and " } ?? "" : ""
    let text =
      "not kept across a restart: \(DaemonError.state(path: failure.path, reason: obstacle + failure.reason))"
    // The same trouble is said once, however often it is met.
    if text != trouble { log.error("\(format.what) \(text)") }
    trouble = text
    timer?.arm(at: clock.now.advanced(by: Self.retryInterval))
  }
}
