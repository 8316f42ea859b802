import DisplayTypes
import Presentation
import Rasterizing

/// Draws texts without ink, or fails. Their background is visible.
@MainActor
final class StandInTexts: @preconcurrency Rasterizer {
  /// The error of each text; nil if all succeed.
  var error: RasterError? = .noFonts
  /// How long a text takes, in nanoseconds; these are drawn whatever the error is.
  var delays: [String: UInt64] = [:]
  private(set) var asked = 0
  /// The texts that were asked for.
  private(set) var texts: [String] = []
  private let clock: any DisplayClock
  private var timers: [Int: any DisplayTimer] = [:]

  init(clock: any DisplayClock) {
    self.clock = clock
  }

  func rasterize(
    _ request: RasterRequest, completion: @escaping (Result<RasterResult, RasterError>) -> Void
  ) -> RasterTicket {
    asked += 1
    let number = asked
    var delay: UInt64?
    if case .text(let text) = request {
      delay = delays[text.text]
      texts.append(text.text)
    }
    let error = delay == nil ? error : nil
    let timer = clock.makeTimer { [weak self] in
      guard self?.timers.removeValue(forKey: number) != nil else { return }
      if let error { return completion(.failure(error)) }
      let rect = PixelRect(size: PixelSize(width: 0, height: 0))
      completion(.success(.picture(RasterPicture(bitmap: nil, rect: rect, fontSize: 10, isTruncated: false))))
    }
    timers[number] = timer
    timer.arm(at: clock.now.advanced(by: delay ?? 0))
    return RasterTicket { [weak self] in self?.timers.removeValue(forKey: number)?.disarm() }
  }
}
