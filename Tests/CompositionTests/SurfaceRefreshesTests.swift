import DisplayTypes
import TestKit
import Testing

@testable import Composition

@Suite struct SurfaceRefreshesTests {
  private static let screen = ScreenID(rawValue: 1)
  private static let millisecond: UInt64 = 1_000_000

  private static func time(_ milliseconds: UInt64) -> MonotonicTime {
    MonotonicTime(nanoseconds: milliseconds * millisecond)
  }

  /// A picture that comes at a time of the screens' clock, in milliseconds.
  private struct TimedPicture {
    let due: UInt64
    let comes: UInt64
  }

  /// The refreshes, every `interval` milliseconds from `interval` on, that pictures miss.
  ///
  /// - Parameter draws: whether the screen draws for a refresh without a waiting picture.
  private static func missed(_ pictures: [TimedPicture], every interval: UInt64, count: UInt64 = 60, draws: Bool)
    -> [UInt64]
  {
    var refreshes = SurfaceRefreshes()
    var rest = pictures[...]
    return (1...count).compactMap { index -> UInt64? in
      let now = index * interval
      var isDrawn = draws
      while let next = rest.first, next.comes <= now {
        isDrawn = true
        guard next.due <= now else { break }
        refreshes.came(due: time(next.due))
        rest.removeFirst()
      }
      return isDrawn ? refreshes.drew(at: time(now), on: screen, every: interval * millisecond) : nil
    }.filter { $0 > 0 }
  }

  @Test("pictures that come in time miss nothing at any rate", arguments: [5, 16, 17, 20, 33, 40, 70] as [UInt64])
  func inTime(length: UInt64) {
    let pictures = (0..<20).map { TimedPicture(due: 20 + $0 * length, comes: 1 + $0 * length) }
    for draws in [false, true] { #expect(Self.missed(pictures, every: 16, draws: draws) == []) }
  }

  @Test("a late picture misses each refresh from its time on", arguments: [false, true])
  func late(draws: Bool) {
    func missed(_ due: UInt64, _ comes: UInt64) -> [UInt64] {
      Self.missed([TimedPicture(due: 10, comes: 1), TimedPicture(due: due, comes: comes)], every: 16, draws: draws)
    }
    // Refreshes are at 16, 32, 48, 64, 80.
    #expect(missed(40, 48) == [])
    #expect(missed(40, 49) == [1])
    #expect(missed(40, 79) == [2])
    #expect(missed(40, 81) == [3])
    #expect(missed(48, 49) == [1])
    #expect(missed(49, 50) == [])
    // No picture is repeated before there is one.
    #expect(Self.missed([TimedPicture(due: 1, comes: 200)], every: 16, draws: draws) == [])
  }

  @Test("a picture that is left out for a newer one has missed its refreshes too")
  func leftOut() {
    let pictures = [
      TimedPicture(due: 10, comes: 1), TimedPicture(due: 40, comes: 90), TimedPicture(due: 80, comes: 90),
    ]
    // The refreshes at 48, 64 and 80, and both come for that at 96.
    for draws in [false, true] { #expect(Self.missed(pictures, every: 16, draws: draws) == [3]) }
  }

  @Test func theCountsAreThoseOfEachRefresh() {
    var random = SeededGenerator(seed: 22)
    for _ in 0..<300 {
      let interval = UInt64.random(in: 3...40, using: &random)
      let length = UInt64.random(in: 1...90, using: &random)
      let delay = UInt64.random(in: 0...120, using: &random)
      var last: UInt64 = 0
      let pictures = (0..<15).map { index -> TimedPicture in
        let due = 50 + UInt64(index) * length
        last = max(last, UInt64.random(in: (due > 60 ? due - 60 : 0)...due + delay, using: &random))
        return TimedPicture(due: due, comes: last)
      }
      let expected = Self.expected(pictures, every: interval, count: 2000 / interval)
      for draws in [false, true] {
        #expect(
          Self.missed(pictures, every: interval, count: 2000 / interval, draws: draws) == expected,
          "\(pictures), every \(interval)")
      }
    }
  }

  /// The same from the definition: the refreshes between two shown pictures at which a picture was due that came later.
  private static func expected(_ pictures: [TimedPicture], every interval: UInt64, count: UInt64) -> [UInt64] {
    var missed: [UInt64] = []
    var shown: UInt64?
    var rest = pictures[...]
    for now in (1...count).map({ $0 * interval }) {
      let taken = rest.prefix { $0.comes <= now && $0.due <= now }
      guard let first = taken.first else { continue }
      rest = rest.dropFirst(taken.count)
      if let shown {
        let between = stride(from: shown + interval, to: now, by: Int(interval)).count { $0 >= first.due }
        if between > 0 { missed.append(UInt64(between)) }
      }
      shown = now
    }
    return missed
  }

  @Test func otherScreensAndHeldPicturesDoNotCount() {
    var refreshes = SurfaceRefreshes()
    func draw(_ milliseconds: UInt64, due: UInt64?, on number: UInt32 = 1) -> UInt64 {
      if let due { refreshes.came(due: Self.time(due)) }
      return refreshes.drew(
        at: Self.time(milliseconds), on: ScreenID(rawValue: .init(number)), every: 16 * Self.millisecond)
    }
    #expect(draw(16, due: 10) == 0)
    #expect(draw(24, due: nil, on: 2) == 0)
    // Another screen has taken a picture, which the first one shows two refreshes after its time.
    #expect(draw(72, due: 40, on: 2) == 0)
    #expect(draw(80, due: nil) == 2)
    refreshes.restart()
    #expect(draw(800, due: 100) == 0)
    #expect(draw(816, due: 801) == 0)
    #expect(draw(848, due: 817) == 1)
  }
}
