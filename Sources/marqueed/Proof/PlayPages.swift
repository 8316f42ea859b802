import ControlProtocol
import DisplayTypes

/// All plays of a search in pieces, in the order in which they ended.
///
/// It holds the place at which the next piece begins, and nothing of the files. No main thread reads a piece (`PlayReader`).
nonisolated struct PlayPages: Sendable {
  /// The most plays of a piece.
  static let mostPlays = 256
  /// A piece with so many bytes of lines takes no more plays.
  static let mostBytes = 32 << 10
  /// The most bytes that are read for a piece, and a line.
  static let mostBytesRead = 4 << 20

  private let search: PlaySearch
  /// The files that are not read to their ends, the oldest first.
  private var days: ArraySlice<String>
  /// Where the first of them is read on.
  private var position = 0

  init(_ search: PlaySearch) {
    self.search = search
    days = search.days()[...]
  }

  /// Whether all is read.
  var isAtEnd: Bool { days.isEmpty }

  /// The next piece; it is empty if a part of the files was read that has none.
  mutating func next() -> [PlayRecord] {
    var plays: [PlayRecord] = []
    var (bytes, bytesRead) = (0, 0)
    while let day = days.first {
      guard var reader = LineReader("\(search.folder)/\(day)", from: position) else {
        endDay()
        continue
      }
      while let line = reader.next() {
        bytesRead += line.count + 1
        if let play = search.play(line) {
          plays.append(play)
          bytes += line.count
        }
        if plays.count >= Self.mostPlays || bytes >= Self.mostBytes || bytesRead >= Self.mostBytesRead {
          position = reader.position
          return plays
        }
      }
      endDay()
    }
    return plays
  }

  private mutating func endDay() {
    days.removeFirst()
    position = 0
  }
}
