import DisplayTypes
import EventLoop
import Foundation
import Glibc
import RasterizerHost
import Rasterizing

/// Files in a directory of its own, and a pool that reads them.
final class DecodeBench {
  private static let runs = 9
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

  /// Each format's time as a ratio to gdk-pixbuf's own, which reads the same file and scales it to the same size.
  func pictures() throws -> [DecodeFigure] {
    try [("jpeg", 4000, 3000), ("png", 3840, 2160), ("webp", 2560, 1440)].map { format, width, height in
      let path = "\(folder)/picture.\(format)"
      try LibraryPicture.write(path, format: format, width: width, height: height)
      var (own, library): ([Double], [Double]) = ([], [])
      for _ in 0..<Self.runs {
        library.append(try seconds { try LibraryPicture.read(path, fitting: room.size) })
        own.append(try seconds { _ = try decode(path).get() })
      }
      let ratio = Self.median(own) / Self.median(library)
      return DecodeFigure(
        name: "\(format) of \(width)x\(height) for 1920x1080",
        text: "\(Self.text(ratio)) of the library's own time (\(Self.text(Self.median(own) * 1000)) ms)",
        demand: "at most 1.2", isMet: ratio <= 1.2)
    }
  }

  /// The first page of 500, from the start of the process, beside poppler's own program.
  func deck() throws -> DecodeFigure {
    let path = "\(folder)/deck.pdf"
    try LargeDeck.write(path, pages: 500)
    let library = try seconds {
      let program = Process()
      program.executableURL = URL(fileURLWithPath: "/usr/bin/pdftocairo")
      program.arguments = [
        "-png", "-f", "1", "-l", "1", "-scale-to-x", "1920", "-scale-to-y", "1080", path, "\(folder)/page",
      ]
      try program.run()
      program.waitUntilExit()
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

  private func decode(_ path: String) throws -> Result<RasterImage, RasterError> {
    var answer: Result<RasterImage, RasterError>?
    pool.decode(ImageRasterRequest(file: try open(path), room: room)) { answer = $0 }
    while true {
      if let answer { return answer }
      loop.turn(waiting: true)
    }
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

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private static func text(_ number: Double) -> String { String(format: "%.2f", number) }

  /// The most memory that a process ever held, in KiB.
  private static func peak(of pid: Int32) -> Int {
    guard let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8) else { return 0 }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
  }
}
