import ControlProtocol
import DisplayTypes

/// A question for the proof of play, answered from its files: what was played in a time, and on which screen.
///
/// It takes as long as there are days, so no main thread runs it (`PlayReader`).
nonisolated struct PlaySearch: Sendable {
  /// The most plays of an answer.
  static let mostPlays = 10_000
  /// The most bytes that are read for an answer, from the newest day back.
  static let mostBytes = 256 << 20

  /// The folder of the days' files (`PlayFolder`).
  let folder: String
  /// The earliest and the latest first flip.
  let first: WallTime
  let last: WallTime
  /// The screen's name; nil for all.
  let screen: String?
  let limit: Int
  /// A screen's lines begin with its name.
  private let start: [UInt8]

  init(folder: String, first: WallTime, last: WallTime, screen: String? = nil, limit: Int = PlaySearch.mostPlays) {
    self.folder = folder
    self.first = first
    self.last = last
    self.screen = screen
    self.limit = limit
    start = screen.map { Array("\(CSV.field($0)),".utf8) } ?? []
  }

  /// The plays by their first flips, the oldest first; where there are more than the limit, the newest, and `isCut`.
  func newest() -> (plays: [PlayRecord], isCut: Bool) {
    var found = NewestPlays(limit: limit)
    var bytesLeft = Self.mostBytes
    for day in days().reversed() {
      guard var reader = BackwardLineReader("\(folder)/\(day)") else { continue }
      while let line = reader.next() {
        bytesLeft -= line.count + 1
        guard bytesLeft >= 0 else { return (found.sorted(), true) }
        guard let record = record(line) else { continue }
        // Lines stand in the order in which their plays ended: what ended before the oldest of these began, began before it too.
        if found.isCut, let oldest = found.oldest, record.end.wall < oldest { return (found.sorted(), true) }
        if isWanted(record) { found.add(record) }
      }
    }
    return (found.sorted(), found.isCut)
  }

  /// The play of a line of a file; nil if the line has none that is wanted.
  func play(_ line: ArraySlice<UInt8>) -> PlayRecord? {
    guard let record = record(line), isWanted(record) else { return nil }
    return record
  }

  private func record(_ line: ArraySlice<UInt8>) -> PlayRecord? {
    line.starts(with: start) ? PlayRecord(line) : nil
  }

  private func isWanted(_ record: PlayRecord) -> Bool {
    first <= record.first.wall && record.first.wall <= last && (screen == nil || record.screen == screen)
  }

  /// The names of the days' files that may have such plays, the oldest first.
  func days() -> [String] {
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
