import ContentModel
import ControlProtocol
import DisplayTypes
import Glibc

/// A query of the proof of play, answered from its files: the plays of a period, on one screen or on all. The time grows with the number of
/// days, so the query runs outside the main thread (`PlaySearchThread`).
nonisolated struct PlaySearch: Sendable {
  static let mostPlays = 10_000
  /// The limit of bytes that are read for an answer. Whole files are read, from the newest day back.
  static let mostBytes = 256 << 20

  let folder: String
  /// The earliest and the latest first flip that match.
  let first: WallTime
  let last: WallTime
  /// A connector, or the own name of a screen in any case.
  let screen: String?
  let limit: Int
  /// The zone of the configuration, for the answer.
  let zone: String?
  /// Lines of a wanted connector begin with it; empty for a screen's own name.
  private let start: [UInt8]

  init(
    folder: String, first: WallTime, last: WallTime, screen: String? = nil, zone: String? = nil,
    limit: Int = PlaySearch.mostPlays
  ) {
    self.zone = zone
    self.folder = folder
    self.first = first
    self.last = last
    self.screen = screen
    self.limit = max(1, limit)
    start = screen.map { ConnectorName.resembles($0) ? Array("\(CSV.field($0)),".utf8) : [] } ?? []
  }

  /// The newest matching plays, ordered by first flip from the oldest. `isCut` is true if there are more than the limit.
  func newest() -> (plays: [PlayRecord], isCut: Bool) {
    var plays: [PlayRecord] = []
    var isCut = false
    func cut() {
      plays.sort { $0.first.wall < $1.first.wall }
      guard plays.count > limit else { return }
      plays.removeFirst(plays.count - limit)
      isCut = true
    }
    var bytesLeft = Self.mostBytes
    for day in days().reversed() {
      // The plays of a file ended on its day, so they all began before the end of that day.
      if isCut, let oldest = plays.first, Int64(day.dayNumber + 1) * 86_400 <= oldest.first.wall.seconds { break }
      guard var reader = LineReader("\(folder)/\(day).csv") else { continue }
      bytesLeft -= reader.size
      guard bytesLeft >= 0 else { return (plays, true) }
      while let line = reader.next() {
        if let play = play(line) { plays.append(play) }
        // Allow twice the limit, so that sorting is rare.
        if plays.count >= 2 * limit { cut() }
      }
      cut()
    }
    return (plays, isCut)
  }

  /// The play in a line of a file; nil if it does not match.
  func play(_ line: ArraySlice<UInt8>) -> PlayRecord? {
    guard line.starts(with: start), let record = PlayRecord(line), first <= record.first.wall,
      record.first.wall <= last
    else { return nil }
    guard let screen, record.screen != screen else { return record }
    return !record.label.isEmpty && record.label.lowercased() == screen.lowercased() ? record : nil
  }

  /// The days whose files may have matching plays, the oldest first.
  func days() -> [CalendarDate] {
    let firstDay = first.seconds / 86_400
    // A play is in the file of the day on which it ended, at most a week after its begin.
    let lastDay = last.seconds / 86_400 + 7
    return PlayFiles.days(in: folder).filter { firstDay <= Int64($0.dayNumber) && Int64($0.dayNumber) <= lastDay }
  }
}

/// All plays of a search in pages, ordered by their ends. Between two pages it stores only the place of the next one. The main thread does
/// not read pages (`PlaySearchThread`).
nonisolated struct PlayPages: Sendable {
  static let mostPlays = 256
  /// The bytes of lines after which a page takes no more plays.
  static let mostBytes = 32 << 10
  /// The limit of bytes that are read for a page, except for the last line.
  static let mostBytesRead = 4 << 20

  private let search: PlaySearch
  /// The days whose files are not completely read, the oldest first.
  private var days: ArraySlice<CalendarDate>
  /// The place in the first of these files at which reading continues.
  private var place = LineReader.Place()

  init(_ search: PlaySearch) {
    self.search = search
    days = search.days()[...]
  }

  var isAtEnd: Bool { days.isEmpty }
  var zone: String? { search.zone }

  /// The next page. It is empty if the part of the files that was read has no matching plays.
  mutating func next() -> [PlayRecord] {
    var plays: [PlayRecord] = []
    var (bytes, bytesRead) = (0, 0)
    while let day = days.first {
      if var reader = LineReader("\(search.folder)/\(day).csv", from: place) {
        var before = place.position
        while let line = reader.next() {
          if let play = search.play(line) {
            plays.append(play)
            bytes += line.count
          }
          bytesRead += reader.place.position - before
          before = reader.place.position
          if plays.count >= Self.mostPlays || bytes >= Self.mostBytes || bytesRead >= Self.mostBytesRead {
            place = reader.place
            return plays
          }
        }
      }
      days.removeFirst()
      place = LineReader.Place()
    }
    return plays
  }
}

/// The lines of a file of plays from a place on, in limited memory. It reads no further than the largest size of a day's file
/// (`PlayFiles.mostBytes`).
nonisolated struct LineReader: ~Copyable {
  struct Place: Sendable {
    var position = 0
    /// Whether the place is within a line that is too long.
    var isInLongLine = false
  }

  private static let lineBytes = 64 << 10
  private static let chunkBytes = 64 << 10
  private let descriptor: Int32
  let size: Int
  private(set) var place: Place
  /// The read bytes of the file. The byte at `place` has the index `start`.
  private var bytes: [UInt8] = []
  private var start = 0

  /// Nil if the path cannot be opened or is not a regular file.
  init?(_ path: String, from place: Place = Place()) {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
    (self.descriptor, self.place) = (descriptor, place)
    size = min(Int(status.st_size), PlayFiles.mostBytes)
  }

  deinit { close(descriptor) }

  /// Reads the next line without its end. Returns an empty line for a part of a line that is too long, and nil at the end or after an
  /// error.
  mutating func next() -> ArraySlice<UInt8>? {
    while true {
      if let newline = firstNewline() {
        let line = bytes[start..<newline]
        pass(to: newline + 1)
        defer { place.isInLongLine = false }
        return place.isInLongLine ? [] : line
      }
      if bytes.count - start > Self.lineBytes || place.isInLongLine && start < bytes.count {
        place.isInLongLine = true
        pass(to: bytes.count)
        return []
      }
      guard load() else {
        let rest = bytes[start...]
        pass(to: bytes.count)
        return rest.isEmpty ? nil : rest
      }
    }
  }

  private func firstNewline() -> Int? {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, let found = memchr(base + start, 0x0A, buffer.count - start) else {
        return nil
      }
      return UnsafeRawPointer(found) - base
    }
  }

  private mutating func pass(to index: Int) {
    place.position += index - start
    start = index
  }

  /// Appends the next bytes of the file; false at the end, or after an error.
  private mutating func load() -> Bool {
    let position = place.position + bytes.count - start
    var chunk = [UInt8](repeating: 0, count: max(0, min(Self.chunkBytes, size - position)))
    var count = pread(descriptor, &chunk, chunk.count, off_t(position))
    while count < 0, errno == EINTR { count = pread(descriptor, &chunk, chunk.count, off_t(position)) }
    guard count > 0 else { return false }
    bytes = Array(bytes[start...]) + chunk[..<count]
    start = 0
    return true
  }
}
