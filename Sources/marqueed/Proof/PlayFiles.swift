import ControlProtocol
import DisplayTypes
import Glibc
import KeptFiles
import SystemPackage

/// Writes to the files of the proof of play; on the store's thread, which may wait for the disk.
nonisolated struct PlayFiles: Sendable {
  /// Days that are kept.
  static let mostDays = 92
  /// A day's file takes no more.
  ///
  /// An item a second, all day, has room.
  static let mostBytes = 32 << 20
  /// The file of what is on the screens.
  static let openName = "open.csv"

  /// The folder.
  let path: String
  /// fsync(2), or what a test has in its place.
  let sync: @Sendable (Int32) -> Int32

  /// What is to be written at once.
  struct Batch: Sendable {
    /// Lines without their ends, each with the name of its file, in their order.
    var lines: [(file: String, text: String)] = []
    /// The lines of what is on the screens; nil where that is as it was.
    var open: [String]?
    /// The names of the files that are synced after that, with the folder; nil where nothing is.
    var synced: Set<String>?
  }

  /// What came of it.
  struct Outcome: Sendable {
    /// Why lines were not written, by their numbers in the batch.
    var lost: [Int: String] = [:]
    /// Why what is on the screens was not written.
    var openFailure: String?
    var syncFailure: String?
  }

  /// Writes a batch, and syncs what it names.
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

  /// Makes the folder where it is missing.
  func make() throws(Errno) {
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw Errno(rawValue: errno) }
    if access("\(path)/.", W_OK) != 0 { throw Errno(rawValue: errno) }
  }

  /// The lines of what was on the screens when the last daemon ended without a word.
  func openLines() -> [ArraySlice<UInt8>] {
    guard let bytes = try? KeptFile.read("\(path)/\(Self.openName)") else { return [] }
    return bytes.split(separator: UInt8(ascii: "\n"))
  }

  /// The names of the days' files in a folder, the oldest first.
  static func days(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.utf8.count == 14, CalendarDate(String(name.utf8.prefix(10)) ?? "") != nil { names.append(name) }
    }
    return names.sorted()
  }

  /// Adds lines to a day's file; returns why that cannot be done.
  private func append(_ lines: [String], to day: String) -> String? {
    var status = stat()
    let size = stat("\(path)/\(day)", &status) == 0 ? Int(status.st_size) : 0
    if size == 0 { removeOldDays() }
    let text = (size == 0 ? PlayInfo.csvHeader + "\n" : "") + lines.map { $0 + "\n" }.joined()
    guard size + text.utf8.count <= Self.mostBytes else { return "\(day) is full, and takes nothing more of that day" }
    do throws(Errno) {
      try write(text, to: day, O_APPEND, size: size)
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func removeOldDays() {
    for name in Self.days(in: path).dropLast(Self.mostDays - 1) { unlink("\(path)/\(name)") }
  }

  /// Replaces what was said of the screens before, in one step.
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
      // The folder could not be made at the start, or was taken away.
      try make()
      descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | flag, 0o640)
    }
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    defer { close(descriptor) }
    var text = text
    let written = text.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard written != text.utf8.count else { return }
    let error: Errno = written < 0 ? Errno(rawValue: errno) : .noSpace
    // Half a line would spoil the next one.
    if flag == O_APPEND { _ = ftruncate(descriptor, off_t(size)) }
    throw error
  }

  /// Returns what could not be synced, and why.
  private func syncAll(_ names: Set<String>) -> String? {
    var failure: String?
    for file in names.sorted().map({ "\(path)/\($0)" }) + [path] {
      let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      if descriptor < 0, errno == ENOENT { continue }
      // Some file systems have nothing to sync in a folder (fsync(2): EINVAL).
      let isSynced = descriptor >= 0 && (sync(descriptor) == 0 || errno == EINVAL)
      if !isSynced { failure = failure ?? "\(file) cannot be synced: \(Errno(rawValue: errno))" }
      if descriptor >= 0 { close(descriptor) }
    }
    return failure
  }
}
