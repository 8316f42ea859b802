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
    #expect(try file.load() == PersistentState())
    try file.save(state)
    #expect(try file.load() == state)
    #expect(try entries() == ["state.json"])
  }

  @Test func twoDaemonsDoNotShareADirectory() throws {
    try StateFile(directory: directory).lock()
    let error = #expect(throws: DaemonError.self) { try StateFile(directory: directory).lock() }
    #expect(error?.description.contains("another marqueed") ?? false)
    #expect(error?.description.contains(directory) ?? false)
  }

  @Test func aFileThatCannotBeReadIsSetAside() throws {
    // Reading a directory fails for root as well.
    #expect(mkdir(path, 0o700) == 0)
    let file = try StateFile(directory: directory)
    #expect(try file.load() == PersistentState())
    #expect(try entries() == ["state.json.1.aside"])
  }

  @Test func aLinkThatLeadsNowhereIsSetAside() throws {
    #expect(symlink(path, path) == 0)
    let file = try StateFile(directory: directory)
    #expect(try file.load() == PersistentState())
    #expect(try entries() == ["state.json.1.aside"])
  }

  @Test func whatCannotBeKeptIsAnError() throws {
    #expect(mkdir("\(path).new", 0o700) == 0)
    let file = try StateFile(directory: directory)
    #expect(throws: DaemonError.self) { try file.save(state) }
  }

  @Test func whatCouldNotBeKeptIsTriedAgain() throws {
    #expect(mkdir("\(path).new", 0o700) == 0)
    let file = try StateFile(directory: directory)
    let keeper = StateKeeper(file, clock: clock)
    keeper.keep(state)
    let trouble = try #require(keeper.trouble)
    #expect(trouble.contains("\(path).new") && trouble.contains("not kept"))
    clock.advance(by: 30_000_000_000)
    #expect(keeper.trouble == trouble)
    #expect(rmdir("\(path).new") == 0)
    clock.advance(by: 30_000_000_000)
    #expect(keeper.trouble == nil)
    #expect(try file.load() == state)
  }
}
