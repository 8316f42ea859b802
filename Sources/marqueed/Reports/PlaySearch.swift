import ContentModel
import ControlProtocol
import ControlServer
import EventLoop
import SystemPackage

/// A question for the proof of play, answered from its files: what was played in a time, and on which screen.
///
/// It takes as long as there are days, so no main thread runs it (`PlaySearchThread`).
nonisolated struct PlaySearch: Sendable {
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
      lines: while true {
        let before = reader.bytesLeft
        let part = reader.next()
        bytesLeft -= before - reader.bytesLeft
        guard bytesLeft >= 0 else { return (found.sorted(), true) }
        switch part {
        case .end: break lines
        case .skipped: continue
        case .line(let line):
          guard let record = record(line) else { continue }
          // Lines stand in the order in which their plays ended: what ended before the oldest of these began, began before it too.
          if found.isCut, let oldest = found.oldest, record.end.wall < oldest { return (found.sorted(), true) }
          if isWanted(record) { found.add(record) }
        }
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

/// Answers questions for the proof of play on a thread of its own, one after the other: the files of 92 days are read for some.
///
/// The thread is there only while there is a question, or a client that takes all plays in pieces.
final class PlaySearchThread {
  static let mostPending = 16
  private let thread: OnDemandThread

  init(loop: EventLoop) { thread = OnDemandThread("marquee-plays", main: loop.mailbox, trimsHeap: true) }

  /// How many questions have no answer yet.
  var pending: Int { thread.pending }

  /// Calls `answer` on the main thread with the whole message of the reply (`ControlJSON.frame`).
  ///
  /// Throws where too many wait, or no thread can be started.
  func answer(
    _ search: PlaySearch, warning: String?, then answer: @escaping ([UInt8]) -> Void
  ) throws(ControlError) {
    try use { () throws(Errno) in try thread.perform({ Self.message(search, warning) }, then: answer) }
  }

  /// Sends all plays of a search in pieces, of which the last is the answer.
  ///
  /// A piece is read once the client has taken the one before, so a slow client takes no memory. It ends if the client goes.
  /// Throws where too many questions wait, or no thread can be started.
  func stream(_ search: PlaySearch, warning: String?, to responder: ControlResponder) throws(ControlError) {
    try use { () throws(Errno) in try thread.keep() }
    responder.onGone = { [thread] in thread.release() }
    readPage(search, nil, warning, responder)
  }

  private func use(_ body: () throws(Errno) -> Void) throws(ControlError) {
    guard pending < Self.mostPending else {
      throw .failed(
        message: "\(Self.mostPending) questions for the proof of play wait already. Try again when they are answered.")
    }
    do throws(Errno) {
      try body()
    } catch {
      throw .failed(message: "the proof of play cannot be read: no thread could be started: \(error)")
    }
  }

  /// Reads a piece: the first, or the one at which `pages` stand.
  private func readPage(_ search: PlaySearch, _ pages: PlayPages?, _ warning: String?, _ responder: ControlResponder) {
    guard responder.isOpen else { return }
    // The thread is kept: it does not have to be started.
    try? thread.perform {
      Self.page(search, pages, warning)
    } then: { [weak self] page in
      self?.take(page, search, warning, responder)
    }
  }

  private func take(_ page: Page, _ search: PlaySearch, _ warning: String?, _ responder: ControlResponder) {
    guard responder.isOpen else { return }
    guard let rest = page.rest else {
      thread.release()
      return responder.reply(framed: page.message ?? [])
    }
    guard let message = page.message else { return readPage(search, rest, warning, responder) }
    responder.send(framed: message)
    responder.whenRead { [weak self] in self?.readPage(search, rest, warning, responder) }
  }

  private nonisolated struct Page: Sendable {
    /// Nil if nothing was found yet.
    var message: [UInt8]?
    /// What follows; nil after the last.
    var rest: PlayPages?
  }

  private nonisolated static func page(_ search: PlaySearch, _ pages: PlayPages?, _ warning: String?) -> Page {
    var pages = pages ?? PlayPages(search)
    let plays = pages.next()
    let isLast = pages.isAtEnd
    if plays.isEmpty, !isLast { return Page(rest: pages) }
    let reply = PlaysReply(plays: plays.map { PlayInfo($0) }, isCut: false, warning: isLast ? warning : nil)
    do throws(ControlError) {
      return Page(
        message: try ControlJSON.frame(ControlReplyMessage(reply, continues: !isLast)), rest: isLast ? nil : pages)
    } catch {
      return Page(message: (try? ControlJSON.frame(error)) ?? [])
    }
  }

  /// The reply as it is sent: made here, because ten thousand plays take long to encode.
  private nonisolated static func message(_ search: PlaySearch, _ warning: String?) -> [UInt8] {
    let (plays, isCut) = search.newest()
    let reply = PlaysReply(plays: plays.map { PlayInfo($0) }, isCut: isCut, warning: warning)
    do throws(ControlError) {
      return try ControlJSON.frame(ControlReplyMessage(reply))
    } catch {
      return (try? ControlJSON.frame(error)) ?? []
    }
  }
}

/// All plays of a search in pieces, in the order in which they ended.
///
/// It holds the place at which the next piece begins, and nothing of the files. No main thread reads a piece (`PlaySearchThread`).
nonisolated struct PlayPages: Sendable {
  static let mostPlays = 256
  /// A piece with so many bytes of lines takes no more plays.
  static let mostBytes = 32 << 10
  /// The most bytes that are read for a piece, and a line or a part of a longer one.
  static let mostBytesRead = 4 << 20

  private let search: PlaySearch
  /// The files that are not read to their ends, the oldest first.
  private var days: ArraySlice<String>
  /// Where the first of them is read on.
  private var place = LineReader.Place()

  init(_ search: PlaySearch) {
    self.search = search
    days = search.days()[...]
  }

  var isAtEnd: Bool { days.isEmpty }

  /// The next piece; it is empty if a part of the files was read that has none.
  mutating func next() -> [PlayRecord] {
    var plays: [PlayRecord] = []
    var (bytes, bytesRead) = (0, 0)
    while let day = days.first {
      guard var reader = LineReader("\(search.folder)/\(day)", from: place) else {
        endDay()
        continue
      }
      lines: while true {
        let before = reader.place.position
        switch reader.next() {
        case .end: break lines
        case .skipped: break
        case .line(let line):
          if let play = search.play(line) {
            plays.append(play)
            bytes += line.count
          }
        }
        bytesRead += reader.place.position - before
        if plays.count >= Self.mostPlays || bytes >= Self.mostBytes || bytesRead >= Self.mostBytesRead {
          place = reader.place
          return plays
        }
      }
      endDay()
    }
    return plays
  }

  private mutating func endDay() {
    days.removeFirst()
    place = LineReader.Place()
  }
}
