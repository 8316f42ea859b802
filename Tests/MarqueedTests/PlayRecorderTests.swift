import ContentModel
import ControlProtocol
import DisplayTypes
import EventLoop
import Foundation
import SimulatedBackend
import Synchronization
import Testing

@testable import Content
@testable import Presentation
@testable import marqueed

@MainActor @Suite final class PlayRecorderTests {
  private let screens: SimulatedClock
  private let clock: SimulatedDayClock
  private let path = FileManager.default.temporaryDirectory.appending(path: "plays-\(UUID().uuidString)").path()
  private let store: StoreThread
  private var book: PlayRecorder
  private var logged: [String] = []
  private let noon = WallTime(seconds: 1_800_014_400)

  init() throws {
    let loop = try EventLoop()
    screens = SimulatedClock(loop: loop, startingAt: MonotonicTime(nanoseconds: 5_000_000_000))
    clock = SimulatedDayClock(follower: screens, now: noon)
    store = StoreThread(main: loop.mailbox)
    book = PlayRecorder(clock: clock)
    book.folder = folder()
  }

  private func folder(_ path: String? = nil, log: @escaping (String) -> Void = { _ in }) -> PlayFolder {
    PlayFolder(path ?? self.path, store: store, clock: screens, log: log)
  }

  /// The store's thread has done all that it was asked.
  private func finish() { #expect(store.wait(milliseconds: 60_000)) }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private func item(_ name: String, session: String = "S") -> PlayedItem {
    PlayedItem(session: session, name: name, content: "/media/\(name)", turn: nil)
  }

  /// Tells of a frame now.
  private func show(
    _ items: UInt32..., frames: UInt64 = 0, on screen: UInt64 = 1, ending: PlayEnding = .replaced
  ) {
    book.handle(
      PlayedFrame(
        screen: ScreenID(rawValue: screen), items: items, timestamp: screens.now, isEstimated: false,
        before: screens.now.reversed(by: 16_000_000), frames: frames),
      screen: ending == .unplugged ? nil : "HDMI-A-\(screen)",
      ending)
  }

  private func records(from first: WallTime = .epoch, to last: WallTime = WallTime(seconds: 4_000_000_000))
    -> [PlayRecord]
  {
    finish()
    return PlaySearch(folder: path, first: first, last: last).newest().plays
  }

  @Test func anItemIsKeptWithItsFlipsWhenTheNextOneTakesItsPlace() {
    let first = book.number(of: item("a.png"), until: noon.advanced(by: 10_000_000_000))
    show(first)
    screens.advance(by: 10_000_000_000)
    show(book.number(of: item("b.png"), until: nil), frames: 600)
    let found = records()
    #expect(found.count == 1)
    let record = found[0]
    #expect(record.screen == "HDMI-A-1")
    #expect(record.item == "a.png")
    #expect(record.content == "/media/a.png")
    #expect(record.first == PlayRecord.Moment(wall: noon, monotonic: 5_000_000_000))
    #expect(record.last == PlayRecord.Moment(wall: noon.advanced(by: 9_984_000_000), monotonic: 14_984_000_000))
    #expect(record.end.monotonic == 15_000_000_000)
    #expect(record.flips == 600)
    #expect(record.ending == .completed)
  }

  @Test func aPlayOfOneFlipEndsWithItsFirstFlipAlthoughTheClockWasMoved() {
    let flip = screens.now
    show(book.number(of: item("a.png"), until: nil))
    screens.advance(by: 16_000_000)
    clock.set(clock.now.advanced(by: -170_000))
    book.handle(
      PlayedFrame(
        screen: ScreenID(rawValue: 1), items: [], timestamp: screens.now, isEstimated: false, before: flip, frames: 1),
      screen: "HDMI-A-1", .replaced)
    let record = records().first
    #expect(record?.flips == 1)
    #expect(record?.first == PlayRecord.Moment(wall: noon, monotonic: flip.nanoseconds))
    #expect(record?.last == record?.first)
    #expect(record?.end.wall == noon.advanced(by: 16_000_000 - 170_000))
  }

  @Test func equalTurnsHaveOneNumber() {
    let number = book.number(of: item("a"), until: nil)
    #expect(book.number(of: item("a"), until: nil) == number)
    #expect(book.number(of: item("b"), until: nil) != number)
    #expect(book.number(of: item("a", session: "T"), until: nil) != number)
  }

  @Test(arguments: [PlayEnding.replaced, .blanked, .poweredOff, .unplugged])
  func anEarlyEndHasAReason(ending: PlayEnding) {
    show(book.number(of: item("a"), until: noon.advanced(by: 10_000_000_000)))
    screens.advance(by: 3_000_000_000)
    show(ending: ending)
    #expect(records().map(\.ending) == [ending])
    #expect(records().map(\.screen) == ["HDMI-A-1"])
  }

  @Test func otherContentOfTheSameSessionReplacesIt() {
    show(book.number(of: item("a"), until: nil))
    screens.advance(by: 3_000_000_000)
    show(book.number(of: item("b"), until: nil))
    #expect(records().map(\.ending) == [.replaced])
  }

  @Test func whileOneGivesWayBothAreThere() {
    let (first, second) = (book.number(of: item("a"), until: noon), book.number(of: item("b"), until: nil))
    show(first)
    show(first, second)
    #expect(records().isEmpty)
    screens.advance(by: 600_000_000)
    show(second)
    #expect(records().map(\.item) == ["a"])
    screens.advance(by: 600_000_000)
    show()
    #expect(records().map(\.item) == ["a", "b"])
    #expect(records().last?.first.wall == noon)
  }

  @Test func eachScreenHasALineOfItsOwn() {
    let number = book.number(of: item("a"), until: nil)
    show(number, on: 1)
    show(number, on: 2)
    show(on: 1, ending: .unplugged)
    #expect(records().map(\.screen) == ["HDMI-A-1"])
    book.close()
    #expect(records().map(\.ending) == [.unplugged, .stopped])
  }

  @Test func playsAtACrashAreInterrupted() {
    show(book.number(of: item("a"), until: nil))
    finish()
    book = PlayRecorder(folder: folder(), clock: clock)
    #expect(records().map(\.ending) == [.interrupted])
    #expect(records().map(\.flips) == [1])
    book = PlayRecorder(folder: folder(), clock: clock)
    #expect(records().count == 1)
  }

  @Test func skippedItemsHaveAReason() {
    book.skipped("b.png is damaged, \"badly\"\nsee", session: "S")
    let found = records()
    #expect(found.map(\.ending) == [.skipped])
    #expect(found.map(\.reason) == ["b.png is damaged, \"badly\" see"])
  }

  @Test func eachDayHasAFileAndAskingIsByTheFirstFlip() throws {
    for day in 0..<4 {
      show(book.number(of: item("\(day)"), until: nil))
      screens.advance(by: 86_400_000_000_000)
      if day == 2 { clock.set(nil) }
    }
    show()
    finish()
    let files = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    #expect(files == ["2027-01-16.csv", "2027-01-17.csv", "2027-01-18.csv", "2027-01-19.csv"])
    let text = try String(contentsOfFile: "\(path)/2027-01-17.csv", encoding: .utf8)
    #expect(text.hasPrefix(PlayInfo.csvHeader + "\n"))
    #expect(text.split(separator: "\n").count == 2)
    let day = WallTime(seconds: 86_400 * (noon.seconds / 86_400 + 1))
    #expect(records(from: day, to: day.advanced(by: 86_400_000_000_000 - 1)).map(\.item) == ["1"])
    #expect(records().map(\.isClockRight) == [true, true, false, false])
  }

  @Test func aHalfWrittenLineIsSkipped() throws {
    show(book.number(of: item("a"), until: nil))
    show()
    finish()
    let file = "\(path)/2027-01-15.csv"
    let handle = try #require(FileHandle(forWritingAtPath: file))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("HDMI-A-1,S,b,".utf8))
    #expect(records().map(\.item) == ["a"])
  }

  @Test func aFolderThatCannotBeWrittenIsReportedOnce() {
    var told: [String] = []
    let book = PlayRecorder(folder: folder("/proc/none") { told.append($0) }, clock: clock)
    book.skipped("a", session: "")
    finish()
    book.skipped("b", session: "")
    finish()
    #expect(told.count == 1)
  }

  @Test func lostPlaysAreCountedAndReported() throws {
    var told: [String] = []
    let folder = folder { told.append($0) }
    book = PlayRecorder(folder: folder, clock: clock)
    #expect(folder.warning == nil)
    // Root writes wherever it may not: a folder is in the way.
    let day = "\(path)/2027-01-15.csv"
    try FileManager.default.createDirectory(atPath: day, withIntermediateDirectories: false)
    book.skipped("a", session: "")
    show(book.number(of: item("b"), until: nil))
    screens.advance(by: 1_000_000_000)
    show()
    finish()
    #expect(folder.warning == "2 plays since \(noon) could not be kept in \(path): Is a directory")
    #expect(told.count == 1, "\(told)")
    try FileManager.default.removeItem(atPath: day)
    book.skipped("c", session: "")
    finish()
    let end = noon.advanced(by: 1_000_000_000)
    #expect(folder.warning == "2 plays from \(noon) to \(end) could not be kept in \(path): Is a directory")
    #expect(told.count == 2, "\(told)")
    #expect(records().map(\.item) == [""])
  }

  @Test func aFolderThatWasTakenAwayIsMadeAgain() throws {
    let folder = folder()
    let book = PlayRecorder(folder: folder, clock: clock)
    try FileManager.default.removeItem(atPath: path)
    book.skipped("a", session: "")
    finish()
    #expect(folder.warning == nil)
    #expect(records().count == 1)
  }

  /// The calls of fsync, and the number of the next ones that fail.
  private final class Disk: Sendable {
    private let state = Mutex((calls: 0, failures: 0))
    var calls: Int { state.withLock { $0.calls } }
    func fail(_ count: Int) { state.withLock { $0.failures = count } }

    func sync() -> Int32 {
      let fails = state.withLock { state in
        state.calls += 1
        state.failures -= 1
        return state.failures >= 0
      }
      if fails { errno = EIO }
      return fails ? -1 : 0
    }
  }

  @Test func playsAreSyncedTogetherAndErrorsAreReportedAndRetried() throws {
    let disk = Disk()
    var told: [String] = []
    let folder = PlayFolder(path, store: store, clock: screens, sync: { _ in disk.sync() }) { told.append($0) }
    book = PlayRecorder(folder: folder, clock: clock)
    for number in 0..<20 { show(book.number(of: item("\(number)"), until: nil)) }
    #expect(records().count == 19)
    #expect(disk.calls == 0)
    // The day's file, the current plays, and the folder. One of them cannot be synced.
    disk.fail(1)
    screens.advance(by: PlayFolder.syncInterval)
    finish()
    #expect(disk.calls == 3)
    let file = "\(path)/2027-01-15.csv"
    #expect(
      folder.warning
        == "the proof of play cannot be kept in \(path): \(file) cannot be synced: Input/output error")
    screens.advance(by: PlayFolder.syncInterval)
    finish()
    #expect(disk.calls == 6 && folder.warning == nil && told.count == 1)
    #expect(screens.nextDeadline == nil, "nobody is woken for what is done")
  }

  @Test func theEndSyncsTheLastPlays() {
    let disk = Disk()
    book = PlayRecorder(
      folder: PlayFolder(path, store: store, clock: screens, sync: { _ in disk.sync() }) { _ in }, clock: clock)
    show(book.number(of: item("a"), until: nil))
    finish()
    book.close()
    #expect(store.end(milliseconds: 60_000))
    #expect(records().map(\.ending) == [.stopped])
    // Nothing is on the screens any more.
    #expect(disk.calls == 2)
  }

  @Test func numbersThatWereNeverShownAreForgotten() {
    let shown = book.number(of: item("shown"), until: nil)
    show(shown)
    for index in 0..<PlayRecorder.mostNumbers + 10 { _ = book.number(of: item("\(index)"), until: nil) }
    #expect(book.number(of: item("shown"), until: nil) == shown)
    #expect(book.number(of: item("0"), until: nil) > UInt32(PlayRecorder.mostNumbers))
  }
}
