import DisplayTypes
import Testing

@testable import Presentation

@Suite("ShownFrame")
struct ShownFrameTests {
  /// Frame 100 is shown from 1 s on. Refreshes come every 16 ms.
  private func number(at milliseconds: UInt64, frame: UInt64 = 100, limit: UInt64 = 8) -> UInt64 {
    ShownFrame(target: MonotonicTime(nanoseconds: 1_000_000_000), number: frame)
      .number(at: MonotonicTime(nanoseconds: milliseconds * 1_000_000), interval: 16_000_000, limit: limit)
  }

  @Test("a frame is there until the next refresh, and others before it")
  func refreshes() {
    #expect(number(at: 1000) == 100)
    #expect(number(at: 1013) == 100)
    #expect(number(at: 1016) == 101)
    #expect(number(at: 1050) == 103)
    #expect(number(at: 997) == 99)
    #expect(number(at: 981) == 98)
  }

  @Test("a refresh that comes an eighth later than asked for counts as there")
  func slack() {
    #expect(number(at: 1014) == 101)
    #expect(number(at: 998) == 100)
  }

  @Test("a still screen is not ahead of itself, and no frame comes before its first")
  func limits() {
    #expect(number(at: 5000, limit: 2) == 102)
    #expect(number(at: 500, frame: 3) == 0)
  }
}
