import ControlProtocol
import DisplayTypes
import Glibc
import SystemPackage

/// The files of the proof of play: one a day, lines are only added; and beside them what is on the screens now, for a start after a crash.
final class PlayFolder {
  /// Days that are kept.
  static let mostDays = 92
  /// A day's file takes no more.
  ///
  /// An item a second, all day, has room.
  static let mostBytes = 32 << 20

  let path: String
  private let log: (String) -> Void
  private var day = ""
  private var bytes = 0
  /// Plays that could not be kept.
  private var lost: Lost?
  /// Why nothing can be added now; nil while it can.
  private var trouble: String?
  /// Why what is on the screens now cannot be noted; nil while it can.
  private var openTrouble: String?

  private struct Lost {
    var count = 0
    let since: WallTime
    var last: WallTime
    var reason: String
  }

  /// Adds to the folder what was on the screens when the last daemon ended without a word.
  init(_ path: String, log: @escaping (String) -> Void) {
    self.path = path
    self.log = log
    do throws(Errno) { try make() } catch {
      tell("\(error)", insteadOf: nil)
      openTrouble = "\(error)"
    }
    let open = lines(of: openFile)
    for line in open { if let record = PlayRecord(line) { add(record) } }
    if !open.isEmpty { unlink(openFile) }
  }

  /// What is not kept, as a sentence for `status`; nil where all is.
  var warning: String? {
    if let lost {
      let until = trouble == nil ? "from \(lost.since) to \(lost.last)" : "since \(lost.since)"
      return "\(lost.count) play\(lost.count == 1 ? "" : "s") \(until) could not be kept in \(path): \(lost.reason)"
    }
    return (trouble ?? openTrouble).map { "the proof of play cannot be kept in \(path): \($0)" }
  }

  private var openFile: String { "\(path)/open.csv" }

  /// Adds a line to the file of the day, in UTC, on which it ended.
  func add(_ record: PlayRecord) {
    let name = CalendarDate(dayNumber: Int(record.end.wall.seconds / 86_400)).map { "\($0).csv" } ?? "unknown.csv"
    if name != day {
      day = name
      var status = stat()
      bytes = stat("\(path)/\(name)", &status) == 0 ? Int(status.st_size) : 0
      if bytes == 0 { removeOldDays() }
    }
    let text = (bytes == 0 ? PlayInfo.csvHeader + "\n" : "") + record.line + "\n"
    guard bytes + text.utf8.count <= Self.mostBytes else {
      return lose(record, "\(day) is full, and takes nothing more of that day")
    }
    do throws(Errno) {
      try write(text, to: "\(path)/\(day)", O_APPEND)
    } catch {
      return lose(record, "\(error)")
    }
    bytes += text.utf8.count
    guard trouble ?? openTrouble != nil else { return }
    (trouble, openTrouble) = (nil, nil)
    log("the proof of play is kept again; " + (warning ?? ""))
  }

  private func lose(_ record: PlayRecord, _ reason: String) {
    var lost = lost ?? Lost(since: record.first.wall, last: record.end.wall, reason: reason)
    lost.count += 1
    lost.last = record.end.wall
    lost.reason = reason
    self.lost = lost
    tell(reason, insteadOf: trouble ?? openTrouble)
    trouble = reason
  }

  /// What is on the screens from now on; replaces what was said before in one step.
  func keepOpen(_ records: [PlayRecord]) {
    guard !records.isEmpty else {
      unlink(openFile)
      openTrouble = nil
      return
    }
    let text = records.map { $0.line + "\n" }.joined()
    do throws(Errno) {
      try write(text, to: openFile + ".new", O_TRUNC)
      rename(openFile + ".new", openFile)
      openTrouble = nil
    } catch {
      tell("\(error)", insteadOf: trouble ?? openTrouble)
      openTrouble = "\(error)"
    }
  }

  /// The names of the days' files in a folder, the oldest first.
  nonisolated static func days(in path: String) -> [String] {
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

  private func removeOldDays() {
    for name in Self.days(in: path).dropLast(Self.mostDays - 1) { unlink("\(path)/\(name)") }
  }

  private func lines(of file: String) -> [ArraySlice<UInt8>] {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= Self.mostBytes {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += chunk.prefix(count)
    }
    return bytes.split(separator: UInt8(ascii: "\n"))
  }

  private func make() throws(Errno) {
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw Errno(rawValue: errno) }
    if access("\(path)/.", W_OK) != 0 { throw Errno(rawValue: errno) }
  }

  private func write(_ text: String, to file: String, _ flag: Int32) throws(Errno) {
    var descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC | flag, 0o640)
    if descriptor < 0, errno == ENOENT {
      // The folder could not be made at the start, or was taken away.
      try make()
      descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC | flag, 0o640)
    }
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    defer { close(descriptor) }
    var text = text
    let written = text.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard written != text.utf8.count else { return }
    let error: Errno = written < 0 ? Errno(rawValue: errno) : .noSpace
    // Half a line would spoil the next one.
    if flag == O_APPEND { _ = ftruncate(descriptor, off_t(bytes)) }
    throw error
  }

  /// The same is said once, however often it is met.
  private func tell(_ reason: String, insteadOf old: String?) {
    if reason != old { log("the proof of play cannot be kept in \(path): \(reason)") }
  }
}
