import DisplayTypes
import EventLoop
import Foundation
import Glibc
import RasterizerHost
import Rasterizing
import TestKit

/// Files in a directory of its own, and a pool that reads them.
final class DecodeBench {
  private static let runs = 15
  private let folder: String
  private let loop: EventLoop
  private let pool: DocumentPool
  private let room = PictureRoom(size: PixelSize(width: 1920, height: 1080))

  init(directory: String) throws {
    folder = NSTemporaryDirectory() + "marquee-decode-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // As far behind others as the programs put themselves.
    setpriority(Int32(PRIO_PROCESS.rawValue), 0, 5)
    loop = try EventLoop()
    pool = DocumentPool(loop: loop, settings: DocumentPoolSettings(directory: directory))
  }

  deinit {
    pool.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The time of each format as a ratio to the time of the library that reads it, used directly and for the same size.
  ///
  /// - Parameter wanted: Whether the format with this name is measured.
  func pictures(_ wanted: (String) -> Bool) throws -> [DecodeFigure] {
    let size = room.size
    let jpeg = try file("photo.jpeg") { try LibraryPicture.write($0, format: "jpeg", width: 4000, height: 3000) }
    let png = try file("picture.png") { try LibraryPicture.write($0, format: "png", width: 3840, height: 2160) }
    let webp = try file("picture.webp") { try LibraryPicture.write($0, format: "webp", width: 2560, height: 1440) }
    let gif = try file("moving.gif") { try LargeAnimation.write($0, frames: 6, width: 1280, height: 720) }
    let svg = try file("drawing.svg") { try LargeDrawing.write($0) }
    let pdf = FileManager.default.currentDirectoryPath + "/Examples/sample/deck-landscape.pdf"
    let page = try LibraryPage(pdf)
    let full = try file("lines.pdf") { try LargeDeck.write($0, pages: 1) }
    let fullPage = try LibraryPage(full)
    let all: [(String, () throws -> Void, () throws -> Void)] = [
      ("jpeg of 4000x3000", { [self] in try decode(jpeg) }, { try LibraryPicture.read(jpeg, fitting: size) }),
      ("png of 3840x2160", { [self] in try decode(png) }, { try LibraryPicture.read(png, fitting: size) }),
      ("webp of 2560x1440", { [self] in try decode(webp) }, { try LibraryPicture.readWebP(webp, size) }),
      ("gif of 6 frames of 1280x720", { [self] in try decode(gif) }, { try LibraryPicture.readFrames(gif, 6, size) }),
      ("svg of 2000 shapes", { [self] in try decode(svg) }, { try LibraryPicture.draw(svg, size) }),
      ("page of a deck, nearly empty", { [self] in try draw(pdf) }, { try page.draw(size) }),
      ("page of 200 lines and 20 of text", { [self] in try draw(full) }, { try fullPage.draw(size) }),
    ]
    return try all.filter { wanted($0.0) }.map(figure)
  }

  /// Counts processor time, of all processes that take part, so that a busy machine does not decide; they take turns, so that both have the
  /// same hours of its caches; and the best of each counts.
  private func figure(_ name: String, _ own: () throws -> Void, _ library: () throws -> Void) throws -> DecodeFigure {
    var (best, bestOfLibrary) = (Double.infinity, Double.infinity)
    var elapsed = Double.infinity
    for _ in 0..<Self.runs {
      bestOfLibrary = min(bestOfLibrary, try processorSeconds(library))
      elapsed = min(elapsed, try seconds { best = min(best, try processorSeconds(own)) })
    }
    let ratio = best / bestOfLibrary
    return DecodeFigure(
      name: "\(name) for \(room.size.width)x\(room.size.height)",
      text: "\(Self.text(ratio)) of the library's own time (\(Self.text(best * 1000)) ms to "
        + "\(Self.text(bestOfLibrary * 1000)) ms of processor time; answered after \(Self.text(elapsed * 1000)) ms)",
      demand: "at most 1.2", isMet: ratio <= 1.2)
  }

  /// The processor time of this process and of the file readers that still run at the end.
  private func processorSeconds(_ work: () throws -> Void) rethrows -> Double {
    let before = processorTimes
    try work()
    return processorTimes.reduce(0) { $0 + $1.value - (before[$1.key] ?? 0) }
  }

  private var processorTimes: [Int32: Double] {
    var times: [Int32: Double] = [:]
    for pid in [getpid()] + pool.processIDs {
      var (clock, time) = (clockid_t(), timespec())
      guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else { continue }
      times[pid] = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    return times
  }

  private func file(_ name: String, _ write: (String) throws -> Void) rethrows -> String {
    try write("\(folder)/\(name)")
    return "\(folder)/\(name)"
  }

  /// The first page of 500, from the start of the process, beside poppler's own program.
  func deck() throws -> DecodeFigure {
    let path = "\(folder)/deck.pdf"
    try LargeDeck.write(path, pages: 500)
    let library = try seconds {
      _ = try StartedProgram.run([
        "pdftocairo", "-png", "-f", "1", "-l", "1", "-scale-to-x", "1920", "-scale-to-y", "1080", path,
        "\(folder)/page",
      ])
    }
    var answer: Result<RasterImage, RasterError>?
    let own = try seconds {
      pool.draw(PageRasterRequest(file: try open(path), page: 1, room: room)) { answer = $0 }
      while answer == nil { loop.turn(waiting: true) }
    }
    let image = try answer?.get()
    // Every page once: the memory must not grow with them.
    let file = try open(path)
    for page in stride(from: 1, through: 500, by: 7) {
      var isDone = false
      pool.draw(PageRasterRequest(file: file, page: page, room: room)) { _ in isDone = true }
      while !isDone { loop.turn(waiting: true) }
    }
    let memory = pool.processIDs.map(Self.peak).max() ?? 0
    return DecodeFigure(
      name: "first page of \(image?.pageCount ?? 0)",
      text: "\(Self.text(own)) s, pdftocairo \(Self.text(library)) s; at most \(memory >> 10) MiB after 72 pages",
      demand: "within 1 s of the library's own time, below 256 MiB",
      isMet: own <= library + 1 && memory < 256 << 10 && image?.pageCount == 500)
  }

  private func decode(_ path: String) throws {
    let request = ImageRasterRequest(file: try open(path), room: room)
    try wait { pool.decode(request, completion: $0) }
  }

  private func draw(_ path: String) throws {
    let request = PageRasterRequest(file: try open(path), page: 1, room: room)
    try wait { pool.draw(request, completion: $0) }
  }

  private func wait(_ ask: (@escaping (Result<RasterImage, RasterError>) -> Void) -> RasterTicket) throws {
    var answer: Result<RasterImage, RasterError>?
    _ = ask { answer = $0 }
    while answer == nil { loop.turn(waiting: true) }
    _ = try answer?.get()
  }

  private func open(_ path: String) throws -> MediaFile {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else { throw POSIXError(.ENOENT) }
    let version = FileVersion(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: UInt64(status.st_size),
      modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec))
    return MediaFile(descriptor: descriptor, version: version) { close(descriptor) }
  }

  private func seconds(_ work: () throws -> Void) rethrows -> Double {
    let start = MonotonicTime.now
    try work()
    return Double(MonotonicTime.now.nanoseconds(since: start)) / 1e9
  }

  private static func text(_ number: Double) -> String { String(format: "%.2f", number) }

  /// The most memory that a process ever held, in KiB.
  private static func peak(of pid: Int32) -> Int {
    guard let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8) else { return 0 }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
  }
}
