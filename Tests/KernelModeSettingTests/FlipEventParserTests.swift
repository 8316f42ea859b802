import DisplayTypes
import SystemPackage
import Testing

@testable import KernelModeSetting

@Suite struct FlipEventParserTests {
  static func bytes(_ words: [UInt32]) -> [UInt8] {
    words.flatMap { word in withUnsafeBytes(of: word) { Array($0) } }
  }

  static func flip(crtc: UInt32, user: UInt64 = 0, sequence: UInt32 = 0, time: (UInt32, UInt32) = (0, 0)) -> [UInt8] {
    bytes([
      2, 32, UInt32(truncatingIfNeeded: user), UInt32(truncatingIfNeeded: user >> 32), time.0, time.1, sequence, crtc,
    ])
  }

  private func parse(_ bytes: [UInt8]) -> (events: [FlipEvent], ignored: UInt64) {
    var parser = FlipEventParser()
    var events: [FlipEvent] = []
    bytes.withUnsafeBytes { buffer in
      while let event = parser.next(in: buffer) { events.append(event) }
    }
    return (events, parser.ignoredCount)
  }

  @Test func allFieldsOfAFlipAreRead() {
    let (events, ignored) = parse(
      Self.flip(crtc: 31, user: 0xfeed_0000_beef_0001, sequence: 77, time: (1234, 567_890)))
    #expect(
      events == [
        FlipEvent(
          crtc: CRTCID(rawValue: 31), userData: 0xfeed_0000_beef_0001, sequence: 77,
          timestamp: MonotonicTime(nanoseconds: 1_234_567_890_000))
      ])
    #expect(ignored == 0)
  }

  @Test func theLargestTimestampDoesNotOverflow() {
    let (events, _) = parse(Self.flip(crtc: 1, time: (.max, .max)))
    #expect(events.first?.timestamp.nanoseconds == 4_294_967_295_000_000_000 + 4_294_967_295_000)
  }

  @Test func otherEventsAreSkipped() {
    let vblank = Self.bytes([1, 32, 0, 0, 0, 0, 0, 5])
    let longer = Self.bytes([99, 40, 0, 0, 0, 0, 0, 0, 0, 0])
    let (events, ignored) = parse(vblank + Self.flip(crtc: 1) + longer + Self.flip(crtc: 2))
    #expect(events.map(\.crtc.rawValue) == [1, 2])
    #expect(ignored == 2)
  }

  @Test func aFlipThatIsTooShortIsNoFlip() {
    let (events, ignored) = parse(Self.bytes([2, 16, 0, 0]) + Self.flip(crtc: 3))
    #expect(events.map(\.crtc.rawValue) == [3])
    #expect(ignored == 1)
  }

  @Test func rubbishEndsTheReadingAndNeverTraps() {
    for rubbish in [
      Self.bytes([2, 0]), Self.bytes([2, 7, 0]), Self.bytes([2, 33, 1, 1, 1, 1, 1, 1]), Self.bytes([2, .max]), [2],
      [UInt8](repeating: 0xff, count: 31),
    ] {
      let (events, ignored) = parse(Self.flip(crtc: 4) + rubbish)
      #expect(events.count == 1 && ignored == 1)
    }
    #expect(parse([]).ignored == 0)
    for length in 0..<32 {
      #expect(parse(Array(Self.flip(crtc: 4).prefix(length))).events.isEmpty)
    }
  }
}
