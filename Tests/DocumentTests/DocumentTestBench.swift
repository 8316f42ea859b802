import Composition
import DisplayTypes
import EventLoop
import Glibc
import RasterizerHost
import Rasterizing
import TestKit
import Testing

/// A pool of processes on an event loop of its own, driven by the test's thread.
final class DocumentTestBench {
  let loop: EventLoop
  let pool: DocumentPool

  init(
    limit: Int = 4, slots: WorkerSlots? = nil, units: (pictures: WorkerUnit, pages: WorkerUnit)? = nil,
    _ change: (inout DocumentPoolSettings) -> Void = { _ in }
  ) throws {
    loop = try EventLoop()
    var settings = DocumentPoolSettings(directory: try BuiltPrograms.folder(), limit: limit)
    // A test host may be busier than a box ever is.
    settings.pictures.documentMilliseconds = 60_000
    settings.pages.documentMilliseconds = 60_000
    change(&settings)
    pool = DocumentPool(loop: loop, settings: settings, slots: slots, units: units)
  }

  deinit { pool.stop() }

  /// Turns the loop until `isDone`; gives up after ten minutes, so that a hang fails instead of lasting.
  func turn(until isDone: () -> Bool, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
    var isLate = false
    let timer = loop.makeTimer { isLate = true }
    timer.arm(at: MonotonicTime.now.advanced(by: 600_000_000_000))
    while !isDone() && !isLate { loop.turn(waiting: true) }
    try #require(!isLate, "nothing happened for ten minutes", sourceLocation: sourceLocation)
  }

  /// Decodes a picture and waits for it.
  func decode(
    _ file: MediaFile, _ room: PictureRoom, maximumBytes: Int = 64 << 20,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> Result<RasterImage, RasterError> {
    var answer: Result<RasterImage, RasterError>?
    pool.decode(ImageRasterRequest(file: file, room: room, maximumBytes: maximumBytes)) { answer = $0 }
    try turn(until: { answer != nil }, sourceLocation: sourceLocation)
    return try #require(answer)
  }

  /// Draws a page and waits for it.
  func draw(
    _ file: MediaFile, page: Int = 1, _ room: PictureRoom, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> Result<RasterImage, RasterError> {
    var answer: Result<RasterImage, RasterError>?
    pool.draw(PageRasterRequest(file: file, page: page, room: room)) { answer = $0 }
    try turn(until: { answer != nil }, sourceLocation: sourceLocation)
    return try #require(answer)
  }
}

extension Result where Success == RasterImage, Failure == RasterError {
  /// The error; nil for success.
  var error: RasterError? {
    switch self {
    case .success: nil
    case .failure(let error): error
    }
  }
}
