import DisplayTypes
import EventLoop
import FoundationEssentials
import Glibc
import KeptFiles
import Presentation
import Scenes
import SimulatedBackend
import TestKit
import Testing

@testable import marqueed

@MainActor
@Suite final class StateFileTests {
  private let folder: TemporaryFolder
  private var directory: String { folder.path }
  private var path: String { "\(directory)/state.json" }
  private let clock: SimulatedClock
  private let store: StoreThread

  init() throws {
    folder = try TemporaryFolder("state")
    let loop = try EventLoop()
    clock = SimulatedClock(loop: loop)
    store = StoreThread(main: loop.mailbox)
  }

  private var state: PersistentState {
    PersistentState(displays: [], sessions: [], foregroundApp: "lobby")
  }

  private func entries() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }

  @Test func aKeptStateIsReadAgain() throws {
    let keeper = try keeper()
    #expect(keeper.load() == PersistentState())
    keep(state, by: keeper)
    #expect(try self.keeper().load() == state)
    #expect(try entries() == ["state.json"])
    keep(PersistentState(foregroundApp: "menu"), by: keeper)
    #expect(try entries() == ["state.json", "state.json.previous"])
  }

  /// By versions that wrote no checksum.
  @Test func anOlderFileIsRead() throws {
    write(#"{"version":2,"displays":[],"sessions":[],"foregroundApp":"lobby"}"#)
    #expect(try keeper().load() == state)
  }

  @Test func ofADamagedFileTheOneBeforeItIsUsed() throws {
    let first = try keeper()
    for app in ["first", "lobby", "menu"] { keep(PersistentState(foregroundApp: app), by: first) }
    // It is still valid JSON, with another value.
    let damaged = try String(contentsOfFile: path, encoding: .utf8).replacing("menu", with: "manu")
    write(damaged)
    let keeper = try keeper()
    #expect(keeper.load() == state)
    keeper.begin()
    #expect(keeper.trouble == nil)
    #expect(store.findings.count == 1 && store.findings.first?.contains("\(path).previous") == true)
    #expect(try entries() == ["state.json", "state.json.1.aside", "state.json.previous"])
    #expect(try String(contentsOfFile: "\(path).1.aside", encoding: .utf8) == damaged)
    #expect(try self.keeper().load() == state, "it is written again at once")
  }

  @Test func aRemovedFileIsNotReplacedByThePreviousOne() throws {
    let first = try keeper()
    for app in ["first", "lobby"] { keep(PersistentState(foregroundApp: app), by: first) }
    #expect(unlink(path) == 0)
    #expect(try keeper().load() == PersistentState())
  }

  @Test func aStateThatCannotBeWrittenIsReportedFromTheStart() throws {
    let keeper = try keeper()
    #expect(keeper.load() == PersistentState())
    #expect(mkdir("\(path).new", 0o700) == 0)
    keeper.begin()
    #expect(keeper.warning?.hasPrefix("choices and sessions are not kept across a restart: \(path).new: ") == true)
    #expect(rmdir("\(path).new") == 0)
    clock.advance(by: 10_000_000_000)
    finish()
    #expect(keeper.warning == nil)
    #expect(try entries() == [], "it was tried, and nothing of that is left")
  }

  @Test func choicesForExternalDisplaysAreKept() throws {
    let display = DisplayRecord(
      identity: DisplayIdentity(make: "TST", model: "Rig", serial: "1"), connector: "DP-1",
      choices: RuntimeChoices(support: .external, mirror: MirrorWish(.screen("HDMI-A-1"), fit: .fill)))
    let state = PersistentState(
      displays: [display], support: SupportChoices(overall: .off, apps: ["lobby": .mirror, "a-b.c": .external]))
    keep(state, by: try keeper())
    #expect(try keeper().load() == state)
  }

  @Test func twoDaemonsDoNotShareADirectory() throws {
    try StateFile(directory: directory).lock()
    let error = #expect(throws: DaemonError.self) { try StateFile(directory: directory).lock() }
    #expect(error?.description.contains("another marqueed") ?? false)
    #expect(error?.description.contains(directory) ?? false)
    #expect(error?.description.components(separatedBy: "--state").count == 2, "what to do is said once")
    #expect(error?.description.contains("cannot be written") == false)
  }

  @Test func aFileThatCannotBeReadIsSetAside() throws {
    // Reading a directory fails for root as well.
    #expect(mkdir(path, 0o700) == 0)
    let keeper = try keeper()
    #expect(keeper.load() == PersistentState())
    #expect(try entries() == ["state.json"])
    keeper.begin()
    #expect(try entries() == ["state.json.1.aside"])
  }

  @Test func aLinkThatLeadsNowhereIsSetAside() throws {
    #expect(symlink(path, path) == 0)
    let keeper = try keeper()
    #expect(keeper.load() == PersistentState())
    #expect(try entries() == ["state.json"])
    keeper.begin()
    #expect(try entries() == ["state.json.1.aside"])
  }

  @Test func aFailedWriteIsTriedAgain() throws {
    #expect(mkdir("\(path).new", 0o700) == 0)
    let keeper = try keeper()
    keep(state, by: keeper)
    let trouble = try #require(keeper.trouble)
    #expect(trouble.contains("\(path).new") && trouble.contains("not kept"))
    clock.advance(by: 30_000_000_000)
    finish()
    #expect(keeper.trouble == trouble)
    #expect(rmdir("\(path).new") == 0)
    clock.advance(by: 30_000_000_000)
    finish()
    #expect(keeper.trouble == nil)
    #expect(try self.keeper().load() == state)
  }

  @Test func aNewerFileIsSetAsideAfterTheOtherDaemonsEnd() throws {
    let tomorrow = #"{"version":99,"displays":"of another shape"}"#
    write(tomorrow)
    let keeper = try keeper()
    #expect(keeper.load() == PersistentState())
    keeper.begin()
    keep(state, by: keeper)
    #expect(keeper.trouble == nil)
    #expect(try entries() == ["state.json", "state.json.1.aside"])
    #expect(try String(contentsOfFile: "\(path).1.aside", encoding: .utf8) == tomorrow)
  }

  @Test func theReasonOfAnUnreadableFileIsReported() throws {
    for (text, reason) in [
      (#"{"version":99}"#, "version 99"), (#"{"version":0}"#, "version 0"), (#"{"version":2}"#, "damaged"),
      (#"{"displays":[]}"#, "damaged"), ("{", "damaged"), ("", "damaged"),
    ] {
      guard case .unreadable(let said) = StateFile.format.read(Array(text.utf8)) else {
        Issue.record("\(text) was read")
        continue
      }
      #expect(said.contains(reason), "\(text)")
    }
  }

  @Test func aFileThatCannotBeSetAsideIsNotOverwrittenAndNotFatal() throws {
    // The longest path that there may be (limits.h: PATH_MAX) has room for the file, but not for its other name.
    var deep = directory
    while deep.utf8.count < 4079 { deep += "/" + String(repeating: "d", count: min(4079 - deep.utf8.count - 1, 200)) }
    let file = try StateFile(directory: deep)
    let path = file.file.path
    let newer = #"{"version":99}"#
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
    #expect(Glibc.write(descriptor, newer, newer.utf8.count) == newer.utf8.count)
    close(descriptor)
    let keeper = StateStore(file, store: store, clock: clock)
    #expect(keeper.load() == PersistentState())
    keeper.begin()
    keep(state, by: keeper)
    let trouble = try #require(keeper.trouble)
    #expect(trouble.contains("version 99") && trouble.contains("set aside"))
    #expect(try KeptFile.read(path) == Array(newer.utf8))
    #expect(unlink(path) == 0)
    clock.advance(by: 30_000_000_000)
    finish()
    #expect(keeper.trouble == nil)
    #expect(StateStore(file, store: store, clock: clock).load() == state)
  }

  private func keeper() throws -> StateStore {
    StateStore(try StateFile(directory: directory), store: store, clock: clock)
  }

  private func keep(_ state: PersistentState, by keeper: StateStore) {
    keeper.keep(state)
    finish()
  }

  /// The store's thread has done all that it was asked.
  private func finish() { #expect(store.wait(milliseconds: 60_000)) }

  private func write(_ text: String) {
    #expect(FileManager.default.createFile(atPath: path, contents: Data(text.utf8)))
  }
}
