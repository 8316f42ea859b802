import ContentModel
import ControlProtocol
import DisplayTypes
import EventLoop
import Glibc
import KeptFiles
import Presentation
import SystemPackage

/// Keeps the proof of play in a file for each day, which only grows. Another file has the items on the screens, for the start after a
/// crash. The store's thread writes each line as soon as possible. It syncs the files some seconds later, or immediately at the end.
final class PlayFolder {
  /// Nanoseconds from a write to its sync. They are fewer than those after which a still scene causes no more wakeups.
  static let syncInterval: UInt64 = 3_000_000_000
  /// The limit of plays that wait for a slow disk.
  static let mostWaiting = 10_000

  let path: String
  private let files: PlayFiles
  private let store: StoreThread
  private let clock: any DisplayClock
  private var timer: (any DisplayTimer)?
  private var isTimerArmed = false
  private var waiting: [PlayRecord] = []
  /// The plays on the screens that are not written yet; nil if they are written.
  private var open: [PlayRecord]?
  private var unsynced: Set<String> = []
  private var isSyncDue = false
  private var isWriting = false
  private let answers = WriteCompletions()
  private var troubles: PlayTroubles

  /// Adds the plays that were on the screens when the last daemon was killed.
  ///
  /// - Parameter sync: fsync(2), or a replacement in a test.
  init(
    _ path: String, store: StoreThread, clock: any DisplayClock,
    sync: @escaping @Sendable (Int32) -> Int32 = { fsync($0) },
    log: @escaping (String) -> Void
  ) {
    self.path = path
    self.store = store
    self.clock = clock
    troubles = PlayTroubles(path: path, log: log)
    files = PlayFiles(path: path, sync: sync)
    do throws(Errno) { try files.make() } catch { troubles.noteOpen("\(error)") }
    timer = clock.makeTimer { [weak self] in
      self?.isTimerArmed = false
      self?.retry()
    }
    store.atEnd { [weak self] in self?.retry() }
    let lines = files.openLines()
    guard !lines.isEmpty else { return }
    waiting = lines.compactMap { PlayRecord($0) }
    keepOpen([])
  }

  var warning: String? { troubles.warning }

  /// Adds a line to the file of the day on which the play ended, in UTC.
  func add(_ record: PlayRecord) {
    guard waiting.count < Self.mostWaiting else { return troubles.lose(record, "the disk is too slow") }
    waiting.append(record)
    accept()
  }

  func keepOpen(_ records: [PlayRecord]) {
    open = records
    accept()
  }

  /// Calls `action` once all plays so far are in their files, or `warning` has the reason. The call is immediate if no play is waiting.
  func whenWritten(_ action: @escaping () -> Void) { answers.wait(action) }

  private func retry() {
    isSyncDue = true
    if !isWriting { write() }
  }

  private func accept() {
    answers.accept()
    if !isWriting { write() }
  }

  private func write() {
    var batch = PlayFiles.Batch(
      lines: waiting.map { (PlayFiles.name(of: $0), $0.line) }, open: open.map { $0.map(\.line) })
    unsynced.formUnion(batch.lines.map(\.file))
    if open != nil { unsynced.insert(PlayFiles.openName) }
    if isSyncDue, !unsynced.isEmpty { batch.synced = unsynced }
    guard !batch.lines.isEmpty || batch.open != nil || batch.synced != nil else {
      isSyncDue = false
      return
    }
    let records = waiting
    let number = answers.accepted
    (waiting, open, isSyncDue, isWriting) = ([], nil, false, true)
    if batch.synced != nil { unsynced = [] }
    do throws(Errno) {
      try store.perform(
        { [files, batch] in files.write(batch) }, then: { [weak self] in self?.ended(number, records, batch, $0) })
    } catch {
      let reason = "the thread that writes it cannot be started: \(error)"
      var outcome = PlayFiles.Outcome(openFailure: reason, syncFailure: reason)
      for index in records.indices { outcome.lost[index] = reason }
      ended(number, records, batch, outcome)
    }
  }

  private func ended(
    _ number: UInt64, _ records: [PlayRecord], _ batch: PlayFiles.Batch, _ outcome: PlayFiles.Outcome
  ) {
    isWriting = false
    for (index, record) in records.enumerated() {
      if let reason = outcome.lost[index] { troubles.lose(record, reason) }
    }
    if batch.open != nil { troubles.noteOpen(outcome.openFailure) }
    if let synced = batch.synced {
      troubles.noteSync(outcome.syncFailure)
      if outcome.syncFailure != nil { unsynced.formUnion(synced) }
    }
    if !records.isEmpty, outcome.lost.isEmpty { troubles.didAdd() }
    if !unsynced.isEmpty, !isTimerArmed {
      isTimerArmed = true
      timer?.arm(at: clock.now.advanced(by: Self.syncInterval))
    }
    answers.answer(upTo: number)
    // Records may have arrived during the write.
    if !isWriting, !waiting.isEmpty || open != nil || isSyncDue { write() }
  }
}

/// The reasons why plays cannot be kept. Each reason is logged once until it changes.
struct PlayTroubles {
  let path: String
  let log: (String) -> Void
  private var lost: (count: Int, since: WallTime, last: WallTime, reason: String)?
  /// The failures of lines, of the file of open plays, and of syncs; nil after a success.
  private var trouble: String?
  private var openTrouble: String?
  private var syncTrouble: String?

  init(path: String, log: @escaping (String) -> Void) { (self.path, self.log) = (path, log) }

  /// A sentence for `status`; nil if all plays are kept.
  var warning: String? {
    if let lost {
      let until = trouble == nil ? "from \(lost.since) to \(lost.last)" : "since \(lost.since)"
      return "\(lost.count) play\(lost.count == 1 ? "" : "s") \(until) could not be kept in \(path): \(lost.reason)"
    }
    return (trouble ?? openTrouble ?? syncTrouble).map { "the proof of play cannot be kept in \(path): \($0)" }
  }

  mutating func lose(_ record: PlayRecord, _ reason: String) {
    lost = ((lost?.count ?? 0) + 1, lost?.since ?? record.first.wall, record.end.wall, reason)
    report(reason, insteadOf: trouble ?? openTrouble)
    trouble = reason
  }

  mutating func didAdd() {
    guard trouble != nil else { return }
    trouble = nil
    log("the proof of play is kept again; " + (warning ?? ""))
  }

  mutating func noteOpen(_ reason: String?) {
    if let reason { report(reason, insteadOf: trouble ?? openTrouble) }
    openTrouble = reason
  }

  mutating func noteSync(_ reason: String?) {
    if let reason { report(reason, insteadOf: trouble ?? syncTrouble) }
    syncTrouble = reason
  }

  private func report(_ reason: String, insteadOf old: String?) {
    if reason != old { log("the proof of play cannot be kept in \(path): \(reason)") }
  }
}

/// Writes the files of the proof of play. It runs on the store's thread, which may wait for the disk.
nonisolated struct PlayFiles: Sendable {
  static let mostDays = 92
  /// The limit of a day's file in bytes. An item for each second of the day fits.
  static let mostBytes = 32 << 20
  static let openName = "open.csv"

  let path: String
  /// fsync(2), or a replacement in a test.
  let sync: @Sendable (Int32) -> Int32

  struct Batch: Sendable {
    /// Lines without their ends, each with its file name, in order.
    var lines: [(file: String, text: String)] = []
    /// The lines of the plays on the screens; nil if they are unchanged.
    var open: [String]?
    /// The names of the files to sync afterwards, together with the folder; nil for no sync.
    var synced: Set<String>?
  }

  struct Outcome: Sendable {
    /// The reasons why lines were not written, by their index in the batch.
    var lost: [Int: String] = [:]
    var openFailure: String?
    var syncFailure: String?
  }

  func write(_ batch: Batch) -> Outcome {
    var outcome = Outcome()
    var index = 0
    while index < batch.lines.count {
      let file = batch.lines[index].file
      let end = batch.lines[index...].firstIndex { $0.file != file } ?? batch.lines.count
      if let reason = append(batch.lines[index..<end].map(\.text), to: file) {
        for lost in index..<end { outcome.lost[lost] = reason }
      }
      index = end
    }
    if let open = batch.open {
      do throws(Errno) { try replaceOpen(by: open) } catch { outcome.openFailure = "\(error)" }
    }
    if let synced = batch.synced { outcome.syncFailure = syncAll(synced) }
    return outcome
  }

  func make() throws(Errno) {
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw Errno(rawValue: errno) }
    if access("\(path)/.", W_OK) != 0 { throw Errno(rawValue: errno) }
  }

  /// The lines of the plays that were on the screens when the last daemon was killed.
  func openLines() -> [ArraySlice<UInt8>] {
    guard let bytes = try? KeptFile.read("\(path)/\(Self.openName)") else { return [] }
    return bytes.split(separator: UInt8(ascii: "\n"))
  }

  /// The days for which a folder has a file, the oldest first.
  static func days(in path: String) -> [CalendarDate] {
    (FolderNames.read(path) ?? []).filter { $0.hasSuffix(".csv") }.compactMap { CalendarDate(String($0.dropLast(4))) }
      .sorted()
  }

  static func name(of record: PlayRecord) -> String {
    CalendarDate(dayNumber: Int(record.end.wall.seconds / 86_400)).map { "\($0).csv" } ?? "unknown.csv"
  }

  /// Adds lines to the file of a day; returns the reason of a failure.
  private func append(_ lines: [String], to day: String) -> String? {
    var status = stat()
    let size = stat("\(path)/\(day)", &status) == 0 ? Int(status.st_size) : 0
    if size == 0 { for day in Self.days(in: path).dropLast(Self.mostDays - 1) { unlink("\(path)/\(day).csv") } }
    let text = (size == 0 ? PlayInfo.csvHeader + "\n" : "") + lines.map { $0 + "\n" }.joined()
    guard size + text.utf8.count <= Self.mostBytes else { return "\(day) is full; it stores no more plays of that day" }
    do throws(Errno) {
      try write(text, to: day, O_APPEND, size: size)
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func replaceOpen(by lines: [String]) throws(Errno) {
    let file = "\(path)/\(Self.openName)"
    guard !lines.isEmpty else {
      guard unlink(file) == 0 || errno == ENOENT else { throw Errno(rawValue: errno) }
      return
    }
    try write(lines.map { $0 + "\n" }.joined(), to: Self.openName + ".new", O_TRUNC, size: 0)
    guard rename(file + ".new", file) == 0 else { throw Errno(rawValue: errno) }
  }

  private func write(_ text: String, to name: String, _ flag: Int32, size: Int) throws(Errno) {
    let file = "\(path)/\(name)"
    var descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | flag, 0o640)
    if descriptor < 0, errno == ENOENT {
      // The folder could not be made at the start, or was removed.
      try make()
      descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | flag, 0o640)
    }
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    defer { close(descriptor) }
    var text = text
    let written = text.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard written != text.utf8.count else { return }
    let error: Errno = written < 0 ? Errno(rawValue: errno) : .noSpace
    // Remove a partial line, which would spoil the next one.
    if flag == O_APPEND { _ = ftruncate(descriptor, off_t(size)) }
    throw error
  }

  private func syncAll(_ names: Set<String>) -> String? {
    var failure: String?
    for file in names.sorted().map({ "\(path)/\($0)" }) + [path] {
      let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      if descriptor < 0, errno == ENOENT { continue }
      // Some file systems cannot sync a folder (fsync(2): EINVAL).
      let isSynced = descriptor >= 0 && (sync(descriptor) == 0 || errno == EINVAL)
      if !isSynced { failure = failure ?? "\(file) cannot be synced: \(Errno(rawValue: errno))" }
      if descriptor >= 0 { close(descriptor) }
    }
    return failure
  }
}
