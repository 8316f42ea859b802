import Composition
import DisplayTypes
import EventLoop
import Glibc
import RasterizerHost
import Rasterizing
import Testing

/// A rasteriser process on an event loop of its own, driven by the test's thread.
final class RasterizerTestBench {
  let loop: EventLoop
  let process: RasterizerProcess

  init(_ change: (inout RasterizerSettings) -> Void = { _ in }) throws {
    loop = try EventLoop()
    var settings = RasterizerSettings(path: try Self.workerPath())
    change(&settings)
    process = RasterizerProcess(loop: loop, settings: settings)
  }

  /// The program that the package builds, beside the test bundle.
  static func workerPath() throws -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = bytes.withUnsafeMutableBytes { buffer in
      buffer.withMemoryRebound(to: CChar.self) { text in
        text.baseAddress.map { readlink("/proc/self/exe", $0, text.count) } ?? -1
      }
    }
    var path = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    while !path.isEmpty {
      path = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
      let program = path + "/marquee-rasterizer"
      if access(program, X_OK) == 0 { return program }
    }
    throw MissingWorker()
  }

  struct MissingWorker: Error, CustomStringConvertible {
    var description: String { "marquee-rasterizer is not beside the test bundle; run `swift build` first" }
  }

  /// Turns the loop until `isDone`; gives up after a minute, so that a hang fails instead of lasting.
  func turn(until isDone: () -> Bool, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
    var isLate = false
    let timer = loop.makeTimer { isLate = true }
    timer.arm(at: MonotonicTime.now.advanced(by: 60_000_000_000))
    while !isDone() && !isLate { loop.turn(waiting: true) }
    try #require(!isLate, "nothing happened for a minute", sourceLocation: sourceLocation)
  }

  /// Asks and waits for the answer.
  func answer(
    _ request: RasterRequest, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> Result<RasterResult, RasterError> {
    var answer: Result<RasterResult, RasterError>?
    process.rasterize(request) { answer = $0 }
    try turn(until: { answer != nil }, sourceLocation: sourceLocation)
    return try #require(answer)
  }

  /// A text's picture.
  func picture(
    _ request: TextRasterRequest, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> RasterPicture {
    switch try answer(.text(request), sourceLocation: sourceLocation).get() {
    case .picture(let picture): return picture
    case .file: throw RasterError.badReply("a file")
    }
  }

  /// The error that a request ends with; nil where it succeeds.
  func error(_ request: RasterRequest) throws -> RasterError? {
    switch try answer(request) {
    case .success: nil
    case .failure(let error): error
    }
  }
}

/// A directory that goes with the test, for stand-ins of the rasteriser's program.
final class RasterizerTestDirectory {
  let path: String

  init() throws {
    var template = Array("/tmp/marquee-rasterizer-test-XXXXXX".utf8CString)
    path = try #require(
      template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } })
  }

  deinit {
    for name in ["worker", "marker", "fonts.conf", "file"] { unlink(path + "/" + name) }
    rmdir(path)
  }

  /// Writes a file and returns its path.
  func write(_ name: String, _ text: String, mode: mode_t = 0o600) throws -> String {
    let file = path + "/" + name
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try #require(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
    return file
  }

  /// A file's first 64 KiB.
  static func read(_ path: String) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// A shell script in the rasteriser's place: the socket is its descriptor 3, and a packet is one read or write.
  func worker(_ script: String) throws -> String {
    try write("worker", "#!/bin/sh\n" + script + "\n", mode: 0o700)
  }

  /// Takes a request and throws it away.
  static let takeRequest = "dd bs=65536 count=1 <&3 >/dev/null 2>&1"
  /// Lives until it is ended or the socket is closed, and answers nothing.
  static let stay = "exec cat <&3 >/dev/null"
}

extension RasterPicture {
  /// The pixel at a place of the bitmap, as `0xAARRGGBB`; zero outside.
  func pixel(x: Int, y: Int) -> UInt32 {
    guard let bitmap, x >= 0, y >= 0, x < bitmap.size.width, y < bitmap.size.height else { return 0 }
    return bitmap.bytes.load(fromByteOffset: y * bitmap.stride + x * 4, as: UInt32.self)
  }

  /// How many pixels are at least half covered.
  var inkCount: Int { count { $0 >> 24 >= 128 } }

  /// How many pixels have channels that are far apart.
  var colorfulCount: Int {
    count { pixel in
      let channels = [pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255]
      return (channels.max() ?? 0) - (channels.min() ?? 0) > 60
    }
  }

  /// The smallest rectangle of the bitmap with all pixels that are at least half covered.
  var inkBounds: PixelRect {
    var bounds = PixelRect.empty
    for y in 0..<rect.height {
      for x in 0..<rect.width where pixel(x: x, y: y) >> 24 >= 128 {
        bounds = bounds.union(PixelRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return bounds
  }

  private func count(_ isCounted: (UInt32) -> Bool) -> Int {
    var count = 0
    for y in 0..<rect.height {
      for x in 0..<rect.width where isCounted(pixel(x: x, y: y)) { count += 1 }
    }
    return count
  }
}
