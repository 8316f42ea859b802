import DisplayTypes
import TestKit
import Testing

@testable import Presentation

@Suite("FrameClock")
struct FrameClockTests {
  static let interval: UInt64 = 16_666_667
  static let second: UInt64 = 1_000_000_000

  static func at(_ nanoseconds: UInt64) -> MonotonicTime {
    MonotonicTime(nanoseconds: nanoseconds)
  }

  struct Display: Sendable, CustomTestStringConvertible {
    let interval: UInt64
    let cost: ClosedRange<UInt64>
    var testDescription: String { "\(interval) ns, cost \(cost)" }
  }

  static let displays = [
    Display(interval: 16_666_667, cost: 200_000...400_000),
    Display(interval: 16_666_667, cost: 2_000_000...6_000_000),
    Display(interval: 16_683_350, cost: 8_000_000...12_000_000),
    Display(interval: 20_000_000, cost: 1_000_000...9_000_000),
    Display(interval: 41_708_375, cost: 5_000_000...5_000_000),
    Display(interval: 6_944_444, cost: 500_000...2_500_000),
  ]

  @Test("an animation hits every vertical blank after it has warmed up, and reports that", arguments: displays)
  func everyVBlank(display: Display) throws {
    var simulation = PacingSimulation(
      driver: .vblank(interval: display.interval), interval: display.interval, drawCost: display.cost)
    simulation.request()
    simulation.run(until: simulation.now.advanced(by: 2 * Self.second))
    let missed = simulation.frameClock.missed
    let warm = simulation.presentations.count
    simulation.run(until: simulation.now.advanced(by: 20 * Self.second))
    #expect(simulation.frameClock.missed == missed)
    let steady = simulation.presentations.dropFirst(warm)
    let gaps = zip(steady, steady.dropFirst()).map { $1.nanoseconds(since: $0) }
    #expect(gaps.count > 400)
    #expect(gaps.allSatisfy { $0 == display.interval })
  }

  @Test("a real interval that differs by a thousandth from the mode's is followed", arguments: [999, 1001] as [UInt64])
  func inexactMode(perMille: UInt64) {
    let real = Self.interval * perMille / 1000
    var simulation = PacingSimulation(
      driver: .vblank(interval: real), interval: Self.interval, drawCost: 1_000_000...3_000_000)
    simulation.request()
    simulation.run(until: simulation.now.advanced(by: 2 * Self.second))
    let (missed, warm) = (simulation.frameClock.missed, simulation.presentations.count)
    simulation.run(until: simulation.now.advanced(by: 10 * Self.second))
    #expect(simulation.frameClock.missed == missed)
    let steady = simulation.presentations.dropFirst(warm)
    #expect(zip(steady, steady.dropFirst()).allSatisfy { $1.nanoseconds(since: $0) == real })
  }

  @Test("a draw that takes longer than a refresh is counted as missed")
  func tooSlow() {
    var simulation = PacingSimulation(
      driver: .vblank(interval: Self.interval), interval: Self.interval, drawCost: 20_000_000...20_000_000)
    simulation.request()
    simulation.run(until: simulation.now.advanced(by: 10 * Self.second))
    // 20 ms reach every second refresh, so each frame but the first misses one.
    #expect((295...301).contains(simulation.presentations.count))
    #expect(simulation.frameClock.missed >= 290)
    #expect(simulation.frameClock.missed <= 301)
  }

  @Test(
    "with any delay of the loop, an animation's frames and missed refreshes together are all refreshes",
    arguments: [PacingSimulation.PacedDriver.vblank(interval: interval), .immediate],
    [30_000_000, 90_000_000] as [UInt64])
  func everyRefreshIsCounted(driver: PacingSimulation.PacedDriver, lateness: UInt64) {
    var simulation = PacingSimulation(driver: driver, interval: Self.interval, drawCost: 1_000_000...3_000_000)
    simulation.lateness = 100_000...lateness
    simulation.request()
    simulation.run(until: simulation.now.advanced(by: Self.second))
    let (first, shown, missed) = (simulation.now, simulation.presentations.count, simulation.frameClock.missed)
    simulation.run(until: first.advanced(by: 20 * Self.second))
    let refreshes = simulation.now.nanoseconds(since: first) / Self.interval
    let frames = UInt64(simulation.presentations.count - shown)
    let counted = frames + simulation.frameClock.missed - missed
    #expect(frames < refreshes * 9 / 10)
    #expect((refreshes * 99 / 100...refreshes * 101 / 100).contains(counted))
  }

  @Test("a command reaches the screen in the same refresh, unless the draw cannot end before it")
  func sameRefresh() throws {
    let cost: UInt64 = 3_000_000
    var simulation = PacingSimulation(
      driver: .vblank(interval: Self.interval), interval: Self.interval, drawCost: cost...cost)
    simulation.lateness = 20_000...100_000
    simulation.request()
    simulation.run(until: simulation.now.advanced(by: 5 * Self.second))
    simulation.isAnimated = false
    simulation.run(until: simulation.now.advanced(by: Self.second / 10))
    let missed = simulation.frameClock.missed
    var random = SeededGenerator(exactly: 7)
    var inTime = 0
    for _ in 0..<500 {
      // Before and beyond the lifetime of the phase.
      let pause = UInt64.random(in: 2 * Self.interval...1_500_000_000, using: &random)
      simulation.run(until: simulation.now.advanced(by: pause))
      let asked = simulation.now
      let next = simulation.vblank(after: asked, interval: Self.interval)
      let isInTime = next.nanoseconds(since: asked) > cost + 300_000
      simulation.request()
      simulation.run(until: asked.advanced(by: 4 * Self.interval))
      let shown = try #require(simulation.presentations.last)
      if isInTime {
        inTime += 1
        #expect(shown == next)
      } else {
        #expect(shown <= next.advanced(by: Self.interval))
      }
    }
    #expect(inTime > 350)
    #expect(simulation.frameClock.missed == missed)
  }

  @Test("after the warm-up frames are drawn late: not much more than cost and margin before the vertical blank")
  func drawsLate() {
    let cost: UInt64 = 2_000_000
    var simulation = PacingSimulation(
      driver: .vblank(interval: Self.interval), interval: Self.interval, drawCost: cost...cost)
    simulation.request()
    simulation.run(until: simulation.now.advanced(by: 10 * Self.second))
    var clock = simulation.frameClock
    let now = clock.lastPresentation.advanced(by: 100_000)
    let draw = clock.nextDrawTime(now: now)
    let lead = clock.target.nanoseconds(since: draw)
    #expect(clock.target == clock.lastPresentation.advanced(by: Self.interval))
    #expect(lead >= cost + FrameClock.margin)
    #expect(lead <= cost + FrameClock.margin + 500_000)
  }

  @Test("rare delays make a frame or two late, and no others", arguments: [150, 400] as [UInt64])
  func hiccups(every: UInt64) {
    var simulation = PacingSimulation(
      driver: .vblank(interval: Self.interval), interval: Self.interval, drawCost: 1_000_000...2_000_000)
    simulation.hiccup = (every, 5_000_000)
    simulation.request()
    simulation.run(until: simulation.now.advanced(by: 30 * Self.second))
    let missed = simulation.frameClock.missed
    #expect(missed <= 3)
    simulation.run(until: simulation.now.advanced(by: 60 * Self.second))
    #expect(simulation.frameClock.missed <= missed + 1)
  }

  @Test("an almost late frame makes the next begin earlier, and half a minute without one makes it begin later again")
  func marginGrows() {
    var clock = FrameClock(interval: Self.interval, hasVBlank: true)
    var vblank = Self.at(Self.second)
    _ = clock.presented(timestamp: vblank, now: vblank)
    func lead(taking cost: UInt64) -> UInt64 {
      let planned = clock.nextDrawTime(now: vblank.advanced(by: 100_000), follows: true)
      let lead = clock.target.nanoseconds(since: planned)
      clock.submitted(planned: planned, at: planned.advanced(by: cost))
      vblank = clock.target
      _ = clock.presented(timestamp: vblank, now: vblank)
      return lead
    }
    for _ in 0..<200 { _ = lead(taking: 2_000_000) }
    #expect(lead(taking: 2_000_000) == 2_000_000 + FrameClock.margin)
    _ = lead(taking: 3_000_000)
    for _ in 0..<200 { _ = lead(taking: 2_000_000) }
    #expect(lead(taking: 2_000_000) == 2_000_000 + 2 * FrameClock.margin)
    for _ in 0..<2048 { _ = lead(taking: 2_000_000) }
    #expect(lead(taking: 2_000_000) == 2_000_000 + FrameClock.margin * 3 / 2)
    #expect(clock.missed == 0)
  }

  @Test(
    "without vertical blanks the mode's refresh is kept",
    arguments: [300_000...600_000, 2_000_000...9_000_000, 10_000_000...15_000_000] as [ClosedRange<UInt64>])
  func timerPacing(cost: ClosedRange<UInt64>) {
    var simulation = PacingSimulation(driver: .immediate, interval: Self.interval, drawCost: cost)
    simulation.request()
    simulation.run(until: simulation.now.advanced(by: 10 * Self.second))
    let perSecond = Double(simulation.presentations.count) / 10
    #expect(abs(perSecond - 60) <= 0.5)
    #expect(simulation.frameClock.missed == 0)
  }

  @Test("without vertical blanks a draw of 1.2 refreshes loses one frame of six, and they are counted once")
  func timerPacingTooSlow() {
    var simulation = PacingSimulation(driver: .immediate, interval: 10_000_000, drawCost: 12_000_000...12_000_000)
    simulation.lateness = 0...0
    simulation.request()
    simulation.run(until: simulation.now.advanced(by: 12 * Self.second))
    #expect((990...1001).contains(simulation.presentations.count))
    #expect((150...350).contains(simulation.frameClock.missed))
  }

  @Test(
    "without vertical blanks a command after a pause is drawn at once, and one just after a frame waits for the grid")
  func timerLatency() {
    var clock = FrameClock(interval: Self.interval, hasVBlank: false)
    let start = Self.at(Self.second)
    let first = clock.nextDrawTime(now: start)
    #expect(first == start)
    _ = clock.presented(timestamp: start.advanced(by: 500_000), now: start.advanced(by: 500_000))
    let second = clock.nextDrawTime(now: start.advanced(by: 1_000_000))
    #expect(second == start.advanced(by: Self.interval))
    _ = clock.presented(timestamp: start.advanced(by: Self.interval), now: start.advanced(by: Self.interval))
    for pause in [3, 30, 300, 3000] as [UInt64] {
      let later = clock.lastPresentation.advanced(by: pause * Self.interval)
      let draw = clock.nextDrawTime(now: later)
      #expect(draw == later)
      _ = clock.presented(timestamp: later.advanced(by: 100_000), now: later.advanced(by: 200_000))
    }
    #expect(clock.missed == 0)
  }

  @Test(
    "a refresh for which the device was too busy is missed, and so are those until the next", arguments: [true, false])
  func busy(hasVBlank: Bool) {
    var clock = FrameClock(interval: Self.interval, hasVBlank: hasVBlank)
    let start = Self.at(Self.second)
    _ = clock.nextDrawTime(now: start)
    _ = clock.presented(timestamp: start, now: start)
    let draw = clock.nextDrawTime(now: start.advanced(by: 1_000), follows: true)
    let again = clock.nextVBlank(now: draw.advanced(by: 1_000), isLost: true)
    #expect(clock.missed == 1)
    _ = clock.nextVBlank(now: again.advanced(by: 5 * Self.interval), isLost: true)
    #expect((6...8).contains(clock.missed))
  }

  @Test(
    "without vertical blanks a moving picture that is changed in place keeps its pace, and lost frames count as missed",
    arguments: [0, 3_000_000, 16_000_000, 40_000_000, 250_000_000] as [UInt64])
  func changedInPlace(lateness: UInt64) {
    var clock = FrameClock(interval: Self.interval, hasVBlank: false)
    let start = Self.at(Self.second)
    var now = clock.nextDrawTime(now: start)
    var frames: UInt64 = 0
    while now < start.advanced(by: 10 * Self.second), frames < 10_000 {
      frames += 1
      // Each tenth frame comes late.
      let shown = now.advanced(by: frames % 10 == 0 ? lateness : 50_000)
      _ = clock.presented(timestamp: .zero, now: shown)
      now = max(shown, clock.nextVBlank(now: shown, follows: true))
    }
    let refreshes = now.nanoseconds(since: start) / Self.interval
    #expect((refreshes...refreshes + 2).contains(frames + clock.missed + 1))
    if lateness <= Self.interval { #expect(clock.missed == 0) } else { #expect(clock.missed > 0) }
  }

  @Test(
    "an animation that changes nothing is checked once each refresh for any time, with vertical blanks or not",
    arguments: [true, false], [true, false])
  func unchanged(hasVBlank: Bool, isFirst: Bool) {
    var clock = FrameClock(interval: Self.interval, hasVBlank: hasVBlank)
    var now = Self.at(Self.second)
    if !isFirst { _ = clock.presented(timestamp: now, now: now) }
    now = clock.nextDrawTime(now: now)
    let start = now
    var looks = 0
    while now < start.advanced(by: 3 * Self.second), looks < 1000 {
      looks += 1
      now = clock.nextVBlank(now: now.advanced(by: 50_000))
    }
    #expect((178...182).contains(looks))
    // A frame that is drawn at that moment is for the next refresh, so it is not late there.
    let shown = hasVBlank ? now.advanced(by: Self.interval) : now.advanced(by: 1_000_000)
    _ = clock.presented(timestamp: shown, now: shown)
    #expect(clock.missed == 0)
  }

  struct Stamp: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let timestamp: UInt64
    let isUsable: Bool
  }

  @Test(
    "a driver's timestamp counts only between the last one and now",
    arguments: [
      Stamp(testDescription: "none", timestamp: 0, isUsable: false),
      Stamp(testDescription: "the last again", timestamp: 1_000_000_000, isUsable: false),
      Stamp(testDescription: "before the last", timestamp: 999_000_000, isUsable: false),
      Stamp(testDescription: "just now", timestamp: 1_016_000_000, isUsable: true),
      Stamp(testDescription: "2 ms ahead", timestamp: 1_022_000_000, isUsable: true),
      Stamp(testDescription: "more than 2 ms ahead", timestamp: 1_022_000_001, isUsable: false),
      Stamp(testDescription: "the end of time", timestamp: .max, isUsable: false),
    ])
  func timestamps(stamp: Stamp) {
    var clock = FrameClock(interval: Self.interval, hasVBlank: true)
    _ = clock.presented(timestamp: Self.at(1_000_000_000), now: Self.at(1_000_000_000))
    let now = Self.at(1_020_000_000)
    let (time, isEstimated) = clock.presented(timestamp: Self.at(stamp.timestamp), now: now)
    #expect(isEstimated == !stamp.isUsable)
    #expect(time == (stamp.isUsable ? Self.at(stamp.timestamp) : now))
  }

  @Test("an update in place leaves the phase of the vertical blanks as it was")
  func updateInPlace() {
    var clock = FrameClock(interval: Self.interval, hasVBlank: true)
    let vblank = Self.at(Self.second)
    _ = clock.presented(timestamp: vblank, now: vblank)
    _ = clock.presented(timestamp: .zero, now: vblank.advanced(by: 5_000_000))
    _ = clock.nextDrawTime(now: vblank.advanced(by: 5_100_000))
    #expect(clock.target == vblank.advanced(by: Self.interval))
  }

  @Test("timestamps that never come still give a phase")
  func noTimestamps() {
    var clock = FrameClock(interval: Self.interval, hasVBlank: true)
    let now = Self.at(Self.second)
    _ = clock.presented(timestamp: .zero, now: now)
    _ = clock.nextDrawTime(now: now.advanced(by: 1_000_000))
    #expect(clock.target == now.advanced(by: Self.interval))
  }

  @Test("absurd numbers do not trap", arguments: [0, 1, .max] as [UInt64], [true, false])
  func absurd(interval: UInt64, hasVBlank: Bool) {
    var clock = FrameClock(interval: interval, hasVBlank: hasVBlank)
    for time in [0, 1, .max / 2, .max - 1, .max] as [UInt64] {
      _ = clock.nextDrawTime(now: Self.at(time))
      _ = clock.nextVBlank(now: Self.at(time))
      clock.submitted(planned: Self.at(0), at: Self.at(time))
      _ = clock.presented(timestamp: Self.at(time), now: Self.at(time))
    }
    #expect(clock.lastPresentation.nanoseconds > 0)
  }
}
