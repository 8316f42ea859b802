import DisplayTypes
import EventLoop
import Glibc
import RasterizerHost
import Rasterizing
import TestKit
import Testing

/// A rasteriser process on an event loop of its own, driven by the test's thread.
final class RasterizerTestBench {
  let loop: EventLoop
  let process: RasterizerProcess

  init(_ change: (inout RasterizerSettings) -> Void = { _ in }) throws {
    loop = try EventLoop()
    var settings = RasterizerSettings(path: try BuiltPrograms.path(of: "marquee-rasterizer"))
    // A test host may be busier than a box ever is.
    settings.startMilliseconds = 60_000
    change(&settings)
    process = RasterizerProcess(loop: loop, settings: settings)
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
    case .file, .image, .pageCount: throw RasterError.badReply("another result")
    }
  }

  /// The error of a request; nil if it succeeds.
  func error(_ request: RasterRequest) throws -> RasterError? {
    switch try answer(request) {
    case .success: nil
    case .failure(let error): error
    }
  }
}
