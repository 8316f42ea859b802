import DamagedFiles
import DisplayTypes
import EventLoop
import Glibc
import RasterWorker
import RasterizerHost
import Rasterizing
import TestKit
import Testing

/// Bounds on the processes that read files: their memory, and their number.
@Suite struct WorkerLimitTests {
  private static let mebibyte: UInt64 = 1 << 20
  private let room = PictureRoom(size: PixelSize(width: 1920, height: 1080))

  @Test(arguments: [
    (memory: 256, wanted: 1536, limit: 512), (memory: 1024, wanted: 1536, limit: 512),
    (memory: 2048, wanted: 1536, limit: 1024), (memory: 2048, wanted: 1000, limit: 1000),
    (memory: 4096, wanted: 1536, limit: 1536), (memory: 1 << 40, wanted: 1024, limit: 1024),
    (memory: 0, wanted: 256, limit: 256),
  ])
  func addressSpaceFollowsTheMachinesMemory(_ memory: UInt64, _ wanted: UInt64, _ limit: UInt64) {
    let unit = Self.mebibyte
    #expect(AddressSpace.limit(wanted * unit, memory: memory * unit) == limit * unit)
    #expect(AddressSpace.limit(wanted * unit, memory: nil) == wanted * unit)
    #expect(AddressSpace.limit(4096 * unit, memory: memory * unit, atLeast: 2048 * unit) >= 2048 * unit)
  }

  @Test func theMachinesMemoryIsTheKernelsFigure() throws {
    let line = try #require(try TestPath.contents("/proc/meminfo").split(separator: "\n").first)
    let kibibytes = try #require(line.split(separator: " ").dropFirst().first.flatMap { UInt64($0) })
    #expect(AddressSpace.memory == kibibytes << 10)
  }

  /// A pool that reads pictures with less address space, as on a machine with little memory.
  private func bench(kibibytes: Int) throws -> (bench: DocumentTestBench, script: String) {
    let script = try TestPath.make([])
    let program = "\(try BuiltPrograms.folder())/marquee-pictures"
    try ProgramFile.write("#!/bin/sh\nulimit -v \(kibibytes)\nexec '\(program)' \"$@\"\n", to: script)
    return (try DocumentTestBench { $0.pictures.path = script }, script)
  }

  @Test func aWorkerNeverRaisesALimit() throws {
    let (bench, script) = try bench(kibibytes: 400_000)
    defer { TestPath.remove(script) }
    _ = try bench.decode(try TestFile.make(TestPicture.gradientPNG), room).get()
    let pid = try #require(bench.pool.processIDs.first)
    let limits = try TestPath.contents("/proc/\(pid)/limits").split(separator: "\n")
    let words = limits.first { $0.hasPrefix("Max address space") }?.split(separator: " ")
    #expect(words?.dropFirst(3).prefix(2) == ["409600000", "409600000"], "\(words ?? [])")
  }

  /// Each kind of worker, before it reads anything.
  @Test(arguments: ["marquee-rasterizer", "marquee-pictures", "marquee-pages"])
  func theKernelKillsAWorkerBeforeTheDaemon(_ program: String) throws {
    let loop = try EventLoop()
    let worker = RasterizerProcess(
      loop: loop, settings: RasterizerSettings(path: "\(try BuiltPrograms.folder())/\(program)"))
    defer { worker.stop() }
    var isAnswered = false
    // Every kind answers: two of them that they read documents only.
    worker.rasterize(.code(CodeRasterRequest(text: "code"))) { _ in isAnswered = true }
    while !isAnswered { loop.turn(waiting: true) }
    let pid = try #require(worker.pid)
    #expect(try TestPath.contents("/proc/\(pid)/oom_score_adj") == "800\n")
  }

  /// 8000x8000 pixels are 192 MB as they are decoded: more than the process may have, and less than a picture may have.
  @Test func aWorkerOverItsLimitIsAFailedPictureAndNothingElse() throws {
    let (bench, script) = try bench(kibibytes: 230_000)
    defer { TestPath.remove(script) }
    let large = try TestFile.make(Self.large)
    let error = try #require(try bench.decode(large, room).error)
    switch error {
    case .outOfMemory, .workerDied, .drawingFailed: break
    default: Issue.record("\(error)")
    }
    // The pool continues with the same limit.
    #expect(try bench.decode(try TestFile.make(TestPicture.gradientPNG), room).get().rect.height == 1080)
    #expect(try DocumentTestBench().decode(large, room).error == nil)
  }

  /// The least that a machine gives is enough for pictures and pages of a screen's size.
  @Test func theLeastAddressSpaceShowsAScreen() throws {
    let (bench, script) = try bench(kibibytes: Int(AddressSpace.least >> 10))
    defer { TestPath.remove(script) }
    let whole = PictureRoom(size: PixelSize(width: 3840, height: 2160))
    let picture = try TestFile.make(
      TestPicture.png(PixelSize(width: 1920, height: 1080)) { x, y in [UInt8(x & 255), UInt8(y & 255), 0] })
    #expect(try bench.decode(picture, whole).error == nil)
  }

  @Test func aPoolWithoutAFreeSlotFailsThePictureOnly() throws {
    let slots = WorkerSlots(limit: 1)
    let (first, second) = (try DocumentTestBench(slots: slots), try DocumentTestBench(slots: slots))
    let file = try TestFile.make(TestPicture.gradientPNG)
    #expect(try first.decode(file, room).error == nil)
    #expect(slots.count == 1)
    guard case .notStarted(_, let reason) = try second.decode(file, room).error else {
      Issue.record("a second process was started")
      return
    }
    #expect(reason.contains("1 processes"))
    first.pool.stop()
    #expect(slots.count == 0)
    #expect(try second.decode(file, room).error == nil)
  }

  /// A PNG of one colour, with a bit a pixel.
  private static let large: [UInt8] = {
    let size = PixelSize(width: 8000, height: 8000)
    let rows = [UInt8](repeating: 0, count: (size.width / 8 + 1) * size.height)
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + TestPicture.chunk("IHDR", TestPicture.big(size.width) + TestPicture.big(size.height) + [1, 0, 0, 0, 0])
      + TestPicture.chunk("IDAT", TestPicture.zlib(rows)) + TestPicture.chunk("IEND", [])
  }()
}
