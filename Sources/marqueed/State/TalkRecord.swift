import ContentModel
import ControlProtocol
import DisplayTypes
import Glibc
import KeptFiles

/// A talk as JSON: the part that outlives the daemon.
nonisolated struct TalkRecord: KeptRecord {
  static var newestVersion: Int { 1 }
  static var what: String { "the talk is" }
  static var loss: String { "no talk continues" }

  var version: Int
  var identifier: String
  var deck: String
  var title: String
  var page: Int
  var pages: Int
  var heldPage: Int?
  var cover: String?
  var message: String?
  var code: String?
  var notesHalf: String?
  var screen: String?
  var asksOfNewScreens: Bool
  var isConfined: Bool?
  var durationMilliseconds: Int?
  var timer: Timer

  nonisolated struct Timer: Codable {
    var passedMilliseconds: Int
    var running: Bool
    var used: Bool
    /// Identifies the start of the machine from which `bootNanoseconds` counts.
    var boot: String?
    var bootNanoseconds: Int
    var wallSeconds: Int
  }

  init(_ talk: Talk, at moment: TalkTimestamp) {
    version = Self.newestVersion
    identifier = talk.identifier
    deck = talk.deck
    title = talk.title
    page = talk.page
    pages = talk.pages
    heldPage = talk.heldPage
    cover = talk.cover == .none ? nil : talk.cover.rawValue
    message = talk.messageEnd == nil ? talk.message : nil
    code = talk.code
    notesHalf = talk.half == .none ? nil : talk.half.rawValue
    screen = talk.screen
    asksOfNewScreens = talk.asksOfNewScreens
    isConfined = talk.isConfined ? true : nil
    durationMilliseconds = talk.durationMilliseconds
    timer = Timer(
      passedMilliseconds: talk.timer.milliseconds(at: moment.monotonic), running: talk.timer.isRunning,
      used: talk.timer.wasUsed, boot: moment.boot, bootNanoseconds: Int(clamping: moment.bootNanoseconds),
      wallSeconds: Int(clamping: moment.wallSeconds))
  }

  var isPlausible: Bool { version >= 1 && deck.utf8.first == UInt8(ascii: "/") && !identifier.isEmpty }
}

nonisolated extension Talk {
  /// The talk of a record at a later moment. Its timer has run in the meantime.
  init(_ record: TalkRecord, at moment: TalkTimestamp) {
    var talk = Talk(
      identifier: record.identifier, deck: record.deck, title: record.title, page: record.page, pages: record.pages,
      durationMilliseconds: record.durationMilliseconds,
      half: record.notesHalf.flatMap(Talk.Half.init(rawValue:)) ?? .none,
      screen: record.screen, asksOfNewScreens: record.asksOfNewScreens,
      isConfined: record.isConfined == true)
    let kept = TalkTimestamp(
      monotonic: .zero, boot: record.timer.boot, bootNanoseconds: UInt64(clamping: record.timer.bootNanoseconds),
      wallSeconds: Int64(record.timer.wallSeconds))
    let passed = min(max(0, record.timer.passedMilliseconds), TalkStopwatch.longestMilliseconds)
    let away = record.timer.running ? moment.milliseconds(sinceKept: kept) : 0
    talk.restore(
      heldPage: record.heldPage, cover: record.cover.flatMap(Talk.Cover.init(rawValue:)) ?? .none,
      message: record.message, code: record.code,
      timer: TalkStopwatch(
        passedMilliseconds: passed + away, start: record.timer.running ? moment.monotonic : nil,
        wasUsed: record.timer.used))
    self = talk
  }
}

nonisolated struct TalkNotesRecord: KeptRecord {
  static var newestVersion: Int { 1 }
  static var what: String { "the speaker's notes are" }
  static var loss: String { "the notes have to be set again" }
  /// The limit of all notes of a talk, in bytes.
  static let mostBytes = 512 << 10
  /// The bytes that each note takes besides its text.
  static let overhead = 16

  var version = TalkNotesRecord.newestVersion
  var talk: String
  /// The client's name for a whole set of notes; nil if no set was sent.
  var set: String?
  /// By the number of the slide.
  var notes: [String: String]
  /// The numbers of the hidden slides; nil if there are none.
  var hidden: Set<Int>?

  var isPlausible: Bool { version >= 1 }

  subscript(page: Int) -> String? {
    get { notes["\(page)"] }
    set { notes["\(page)"] = newValue.flatMap { $0.isEmpty ? nil : $0 } }
  }

  mutating func take(_ note: TalkNoteInfo) {
    self[note.page] = note.text
    var hidden = hidden ?? []
    if note.hidden == true { hidden.insert(note.page) } else { hidden.remove(note.page) }
    self.hidden = hidden.isEmpty ? nil : hidden
  }

  func isHidden(_ page: Int) -> Bool { hidden?.contains(page) == true }

  var byteCount: Int {
    notes.values.reduce((hidden?.count ?? 0) * Self.overhead) { $0 + $1.utf8.count + Self.overhead }
  }
}

nonisolated extension TalkTimestamp {
  /// The present moment, with the time of the screens' clock.
  init(screens: MonotonicTime) {
    self.init(
      monotonic: screens, boot: Self.bootIdentifier, bootNanoseconds: SuspendDetector.read(CLOCK_BOOTTIME),
      wallSeconds: Int64(time(nil)))
  }

  /// The kernel's identifier for this start of the machine (random(4)); nil if it cannot be read.
  private static let bootIdentifier = (try? KeptFile.read("/proc/sys/kernel/random/boot_id")).flatMap {
    String(validating: $0.filter { $0 > 32 && $0 < 127 }, as: UTF8.self)
  }
}
