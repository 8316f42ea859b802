import CLinuxEvents
import ControlProtocol
import DisplayTypes
import Glibc

/// A question for the proof of play, answered from its files: what was played in a time, and on which screen.
///
/// It takes as long as there are days, so no main thread runs it (`PlayReader`).
nonisolated struct PlaySearch: Sendable {
  /// The most plays of an answer.
  static let mostPlays = 10_000
  /// The most bytes that are read for an answer, from the newest day back.
  static let mostBytes = 256 << 20

  /// The folder of the days' files (`PlayFolder`).
  var folder: String
  /// The earliest and the latest first flip.
  var first: WallTime
  var last: WallTime
  /// The screen's name; nil for all.
  var screen: String?
  var limit = PlaySearch.mostPlays

  /// The plays by their first flips, the oldest first; where there are more than the limit, the newest, and `isCut`.
  func newest() -> (plays: [PlayRecord], isCut: Bool) {
    var found = NewestPlays(limit: limit)
    var bytesLeft = Self.mostBytes
    // A screen's lines begin with its name.
    let start = screen.map { Array("\(CSV.field($0)),".utf8) } ?? []
    for day in days().reversed() {
      guard var reader = BackwardLineReader("\(folder)/\(day)") else { continue }
      while let line = reader.next() {
        bytesLeft -= line.count + 1
        guard bytesLeft >= 0 else { return (found.sorted(), true) }
        guard line.starts(with: start), let record = PlayRecord(line) else { continue }
        // Lines stand in the order in which their plays ended: what ended before the oldest of these began, began before it too.
        if found.isCut, let oldest = found.oldest, record.end.wall < oldest { return (found.sorted(), true) }
        let isWanted =
          first <= record.first.wall && record.first.wall <= last && (screen == nil || record.screen == screen)
        if isWanted { found.add(record) }
      }
    }
    return (found.sorted(), found.isCut)
  }

  /// The names of the days' files that may have such plays, the oldest first.
  private func days() -> [String] {
    let firstDay = first.seconds / 86_400
    // What began before midnight may have ended, and stands, after it: by a week at most.
    let (lastDay, overflow) = (last.seconds / 86_400).addingReportingOverflow(7)
    return PlayFiles.days(in: folder).filter { name in
      guard let day = CalendarDate(String(name.utf8.prefix(10)) ?? "") else { return false }
      return firstDay <= Int64(day.dayNumber) && (overflow || Int64(day.dayNumber) <= lastDay)
    }
  }
}

/// So many plays at most: those with the latest first flips.
nonisolated struct NewestPlays {
  private let limit: Int
  /// In the order in which they came, which is that of the files backwards; once sorted, the latest first flip first.
  private var plays: [PlayRecord] = []
  /// Whether there were more.
  private(set) var isCut = false
  /// The earliest first flip of those that stay, once there were more.
  private(set) var oldest: WallTime?

  init(limit: Int) {
    self.limit = max(1, limit)
  }

  mutating func add(_ play: PlayRecord) {
    if let oldest, play.first.wall < oldest { return }
    plays.append(play)
    // Twice as many, so that they are sorted seldom.
    if plays.count >= 2 * limit { cut() }
  }

  /// By their first flips, the oldest first.
  mutating func sorted() -> [PlayRecord] {
    cut()
    return plays.reversed()
  }

  private mutating func cut() {
    plays.sort { $0.first.wall > $1.first.wall }
    guard plays.count > limit else { return }
    plays.removeLast(plays.count - limit)
    isCut = true
    oldest = plays.last?.first.wall
  }
}

/// The lines of a file from its last to its first, in a bounded memory.
nonisolated struct BackwardLineReader: ~Copyable {
  private static let chunkBytes = 256 << 10
  /// A longer line is passed over.
  private static let lineBytes = 64 << 10
  private let descriptor: Int32
  /// Where `bytes` begin in the file.
  private var position: Int
  private var bytes: [UInt8] = []
  /// What of `bytes` has not been returned yet.
  private var end = 0
  private var isInLongLine = false

  /// Opens a file; nil where that cannot be opened, or is none.
  init?(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    position = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// The line before the one that was returned last, without its end; nil where there is none.
  mutating func next() -> ArraySlice<UInt8>? {
    while true {
      if let newline = lastNewline() {
        let line = bytes[(newline + 1)..<end]
        end = newline
        guard !isInLongLine else {
          isInLongLine = false
          continue
        }
        if !line.isEmpty { return line }
      } else if position == 0 {
        defer { end = 0 }
        return end > 0 && !isInLongLine ? bytes[..<end] : nil
      } else {
        if end > Self.lineBytes { (isInLongLine, end) = (true, 0) }
        guard load() else { return nil }
      }
    }
  }

  private func lastNewline() -> Int? {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let index = marquee_last_index(base, UInt8(ascii: "\n"), end)
      return index >= 0 ? index : nil
    }
  }

  /// Puts the bytes before those that there are in front of them; false where they cannot be read.
  private mutating func load() -> Bool {
    let count = min(position, Self.chunkBytes)
    var chunk = [UInt8](repeating: 0, count: count)
    while true {
      let result = pread(descriptor, &chunk, count, off_t(position - count))
      if result < 0, errno == EINTR { continue }
      guard result == count else { return false }
      break
    }
    chunk += bytes[..<end]
    (bytes, end) = (chunk, chunk.count)
    position -= count
    return true
  }
}
