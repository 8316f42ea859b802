import Composition
import DisplayTypes
import Presentation
import Scenes
import SimulatedBackend
import Testing

@testable import ContentModel

/// A playlist of two clips whose helper answers late, on a simulated display. The pictures are read back from the monitor.
@MainActor
struct LateVideoTests {
  private nonisolated static let count = 25
  private nonisolated static let interval: UInt64 = 40_000_000
  private static let clips: [UInt32] = [1_000, 2_000]
  private static let turns = 6
  private static let length: UInt64 = 1_000_000_000
  private static let countedLength: UInt64 = 880_000_000

  /// A flip, with the number of the picture on the monitor.
  private struct Flip {
    var time: UInt64
    var number: UInt32?
  }

  /// The pictures of an item at each refresh, and their counts, which follow from the times at which pictures are due and come.
  private struct Prediction {
    var numbers: [UInt32] = []
    var counts = PictureCounts.Values()

    init(first: UInt32, turn: UInt64, refreshes: [UInt64], delay: UInt64) {
      func due(_ number: Int) -> UInt64 { turn + UInt64(number) * LateVideoTests.interval }
      var shown = (number: 0, since: UInt64(0))
      for refresh in refreshes {
        // The first picture waits before the turn. A later one reaches the refresh if it has come before.
        let newest = (1..<LateVideoTests.count).last { due($0) <= refresh && due($0) + delay < refresh } ?? 0
        numbers.append(first + UInt32(newest))
        if newest != shown.number || counts.shown == 0 { counts.shown += 1 }
        guard newest != shown.number else { continue }
        counts.skipped += UInt64(newest - shown.number - 1)
        let missed = refreshes.count { $0 > shown.since && $0 < refresh && $0 >= due(shown.number + 1) }
        counts.repeated += UInt64(missed)
        if missed > 0 { counts.late += 1 }
        shown = (newest, refresh)
      }
    }
  }

  @Test(
    "a helper that answers late repeats exactly the predicted pictures, and never shows a wrong one",
    arguments: [0, 1, 5, 50] as [UInt64], [60_000, 50_000, 30_000])
  func late(milliseconds: UInt64, millihertz: Int) throws {
    let delay = milliseconds * 1_000_000
    let items = Self.clips.map { first in
      PlaylistItem(content: .video(VideoDescription(file: "/m/\(first).mp4")), milliseconds: 1_000)
    }
    let feeds = SurfaceFeeds()
    var videos: StandInVideos?
    let rig = try PlayerRig(.playlist(PlaylistDescription(items: items)), surfaces: feeds) { clock, loop in
      let made = StandInVideos(clock, loop, feeds, interval: Self.interval, count: Self.count, delay: delay)
      videos = made
      return made
    }
    for first in Self.clips { rig.media.put("/m/\(first).mp4", UInt64(first)) }
    var flips: [Flip] = []
    rig.seen = { frame in
      flips.append(Flip(time: rig.clock.moment(of: frame.time).nanoseconds, number: try? Self.number(on: rig)))
    }
    try rig.plug("HDMI-A-1", StandInVideos.room, millihertz: millihertz)
    let played = try #require(videos)
    let refresh = try #require(rig.system.screens.first?.currentMode?.refreshInterval)
    func advance(to time: UInt64) { rig.advance(nanoseconds: time - rig.backend.simulatedClock.now.nanoseconds) }
    // The first turn has begun before the screen was lit. The next ones are whole.
    var turn = try #require(played.beginnings.map(\.time).first { $0 > rig.backend.simulatedClock.now.nanoseconds })
    advance(to: turn)
    var repeated: UInt64 = 0
    for index in 1...Self.turns {
      let first = Self.clips[index % 2]
      let anchor = try #require(flips.last).time
      let all = stride(from: anchor, to: turn + Self.length, by: Int(refresh)).filter { $0 >= turn }
      // The next item is handed over before its turn. From then on the screen draws each refresh ahead, and pictures have to come earlier.
      let counted = all.filter { $0 < turn + Self.countedLength }
      let (before, known) = (feeds.clipCounts.values, flips.count)
      advance(to: try #require(counted.last) + 1)
      let after = feeds.clipCounts.values
      advance(to: turn + Self.length)
      let own = flips[known...]
      #expect(own.allSatisfy { all.contains($0.time) }, "a flip of \(own) is not at a refresh")
      let prediction = Prediction(first: first, turn: turn, refreshes: counted, delay: delay)
      for (time, number) in zip(counted, prediction.numbers) {
        #expect(own.last { $0.time <= time }?.number == number, "item \(index) at \(time - turn)")
      }
      for flip in own {
        let due = first + UInt32((flip.time - turn) / Self.interval)
        #expect(flip.number.map { (first...due).contains($0) } == true, "item \(index) at \(flip.time - turn): \(flip)")
      }
      var difference = after
      difference.shown -= before.shown
      difference.repeated -= before.repeated
      difference.skipped -= before.skipped
      difference.late -= before.late
      #expect(difference == prediction.counts, "item \(index)")
      repeated += difference.repeated
      turn += Self.length
    }
    #expect(played.faults == [])
    #expect((repeated > 0) == (milliseconds > 0))
  }

  /// The number of the picture on the monitor.
  private static func number(on rig: PlayerRig) throws -> UInt32? {
    let pixels = try #require(try rig.backend.photograph("HDMI-A-1")?.pixels)
    let reading = FrameReading(of: pixels.size, tolerance: 0) { x, y in
      let start = (y * pixels.size.width + x) * 3
      return Color(red: pixels.rgb[start], green: pixels.rgb[start + 1], blue: pixels.rgb[start + 2])
    }
    if case .whole(let number) = reading.number, reading.wrongPatches.isEmpty { return number }
    return nil
  }
}
