import Composition
import DamagedFiles
import DisplayTypes
import Glibc
import RasterizerHost
import Rasterizing
import Testing

/// Broken files, and files that attack their reader.
@Suite(.serialized) struct BrokenFileTests {
  private let room = PictureRoom(size: PixelSize(width: 320, height: 200))

  /// The effects of a row of files on the pool.
  private struct FileTally {
    var pictures = 0
    var errors: [String: RasterError] = [:]
    /// Processes at a time, and the most memory that one of them ever held, in KiB.
    var mostProcesses = 0
    var mostMemory = 0

    var answers: Int { pictures + errors.count }
  }

  /// Hands them in, a few at a time, and waits for all answers.
  private func read(_ files: [BrokenFile], by bench: DocumentTestBench) throws -> FileTally {
    var tally = FileTally()
    for start in stride(from: 0, to: files.count, by: 16) {
      let batch = files[start..<min(start + 16, files.count)]
      for broken in batch {
        let file = try TestFile.make(broken.bytes)
        let completion: (Result<RasterImage, RasterError>) -> Void = { result in
          switch result {
          case .success: tally.pictures += 1
          case .failure(let error): tally.errors[broken.name] = error
          }
        }
        if broken.isDocument {
          bench.pool.draw(PageRasterRequest(file: file, page: 1, room: room), completion: completion)
        } else {
          bench.pool.decode(ImageRasterRequest(file: file, room: room), completion: completion)
        }
      }
      try bench.turn(until: {
        let processes = bench.pool.processIDs
        tally.mostProcesses = max(tally.mostProcesses, processes.count)
        tally.mostMemory = max(tally.mostMemory, processes.map(Self.peak).max() ?? 0)
        return tally.answers == start + batch.count
      })
    }
    return tally
  }

  /// The most memory that a process ever held, in KiB; 0 until it begins its program, because its memory is still that of the tests.
  private static func peak(of pid: Int32) -> Int {
    guard let program = Self.program(of: pid), program != Self.program(of: getpid()) else { return 0 }
    guard let status = try? TestPath.contents("/proc/\(pid)/status") else { return 0 }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0
  }

  /// The file that a process runs; nil if it ended.
  private static func program(of pid: Int32) -> [CChar]? {
    var path = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/\(pid)/exe", &path, path.count)
    return count > 0 ? Array(path[..<count]) : nil
  }

  /// After all that a good file is decoded, by as few processes as before.
  private func expectHealth(_ bench: DocumentTestBench, _ tally: FileTally) throws {
    #expect(tally.mostProcesses <= bench.pool.settings.limit + 1)
    #expect(try bench.decode(try TestFile.make(TestPicture.gradientPNG), room).error == nil)
    #expect(try bench.draw(try TestFile.make(TestDocument.pages(1)), room).error == nil)
    #expect(bench.pool.pendingRequests == 0)
  }

  /// The scenario `brokenFiles` has a thousand of them, beside a daemon.
  @Test func damagedFilesAreAllAnswered() throws {
    let bench = try DocumentTestBench {
      $0.pictures.documentMilliseconds = 2_000
      $0.pages.documentMilliseconds = 2_000
    }
    let tally = try read(try BrokenFile.damaged(195), by: bench)
    #expect(tally.answers == 195)
    // Some files are damaged in unimportant places, others cannot be read.
    #expect(tally.pictures > 20)
    #expect(tally.errors.count > 20)
    #expect(tally.mostMemory < 700 << 10)
    for (name, error) in tally.errors {
      switch error {
      case .damaged, .unsupportedFormat, .tooManyPixels, .encrypted, .noPages, .workerDied, .outOfMemory,
        .drawingFailed,
        .timedOut:
        break
      case .noFonts, .badMarkup, .textTooLong, .codeTooLong, .tooLarge, .roomTooSmall, .invalidRequest, .missingCodec,
        .fileChanged, .queueFull, .notStarted, .badReply, .stopped:
        Issue.record("\(name): \(error)")
      }
    }
    print(
      "195 damaged files: \(tally.pictures) pictures, \(tally.errors.count) refusals, \(bench.pool.statistics.deaths) deaths, "
        + "at most \(tally.mostProcesses) processes and \(tally.mostMemory >> 10) MiB")
    try expectHealth(bench, tally)
  }

  @Test func hostileFilesTakeOnlyTheirTimeLimit() throws {
    let bench = try DocumentTestBench {
      $0.pictures.documentMilliseconds = 2_000
      $0.pages.documentMilliseconds = 2_000
      $0.pictures.startMilliseconds = 10_000
      $0.pages.startMilliseconds = 10_000
    }
    let tally = try read(BrokenFile.hostile, by: bench)
    #expect(tally.answers == BrokenFile.hostile.count)
    // The limit of libjpeg itself is 65,500.
    for (name, side) in [
      ("PNG of 65535x65535", 65_535), ("GIF of 65535x65535", 65_535), ("JPEG of 65500x65500", 65_500),
      ("progressive JPEG of 65500x65500", 65_500),
    ] {
      #expect(tally.errors[name] == .tooManyPixels(PixelSize(width: side, height: side)), "\(name)")
    }
    // A third of the limit of the process.
    #expect(tally.mostMemory <= 512 << 10)
    print("hostile files: \(tally.pictures) pictures, at most \(tally.mostMemory >> 10) MiB")
    for (name, error) in tally.errors.sorted(by: { $0.key < $1.key }) { print("  \(name): \(error)") }
    try expectHealth(bench, tally)
  }
}
