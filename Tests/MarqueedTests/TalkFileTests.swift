import DisplayTypes
import EventLoop
import FoundationEssentials
import Glibc
import SimulatedBackend
import Testing

@testable import marqueed

/// Files of a talk: damaged and newer ones are set aside, and nothing is overwritten that cannot be read.
@MainActor
@Suite final class TalkFileTests {
  private let directory: String
  private let clock: SimulatedClock

  init() throws {
    var template = Array("/tmp/marquee-talk-XXXXXX".utf8CString)
    directory = String(cString: try #require(mkdtemp(&template)))
    clock = SimulatedClock(loop: try EventLoop())
  }

  deinit {
    chmod(directory, 0o700)
    try? FileManager.default.removeItem(atPath: directory)
  }

  private func file() -> TalkFile<TalkNotesRecord> { TalkFile("talk-notes.json", in: directory, clock: clock) }
  private var path: String { "\(directory)/talk-notes.json" }
  private var record: TalkNotesRecord { TalkNotesRecord(talk: "t", notes: ["3": "Greet *everybody*"]) }

  private func entries() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }

  @Test func whatIsKeptIsThereAgainAndGoneWhenForgotten() throws {
    let file = file()
    #expect(file.load() == nil)
    file.keep(record)
    #expect(self.file().load()?[3] == "Greet *everybody*")
    #expect(try entries() == ["talk-notes.json"])
    file.keep(nil)
    #expect(try entries() == [])
    #expect(file.trouble == nil)
  }

  @Test(arguments: ["", "{", "[1]", "{\"version\":1}", "{\"version\":99,\"talk\":\"t\",\"notes\":{}}"])
  func whatCannotBeReadIsSetAside(text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
    let file = file()
    #expect(file.load() == nil)
    #expect(try entries() == ["talk-notes.json.1.aside"])
    file.keep(record)
    #expect(try entries() == ["talk-notes.json", "talk-notes.json.1.aside"])
  }

  @Test func anEmptyTextTakesANoteBackAndBytesAreCounted() {
    var record = record
    record[4] = "four"
    #expect(record.byteCount == 17 + 4 + 2 * TalkNotesRecord.overhead)
    record[3] = ""
    #expect(record.notes == ["4": "four"])
  }

  @Test func whatCannotBeWrittenIsSaidAndTriedAgain() throws {
    // A folder in the way of the new file, which root cannot write over either.
    try FileManager.default.createDirectory(atPath: "\(path).new", withIntermediateDirectories: false)
    let file = file()
    file.keep(record)
    #expect(file.trouble?.contains("not kept") == true)
    rmdir("\(path).new")
    clock.advance(by: 10_000_000_000)
    #expect(file.trouble == nil)
    #expect(self.file().load()?[3] == "Greet *everybody*")
  }
}
