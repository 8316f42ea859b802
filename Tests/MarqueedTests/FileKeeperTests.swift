import DisplayTypes
import EventLoop
import SimulatedBackend
import SystemPackage
import Testing

@testable import marqueed

/// What is said of a file that cannot be kept, and for how long.
@MainActor
@Suite struct FileKeeperTests {
  /// A file that cannot be set aside as long as something is in the way.
  private final class File: KeepableFile {
    let path = "/somewhere/kept.json"
    var isInTheWay = true
    var isFull = false
    var saved: [Int] = []

    func save(_ value: Int) throws(DaemonError) { saved.append(value) }

    func tryOut() throws(DaemonError) { if isFull { throw .state(path: path, reason: "no room") } }

    func setAside() throws(Errno) -> String {
      if isInTheWay { throw .readOnlyFileSystem }
      return "kept.json.1.aside"
    }
  }

  @Test(arguments: [[], [7]])
  func troubleEndsWithTheObstacle(values: [Int]) throws {
    let (file, clock) = (File(), SimulatedClock(loop: try EventLoop()))
    let keeper = FileKeeper(file, FileKeeper.Words(what: "it is", loss: "it is lost"), clock: clock)
    keeper.meet(obstacle: "it is damaged")
    keeper.retry()
    for value in values { keeper.keep(value) }
    #expect(keeper.trouble?.contains("it is damaged") == true)
    file.isInTheWay = false
    clock.advance(by: 10_000_000_000)
    #expect(keeper.trouble == nil)
    #expect(file.saved == values)
    #expect(clock.nextDeadline == nil, "nobody is waked for what is done")
  }

  @Test func whatCannotBeKeptIsToldBeforeThereIsAnything() throws {
    let (file, clock) = (File(), SimulatedClock(loop: try EventLoop()))
    let keeper = FileKeeper(file, FileKeeper.Words(what: "it is", loss: "it is lost"), clock: clock)
    file.isFull = true
    keeper.tryOut()
    #expect(keeper.trouble?.contains("no room") == true)
    clock.advance(by: 10_000_000_000)
    #expect(keeper.trouble != nil)
    file.isFull = false
    clock.advance(by: 10_000_000_000)
    #expect(keeper.trouble == nil)
    #expect(file.saved == [])
    #expect(clock.nextDeadline == nil)
  }
}
