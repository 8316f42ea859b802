import DisplayTypes
import EventLoop
import FoundationEssentials
import Glibc
import KeptFiles
import SimulatedBackend
import TestKit
import Testing

@testable import marqueed

/// Files of records, here of a talk. Damaged and newer ones are set aside, and a file that cannot be read is not overwritten.
@MainActor
@Suite final class KeptRecordTests {
  private let folder: TemporaryFolder
  private var directory: String { folder.path }
  private let clock: SimulatedClock
  private let store: StoreThread

  init() throws {
    folder = try TemporaryFolder("talk")
    let loop = try EventLoop()
    clock = SimulatedClock(loop: loop)
    store = StoreThread(main: loop.mailbox)
  }

  deinit { chmod(folder.path, 0o700) }

  private func file() -> KeptValue<TalkNotesRecord> {
    KeptValue("talk-notes.json", in: directory, store: store, clock: clock)
  }

  private func finish() { #expect(store.wait(milliseconds: 60_000)) }
  private var path: String { "\(directory)/talk-notes.json" }
  private var record: TalkNotesRecord { TalkNotesRecord(talk: "t", notes: ["3": "Greet *everybody*"]) }

  private func entries() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }

  @Test func keptRecordsReturnUntilTheyAreForgotten() throws {
    let file = file()
    #expect(file.take().value == nil)
    file.keep(record)
    finish()
    #expect(self.file().take().value?[3] == "Greet *everybody*")
    #expect(try entries() == ["talk-notes.json"])
    file.forget()
    finish()
    #expect(try entries() == [])
    #expect(file.trouble == nil)
  }

  @Test(arguments: ["", "{", "[1]", "{\"version\":1}", "{\"version\":99,\"talk\":\"t\",\"notes\":{}}"])
  func unreadableRecordsAreSetAside(text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
    let file = file()
    let finding = file.take()
    #expect(finding.value == nil && finding.isLost)
    finish()
    #expect(try entries() == ["talk-notes.json.1.aside"])
    file.keep(record)
    finish()
    #expect(try entries() == ["talk-notes.json", "talk-notes.json.1.aside"])
  }

  /// It replaces a damaged one, also while no file may be changed yet.
  @Test func theRecordBeforeADamagedOneIsRead() throws {
    let first = file()
    for text in ["one", "two"] {
      first.keep(TalkNotesRecord(talk: "t", notes: ["3": text]))
      finish()
    }
    try Data("{".utf8).write(to: URL(filePath: path))
    #expect(file().peek()?[3] == "one")
    #expect(try entries() == ["talk-notes.json", "talk-notes.json.previous"])
    #expect(file().take().value?[3] == "one")
    finish()
    #expect(try entries() == ["talk-notes.json", "talk-notes.json.1.aside", "talk-notes.json.previous"])
    #expect(file().peek()?[3] == "one")
  }

  @Test func anEmptyTextTakesANoteBackAndBytesAreCounted() {
    var record = record
    record[4] = "four"
    #expect(record.byteCount == 17 + 4 + 2 * TalkNotesRecord.overhead)
    record[3] = ""
    #expect(record.notes == ["4": "four"])
  }

  @Test func failedWritesAreReportedAndTriedAgain() throws {
    // A folder in the way of the new file, which root cannot write over either.
    try FileManager.default.createDirectory(atPath: "\(path).new", withIntermediateDirectories: false)
    let file = file()
    file.keep(record)
    finish()
    #expect(file.trouble?.contains("not kept") == true)
    rmdir("\(path).new")
    clock.advance(by: 10_000_000_000)
    finish()
    #expect(file.trouble == nil)
    #expect(self.file().take().value?[3] == "Greet *everybody*")
  }
}
