import TestKit
import Testing

@testable import Rasterizing

/// Which coded pictures are decoded when a decoder is slower than its stream.
@Suite struct StreamBacklogTests {
  /// A stream of 25 pictures a second, which a decoder takes one after the other.
  private struct Decoding {
    var backlog = StreamBacklog()
    var pace = StreamPace()
    /// The nanoseconds at which the decoder is free.
    var free: Int64 = 0
    /// The delay of each shown picture.
    var delays: [Int64] = []

    /// A picture that comes at a time takes these nanoseconds to decode.
    mutating func take(_ number: Int64, at arrival: Int64, for length: Int64) {
      let position = number * 40_000_000
      let now = max(free, arrival)
      guard backlog.takes(position, isKey: number % 25 == 0, now: UInt64(now)) else { return }
      free = now + length
      if backlog.endsGap(position) { pace = StreamPace() }
      delays.append(Int64(pace.time(of: position, now: UInt64(free))) - position)
    }
  }

  private static let second: Int64 = 1_000_000_000
  /// From the beginning of the stream to that of the process.
  private static let begin = 5 * second

  @Test(arguments: [41, 45, 80, 200] as [Int64])
  func theDelayOfASlowDecoderIsBounded(milliseconds: Int64) {
    var decoding = Decoding()
    for number in 0..<(600 * 25) as Range<Int64> {
      decoding.take(number, at: Self.begin + number * 40_000_000, for: milliseconds * 1_000_000)
    }
    let longest = decoding.delays.max() ?? 0
    #expect(longest < Self.begin + 2 * Self.second + milliseconds * 2_000_000)
    // The share of the pictures that the decoder can decode.
    #expect(decoding.delays.count > 600 * 1000 / Int(milliseconds) * 7 / 10)
  }

  @Test func aDecoderInTimeLosesNoPicture() {
    var decoding = Decoding()
    var random = SeededGenerator(seed: TestSeed.offset)
    for number in 0..<(600 * 25) as Range<Int64> {
      let lateness = Int64.random(in: 0...300_000_000, using: &random)
      // The clock of the camera is slower by a ten-thousandth.
      decoding.take(
        number, at: Self.begin + number * 40_004_000 + lateness, for: Int64.random(in: 0...30_000_000, using: &random))
    }
    #expect(decoding.delays.count == 600 * 25)
  }

  @Test func afterAHeldConnectionTheOldPicturesAreLeftOut() {
    var decoding = Decoding()
    for number in 0..<500 as Range<Int64> {
      // The pictures of four seconds come together.
      let arrival = (100..<200).contains(number) ? 200 * 40_000_000 : number * 40_000_000
      decoding.take(number, at: Self.begin + arrival, for: 5_000_000)
    }
    #expect(decoding.delays.count < 450)
    #expect(decoding.delays.suffix(200).allSatisfy { $0 < Self.begin + 400_000_000 })
  }

  @Test func aStreamWhoseTimeHasChangedGoesOn() {
    var decoding = Decoding()
    for number in 0..<500 as Range<Int64> {
      let change = number < 100 ? 0 : 10 * Self.second
      decoding.take(number, at: Self.begin + number * 40_000_000 + change, for: 5_000_000)
    }
    // It loses four seconds and the rest of a group of pictures.
    #expect(decoding.delays.count >= 500 - 126)
  }
}
