import Glibc
import Rasterizing
import Testing

@testable import Content

@MainActor @Suite struct MediaStoreWatchTests {
  @Test func aNewFileIsReported() throws {
    let bench = try StoreBench()
    bench.watch("a.png", "b.png")
    try bench.folder.write("c.png")
    try bench.folder.write("a.png")
    try bench.turn(rounds: 1)
    #expect(bench.rounds == [["a.png"]])
    #expect(bench.trouble("a.png") == nil)
  }

  @Test func aNewFileWithNewFoldersIsReported() throws {
    let bench = try StoreBench()
    bench.watch("deep/down/a.png")
    try bench.folder.makeFolder("deep")
    try bench.turn(rounds: 1)
    try bench.folder.makeFolder("deep/down")
    try bench.turn(rounds: 2)
    try bench.folder.write("deep/down/a.png")
    try bench.turn(rounds: 3)
    #expect(bench.rounds == [["deep/down/a.png"], ["deep/down/a.png"], ["deep/down/a.png"]])
  }

  @Test func foldersThatAppearAtOnceAreReported() throws {
    let bench = try StoreBench()
    try bench.folder.makeFolder("stage")
    try bench.folder.makeFolder("stage/down")
    try bench.folder.write("stage/down/a.png")
    bench.watch("deep/down/a.png")
    try bench.folder.move("stage", to: "deep")
    try bench.turn(rounds: 1)
    #expect(bench.trouble("deep/down/a.png") == nil)
    // Later changes inside them are noticed too.
    bench.folder.remove("deep/down/a.png")
    try bench.turn(rounds: 2)
    #expect(bench.rounds == [["deep/down/a.png"], ["deep/down/a.png"]])
  }

  @Test func aFileThatIsReplacedByRenamingIsReported() throws {
    let bench = try StoreBench()
    let path = try bench.folder.write("a.png", "old")
    let old = try bench.store.open(path).version
    bench.watch("a.png")
    try bench.folder.write("temporary", "new", age: 0)
    try bench.folder.move("temporary", to: "a.png")
    try bench.turn(rounds: 1)
    // A moved file is complete, although it is new.
    #expect(try bench.store.open(path).version != old)
    try bench.folder.write("temporary", "newer", age: 0)
    try bench.folder.move("temporary", to: "a.png")
    try bench.turn(rounds: 2)
    #expect(try bench.store.open(path).version.size == 5)
  }

  @Test func aFileBeingWrittenIsAwaitedUntilItIsClosed() throws {
    let bench = try StoreBench {
      $0.quiet = 3_600_000_000_000; $0.begun = 3_600_000_000_000
    }
    bench.watch("a.png")
    let descriptor = try bench.folder.begin("a.png")
    try bench.turn(rounds: 1)
    #expect(bench.trouble("a.png") == .isBeingWritten(path: bench.folder.path("a.png")))
    _ = Glibc.write(descriptor, "more", 4)
    #expect(bench.trouble("a.png") == .isBeingWritten(path: bench.folder.path("a.png")))
    close(descriptor)
    try bench.turn(rounds: 2)
    #expect(bench.trouble("a.png") == nil)
  }

  @Test func oneInAWatchedFolderIsWaitedForUntilItIsClosed() throws {
    let bench = try StoreBench {
      $0.quiet = 3_600_000_000_000; $0.begun = 3_600_000_000_000
    }
    try bench.folder.makeFolder("folder")
    bench.watch("folder")
    let descriptor = try bench.folder.begin("folder/a.png")
    try bench.turn(rounds: 1)
    #expect(bench.trouble("folder/a.png") == .isBeingWritten(path: bench.folder.path("folder/a.png")))
    close(descriptor)
    try bench.turn(rounds: 2)
    #expect(bench.rounds == [["folder"], ["folder"]])
    #expect(bench.trouble("folder/a.png") == nil)
  }

  @Test func aFileThatIsNeverClosedIsUsedAfterAPause() throws {
    let bench = try StoreBench { $0.quiet = 1_500_000_000 }
    let descriptor = try bench.folder.begin("a.png")
    defer { close(descriptor) }
    bench.watch("a.png")
    // A second ahead, so that the file is still new on a busy machine.
    try bench.folder.setAge(descriptor, seconds: -1)
    try bench.turn(rounds: 1)
    #expect(bench.trouble("a.png") == .isBeingWritten(path: bench.folder.path("a.png")))
    try bench.turn(rounds: 2)
    #expect(bench.trouble("a.png") == nil)
  }

  @Test func aChangedLinkIsReportedAndSoIsItsTarget() throws {
    let bench = try StoreBench()
    for name in ["monday", "tuesday"] {
      try bench.folder.makeFolder(name)
      try bench.folder.write(name + "/a.png", name)
    }
    try bench.folder.link("today", to: "monday")
    bench.watch("today/a.png")
    try bench.folder.write("monday/a.png", "changed")
    try bench.turn(rounds: 1)
    try bench.folder.link("next", to: "tuesday")
    try bench.folder.move("next", to: "today")
    try bench.turn(rounds: 2)
    #expect(try bench.store.open(bench.folder.path("today/a.png")).version.size == 7)
    // The old target does not count any more, the new one does.
    try bench.folder.write("monday/a.png", "again")
    try bench.folder.write("tuesday/a.png", "changed too")
    try bench.turn(rounds: 3)
    try bench.settle()
    #expect(bench.rounds.count == 3)
  }

  @Test func aFolderThatIsMovedAwayTakesItsFilesAlongAndBack() throws {
    let bench = try StoreBench()
    try bench.folder.makeFolder("one")
    try bench.folder.makeFolder("one/two")
    try bench.folder.write("one/two/a.png")
    bench.watch("one/two/a.png", "one/two")
    try bench.folder.move("one", to: "away")
    try bench.turn(rounds: 1)
    #expect(bench.trouble("one/two/a.png") == .missing(path: bench.folder.path("one/two/a.png")))
    try bench.folder.move("away", to: "one")
    try bench.turn(rounds: 2)
    #expect(bench.trouble("one/two/a.png") == nil)
    bench.folder.remove("one/two/a.png")
    try bench.turn(rounds: 3)
    #expect(bench.rounds == Array(repeating: ["one/two/a.png", "one/two"], count: 3))
  }

  @Test func aFolderThatIsRemovedAndMadeAgainIsReported() throws {
    let bench = try StoreBench()
    try bench.folder.makeFolder("folder")
    bench.watch("folder")
    bench.folder.remove("folder")
    try bench.turn(rounds: 1)
    try bench.folder.makeFolder("folder")
    try bench.turn(rounds: 2)
    try bench.folder.write("folder/a.png")
    try bench.turn(rounds: 3)
    #expect(try bench.store.pictures(inFolder: bench.folder.path("folder")).count == 1)
  }

  @Test func otherFilesAreIgnored() throws {
    let bench = try StoreBench()
    try bench.folder.makeFolder("folder")
    bench.watch("folder")
    for name in [".a.png.X1y2", "notes.txt", "a.png.part"] { try bench.folder.write("folder/" + name) }
    try bench.settle()
    #expect(bench.rounds.isEmpty)
  }

  @Test func aStormIsOneRound() throws {
    let bench = try StoreBench()
    try bench.folder.makeFolder("folder")
    bench.watch("folder", "folder/7.png")
    for number in 0..<300 { try bench.folder.write("folder/\(number).png") }
    try bench.turn(rounds: 1)
    try bench.settle()
    #expect(bench.rounds == [["folder", "folder/7.png"]])
  }

  @Test func moreEventsThanTheKernelKeepsMeanThatEverythingMayHaveChanged() throws {
    let bench = try StoreBench()
    try bench.folder.makeFolder("folder")
    try bench.folder.write("other.png")
    bench.watch("folder", "other.png")
    let (one, two) = (bench.folder.path("folder/1"), bench.folder.path("folder/2"))
    close(creat(one, 0o644))
    // Above fs.inotify.max_queued_events, whose default is 16,384.
    var limit = [UInt8](repeating: 0, count: 32)
    let file = open("/proc/sys/fs/inotify/max_queued_events", O_RDONLY)
    let count = read(file, &limit, limit.count)
    close(file)
    let most = Int(String(decoding: limit.prefix(max(0, count - 1)), as: UTF8.self)) ?? 16_384
    for _ in 0...most / 4 {
      rename(one, two)
      rename(two, one)
    }
    try bench.turn(rounds: 1)
    #expect(bench.rounds == [["folder", "other.png"]])
  }

  @Test func anEndedWatchGetsNoReports() throws {
    let bench = try StoreBench()
    bench.watch("a.png")
    #expect(bench.store.watchCounts.directories > 0)
    bench.unwatch()
    try bench.folder.write("a.png")
    try bench.settle()
    #expect(bench.rounds.isEmpty)
    _ = bench.store.watch([]) { _ in }
    #expect(bench.store.watchCounts == (0, 0))
  }

  @Test func twoWatchesOfOneFileAreBothNotified() throws {
    let bench = try StoreBench()
    var told = 0
    bench.watch("a.png")
    let second = bench.store.watch([bench.folder.path("a.png")]) { _ in told += 1 }
    try bench.folder.write("a.png")
    try bench.turn(rounds: 1)
    #expect(told == 1)
    bench.unwatch()
    try bench.folder.write("a.png", "more")
    try bench.settle()
    #expect(told == 2)
    #expect(bench.rounds.count == 1)
    withExtendedLifetime(second) {}
  }

  @Test func tooManyFoldersAreReportedOnceAndTheFirstStayWatched() throws {
    let bench = try StoreBench()
    try bench.folder.write("a.png")
    bench.watch("a.png")
    var paths: Set<String> = []
    for number in 0..<PathFollower.mostDirectories {
      try bench.folder.makeFolder("\(number)")
      paths.insert(bench.folder.path("\(number)/b.png"))
    }
    let many = bench.store.watch(paths) { _ in }
    let more = bench.store.watch(paths.union([bench.folder.path("0/c.png")])) { _ in }
    #expect(bench.store.watchCounts.directories <= PathFollower.mostDirectories)
    #expect(bench.reports.count == 1)
    #expect(bench.reports.first?.contains("max_user_watches") == true)
    try bench.folder.write("a.png", "changed")
    try bench.turn(rounds: 1)
    withExtendedLifetime((many, more)) {}
  }
}
