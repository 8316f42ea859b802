import ControlProtocol
import Rasterizing
import Testing

@testable import marqueed

/// The errors of small pictures.
@Suite struct ThumbnailsTests {
  @Test("a full queue is worth another try, and a damaged file is not")
  func errors() {
    let full = ControlError(RasterError.queueFull(limit: 64))
    guard case .busy = full else { Issue.record("\(full)"); return }
    let damaged = ControlError(RasterError.damaged("no end"), "slide 3 cannot be drawn: ")
    guard case .failed(let message, nil) = damaged else { Issue.record("\(damaged)"); return }
    #expect(message.hasPrefix("slide 3 cannot be drawn: "))
  }
}
