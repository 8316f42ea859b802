import Composition
import DamagedFiles
import DisplayTypes
import Glibc
import RasterWorker
import Rasterizing
import TestKit
import Testing

@testable import RasterizerHost

/// Processes that read files: one for each document, few, and ended when idle.
@Suite(.serialized) struct DocumentPoolTests {
  private let room = PictureRoom(size: PixelSize(width: 320, height: 200))

  @Test func aPictureIsDecoded() throws {
    let bench = try DocumentTestBench()
    let image = try bench.decode(try TestFile.make(TestPicture.gradientPNG), room).get()
    #expect(image.rect == PixelRect(x: 60, y: 0, width: 200, height: 200))
    #expect(image.bitmap.size == PixelSize(width: 200, height: 200))
    #expect(image.bitmap.isOpaque)
    #expect(image.frames.isEmpty)
    #expect(isNear(image.pixel(100, 50), 0xFF63_3100, within: 2))
  }

  @Test func aDrawingThatHidesEverythingIsOpaque() throws {
    let bench = try DocumentTestBench()
    func drawing(width: Int) throws -> RasterImage {
      let rect = "<rect width='\(width)' height='20' fill='#205080'/>"
      let text = "<svg xmlns='http://www.w3.org/2000/svg' width='32' height='20'>\(rect)</svg>"
      return try bench.decode(try TestFile.make(Array(text.utf8)), room).get()
    }
    #expect(try drawing(width: 32).bitmap.isOpaque)
    #expect(try !drawing(width: 16).bitmap.isOpaque)
  }

  @Test func eachDocumentHasItsOwnProcessAndOneIsSpare() throws {
    let bench = try DocumentTestBench()
    let first = try TestFile.make(TestPicture.gradientPNG)
    let second = try TestFile.make(TestPicture.gradientPNG)
    _ = try bench.decode(first, room).get()
    try bench.turn(until: { bench.pool.processIDs.count == 2 })
    let pids = Set(bench.pool.processIDs)
    _ = try bench.decode(first, room).get()
    #expect(Set(bench.pool.processIDs) == pids)
    // The spare process takes over, and another spare one starts.
    _ = try bench.decode(second, room).get()
    try bench.turn(until: { bench.pool.processIDs.count == 3 })
    #expect(pids.isSubset(of: bench.pool.processIDs))
    #expect(bench.pool.statistics.starts == 3)
  }

  @Test func theOneThatWasUsedLongestAgoIsReplaced() throws {
    let bench = try DocumentTestBench(limit: 2)
    let files = try (0..<3).map { _ in try TestFile.make(TestPicture.gradientPNG) }
    for index in [0, 1, 0, 2] {
      _ = try bench.decode(files[index], room).get()
      #expect(bench.pool.processIDs.count <= 3)
    }
    try bench.turn(until: { bench.pool.processIDs.count == 3 })
    let starts = bench.pool.statistics.starts
    // The process of the first file still exists, and that of the second does not.
    _ = try bench.decode(files[0], room).get()
    #expect(bench.pool.statistics.starts == starts)
    _ = try bench.decode(files[1], room).get()
    try bench.turn(until: { bench.pool.statistics.starts == starts + 1 })
  }

  @Test func manyDocumentsAtOnceTakeTheirTurns() throws {
    let bench = try DocumentTestBench(limit: 2)
    var done = 0
    var most = 0
    for _ in 0..<12 {
      bench.pool.decode(ImageRasterRequest(file: try TestFile.make(TestPicture.gradientPNG), room: room)) { result in
        if case .success = result { done += 1 }
      }
    }
    #expect(bench.pool.pendingRequests == 12)
    try bench.turn(until: {
      most = max(most, bench.pool.processIDs.count)
      return done == 12
    })
    #expect(most <= 3)
    #expect(bench.pool.pendingRequests == 0)
  }

  @Test func nothingIsLeftWhenIdle() throws {
    let bench = try DocumentTestBench {
      $0.pictures.idleMilliseconds = 20
      $0.pages.idleMilliseconds = 20
    }
    var rests = 0
    bench.pool.didBecomeIdle = { rests += 1 }
    _ = try bench.decode(try TestFile.make(TestPicture.gradientPNG), room).get()
    let pids = bench.pool.processIDs
    // A process that is idle before its first request arrives is replaced, so there are two or more.
    try bench.turn(until: { rests > 0 && bench.pool.statistics.starts >= 2 && bench.pool.processIDs.isEmpty })
    #expect(bench.pool.statistics.deaths == 0)
    // Reaped: the kernel knows no such children any more.
    for pid in pids { #expect(waitpid(pid, nil, WNOHANG) == -1) }
    _ = try bench.decode(try TestFile.make(TestPicture.gradientPNG), room).get()
  }

  @Test func aCancelledRequestGetsNoReplyAndKeepsNoProcessBusy() throws {
    let bench = try DocumentTestBench(limit: 1)
    var calls = 0
    for _ in 0..<3 {
      let request = ImageRasterRequest(file: try TestFile.make(TestPicture.gradientPNG), room: room)
      bench.pool.decode(request) { _ in calls += 1 }.cancel()
    }
    let request = ImageRasterRequest(file: try TestFile.make(TestPicture.gradientPNG), room: room)
    let inFlight = bench.pool.decode(request) { _ in calls += 1 }
    try bench.turn(until: { !bench.pool.processIDs.isEmpty })
    inFlight.cancel()
    #expect(bench.pool.pendingRequests == 0)
    _ = try bench.decode(try TestFile.make(TestPicture.gradientPNG), room).get()
    #expect(calls == 0)
  }

  @Test func stoppingEndsAllAndFailsWaitingRequests() throws {
    let bench = try DocumentTestBench(limit: 1)
    var errors: [RasterError] = []
    for _ in 0..<3 {
      bench.pool.decode(ImageRasterRequest(file: try TestFile.make(TestPicture.gradientPNG), room: room)) { result in
        if case .failure(let error) = result { errors.append(error) }
      }
    }
    try bench.turn(until: { !bench.pool.processIDs.isEmpty })
    bench.pool.stop()
    #expect(errors == [.stopped, .stopped, .stopped])
    #expect(bench.pool.processIDs.isEmpty)
    #expect(try bench.decode(try TestFile.make(TestPicture.gradientPNG), room).error == .stopped)
  }

  @Test func aFullQueueRefusesTheNext() throws {
    let bench = try DocumentTestBench { $0.queueLimit = 2 }
    var errors: [RasterError?] = []
    for _ in 0..<3 {
      bench.pool.decode(ImageRasterRequest(file: try TestFile.make(TestPicture.gradientPNG), room: room)) {
        errors.append($0.error)
      }
    }
    try bench.turn(until: { errors.count == 3 })
    #expect(errors == [.queueFull(limit: 2), nil, nil])
  }

  @Test func aKilledProcessIsReplaced() throws {
    let program = "/tmp/marquee-pictures-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    try ProgramFile.writeSilentOnce(then: BuiltPrograms.folder() + "/marquee-pictures", to: program)
    defer { for path in [program, program + ".bell"] { unlink(path) } }
    let bench = try DocumentTestBench { $0.pictures.path = program }
    let file = try TestFile.make(TestPicture.gradientPNG)
    var answer: Result<RasterImage, RasterError>?
    bench.pool.decode(ImageRasterRequest(file: file, room: room)) { answer = $0 }
    try bench.turn(until: { !bench.pool.processIDs.isEmpty })
    try ProgramFile.waitForSilentOne(of: program)
    for pid in bench.pool.processIDs { kill(pid, SIGKILL) }
    try bench.turn(until: { answer != nil })
    #expect(answer?.error == nil)
    #expect(bench.pool.statistics.deaths == 1)
  }

  @Test func aFileThatEndsItsProcessesKeepsNoPlace() throws {
    let bench = try DocumentTestBench()
    let file = try TestFile.make(TestPicture.gradientPNG)
    var answer: Result<RasterImage, RasterError>?
    bench.pool.decode(ImageRasterRequest(file: file, room: room)) { answer = $0 }
    try bench.turn(until: {
      for pid in bench.pool.processIDs { kill(pid, SIGKILL) }
      return answer != nil
    })
    guard case .workerDied = answer?.error else {
      Issue.record("\(String(describing: answer))")
      return
    }
    try bench.turn(until: { bench.pool.workers.isEmpty })
  }

  @Test func aSlowProcessIsEnded() throws {
    let program = "/tmp/marquee-pages-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    try ProgramFile.write("#!/bin/sh\nexec sleep 1000\n", to: program)
    defer { unlink(program) }
    let bench = try DocumentTestBench {
      $0.pages.path = program
      $0.pages.documentMilliseconds = 1
      $0.pages.startMilliseconds = 0
    }
    let file = try TestFile.make(TestDocument.pages(1))
    #expect(try bench.draw(file, room).error == .timedOut(seconds: 1))
    try bench.turn(until: { bench.pool.statistics.deaths == 1 })
    #expect(try bench.decode(try TestFile.make(TestPicture.gradientPNG), room).error == nil)
  }

  @Test func aProgramThatIsMissingIsNamed() throws {
    let bench = try DocumentTestBench { $0.pages.path = "/nowhere/marquee-pages" }
    let error = try bench.draw(try TestFile.make(TestDocument.pages(1)), room).error
    guard case .notStarted(let path, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path == "/nowhere/marquee-pages")
    #expect(bench.pool.settings.pages.obstacle?.description.contains("/nowhere/marquee-pages") == true)
    #expect(bench.pool.settings.pictures.obstacle == nil)
  }

  @Test(arguments: ["marquee-pictures", "marquee-pages"])
  func theSandboxRefusesEveryOtherWayOut(_ program: String) throws {
    let words = try TestPath.output(of: "\(BuiltPrograms.folder())/\(program)", "--check-sandbox")
    #expect(words.split(separator: "\n").count == 12, "\(words)")
    #expect(!words.contains("possible"), "\(words)")
  }

  @Test func theProcessHasGivenUpRightsAndLimitsItself() throws {
    let bench = try DocumentTestBench()
    _ = try bench.decode(try TestFile.make(TestPicture.gradientPNG), room).get()
    let pid = try #require(bench.pool.processIDs.first)
    let status = try TestPath.contents("/proc/\(pid)/status")
    #expect(status.contains("NoNewPrivs:\t1\n"))
    #expect(status.contains("Seccomp:\t2\n"))
    let limits = try TestPath.contents("/proc/\(pid)/limits").split(separator: "\n")
    let space = String(AddressSpace.limit(1536 << 20, memory: AddressSpace.memory))
    for (name, value) in [("Max core file size", "0"), ("Max open files", "64"), ("Max address space", space)] {
      let words = limits.first { $0.hasPrefix(name) }?.dropFirst(name.utf8.count).split(separator: " ")
      #expect(words?.prefix(2) == [Substring(value), Substring(value)], "\(name)")
    }
  }
}
