import DisplayTypes
import EventLoop
import FoundationEssentials
import Glibc
import Presentation
import Scenes
import SimulatedBackend
import Testing

@testable import marqueed

@MainActor
@Suite final class StateFileTests {
  private let directory: String
  private var path: String { "\(directory)/state.json" }
  private let clock: SimulatedClock

  init() throws {
    var template = Array("/tmp/marquee-state-XXXXXX".utf8CString)
    directory = String(cString: try #require(mkdtemp(&template)))
    clock = SimulatedClock(loop: try EventLoop())
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private var state: PersistentState {
    PersistentState(displays: [], sessions: [], foregroundApp: "lobby")
  }

  private func entries() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }

  @Test func whatIsKeptIsThereAgain() throws {
    let file = try StateFile(directory: directory)
    #expect(file.load() == .none)
    try file.save(state)
    #expect(file.load() == .state(state))
    #expect(try entries() == ["state.json"])
  }

  @Test func aStateThatCannotBeWrittenIsToldFromTheStart() throws {
    let keeper = try keeper()
    #expect(keeper.load() == PersistentState())
    #expect(mkdir("\(path).new", 0o700) == 0)
    try keeper.begin()
    #expect(keeper.warning?.hasPrefix("what is chosen is not kept across a restart: \(path).new: ") == true)
    #expect(rmdir("\(path).new") == 0)
    clock.advance(by: 10_000_000_000)
    #expect(keeper.warning == nil)
    #expect(try entries() == [], "it was tried, and nothing of that is left")
  }

  @Test func whatWasSaidOfExternalDisplaysIsKept() throws {
    let file = try StateFile(directory: directory)
    let display = DisplayRecord(
      identity: DisplayIdentity(make: "TST", model: "Rig", serial: "1"), connector: "DP-1",
      choices: RuntimeChoices(support: .external, mirror: MirrorWish(.screen("HDMI-A-1"), fit: .fill)))
    let state = PersistentState(
      displays: [display], support: SupportChoices(overall: .off, apps: ["lobby": .mirror, "a-b.c": .external]))
    try file.save(state)
    #expect(file.load() == .state(state))
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
    try keeper.begin()
    #expect(try entries() == ["state.json.1.aside"])
  }

  @Test func aLinkThatLeadsNowhereIsSetAside() throws {
    #expect(symlink(path, path) == 0)
    let keeper = try keeper()
    #expect(keeper.load() == PersistentState())
    #expect(try entries() == ["state.json"])
    try keeper.begin()
    #expect(try entries() == ["state.json.1.aside"])
  }

  @Test func whatCannotBeKeptIsAnError() throws {
    #expect(mkdir("\(path).new", 0o700) == 0)
    let file = try StateFile(directory: directory)
    #expect(throws: DaemonError.self) { try file.save(state) }
  }

  @Test func whatCouldNotBeKeptIsTriedAgain() throws {
    #expect(mkdir("\(path).new", 0o700) == 0)
    let keeper = try keeper()
    keeper.keep(state)
    let trouble = try #require(keeper.trouble)
    #expect(trouble.contains("\(path).new") && trouble.contains("not kept"))
    clock.advance(by: 30_000_000_000)
    #expect(keeper.trouble == trouble)
    #expect(rmdir("\(path).new") == 0)
    clock.advance(by: 30_000_000_000)
    #expect(keeper.trouble == nil)
    #expect(try StateFile(directory: directory).load() == .state(state))
  }

  @Test func aFileFromTomorrowIsSetAsideOnceNobodyElseHasIt() throws {
    let tomorrow = #"{"version":99,"displays":"of another shape"}"#
    write(tomorrow)
    let keeper = try keeper()
    #expect(keeper.load() == PersistentState())
    try keeper.begin()
    keeper.keep(state)
    #expect(keeper.trouble == nil)
    #expect(try entries() == ["state.json", "state.json.1.aside"])
    #expect(try String(contentsOfFile: "\(path).1.aside", encoding: .utf8) == tomorrow)
  }

  @Test func whyAFileCannotBeReadIsSaid() throws {
    let file = try StateFile(directory: directory)
    for (text, reason) in [
      (#"{"version":99}"#, "version 99"), (#"{"version":0}"#, "version 0"), (#"{"version":2}"#, "damaged"),
      (#"{"displays":[]}"#, "damaged"), ("{", "damaged"), ("", "damaged"),
    ] {
      write(text)
      guard case .unreadable(let said) = file.load() else {
        Issue.record("\(text) was read")
        continue
      }
      #expect(said.contains(reason), "\(text)")
    }
  }

  @Test func whatCannotBeSetAsideIsNotOverwrittenAndNotFatal() throws {
    // The longest path that there may be (limits.h: PATH_MAX) has room for the file, but not for its other name.
    var deep = directory
    while deep.utf8.count < 4079 { deep += "/" + String(repeating: "d", count: min(4079 - deep.utf8.count - 1, 200)) }
    let file = try StateFile(directory: deep)
    try file.save(state)
    let newer = #"{"version":99}"#
    let descriptor = open(file.path, O_WRONLY | O_TRUNC)
    #expect(Glibc.write(descriptor, newer, newer.utf8.count) == newer.utf8.count)
    close(descriptor)
    let keeper = StateKeeper(file, clock: clock)
    #expect(keeper.load() == PersistentState())
    try keeper.begin()
    keeper.keep(state)
    let trouble = try #require(keeper.trouble)
    #expect(trouble.contains("version 99") && trouble.contains("set aside"))
    #expect(file.load() != .state(state))
    #expect(unlink(file.path) == 0)
    clock.advance(by: 30_000_000_000)
    #expect(keeper.trouble == nil)
    #expect(file.load() == .state(state))
  }

  private func keeper() throws -> StateKeeper {
    StateKeeper(try StateFile(directory: directory), clock: clock)
  }

  private func write(_ text: String) {
    #expect(FileManager.default.createFile(atPath: path, contents: Data(text.utf8)))
  }
}
