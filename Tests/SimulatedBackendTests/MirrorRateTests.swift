import Composition
import DisplayTypes
import Presentation
import SimulatedBackend
import Testing

/// A screen that mirrors a moving picture on a clock that the test advances: both flip at their own rates.
@Suite("Mirrors and their source")
struct MirrorRateTests {
  /// The place of the square gives the number of the frame: two points for each, from 10 on.
  private static let source = PresenterTests.moving

  private static func place(on rig: PresenterRig, _ connector: String) throws -> Int {
    let pixels = try #require(try rig.backend.photograph(connector)?.pixels)
    let row = 20 * pixels.size.width
    let left = (0..<pixels.size.width).first { pixels.rgb[(row + $0) * 3] == 255 }
    return (try #require(left) - 10) / 2
  }

  private static func mirror(
    _ hertz: UInt32, on rig: PresenterRig
  ) throws -> (source: ScreenID, sourceToken: CommitToken, mirror: ScreenID, token: CommitToken, OutputGeometry) {
    let lit = try rig.light(source)
    // Out of step with the source.
    rig.advance(milliseconds: 7)
    let other = try rig.light(LayerTree(), on: "DP-1", hertz: hertz)
    rig.send(.follow(other.screen, source: lit.screen))
    rig.send(.present(other.screen, other.token, other.geometry, source, nil))
    rig.advance(milliseconds: 1000)
    return (lit.screen, lit.token, other.screen, other.token, other.geometry)
  }

  @Test(
    "each flips at its own rate, the source misses none, and no mirrored frame is older than one of its refreshes",
    arguments: [50, 60, 75])
  func rates(hertz: UInt32) throws {
    let rig = try PresenterRig()
    _ = try Self.mirror(hertz, on: rig)
    let before = try (rig.flips("HDMI-A-1"), rig.flips("DP-1"))
    let missed = rig.counters.missed
    var ages: Set<Int> = []
    for _ in 0..<40 {
      rig.advance(milliseconds: 233)
      let flips = try rig.flips("DP-1")
      for _ in 0..<30 where try rig.flips("DP-1") == flips { rig.advance(milliseconds: 1) }
      ages.insert((try Self.place(on: rig, "HDMI-A-1") - Self.place(on: rig, "DP-1") + 200) % 200)
    }
    #expect(ages.isSubset(of: [0, 1]), "frames behind the source: \(ages)")
    #expect(rig.counters.missed == missed)
    let now = rig.milliseconds
    rig.advance(milliseconds: 10_000 - now % 10_000)
    let flips = try (rig.flips("HDMI-A-1") - before.0, rig.flips("DP-1") - before.1)
    // A faster mirror has nothing new to flip at each of its refreshes.
    #expect(abs(Double(flips.0) * Double(min(hertz, 60)) / 60 - Double(flips.1)) < 4, "\(flips)")
  }

  @Test("while the source's picture is frozen, so is the mirror's, at no cost, and they continue together")
  func held() throws {
    let rig = try PresenterRig()
    let lit = try Self.mirror(50, on: rig)
    rig.send(.freeze(lit.source, true))
    rig.advance(milliseconds: 100)
    #expect(try Self.place(on: rig, "HDMI-A-1") == Self.place(on: rig, "DP-1"))
    let before = rig.counters
    rig.advance(milliseconds: 5000)
    #expect(rig.counters == before)
    rig.send(.freeze(lit.source, false))
    rig.send(.present(lit.mirror, lit.token, lit.4, Self.source, nil))
    rig.advance(milliseconds: 1000)
    let age = (try Self.place(on: rig, "HDMI-A-1") - Self.place(on: rig, "DP-1") + 200) % 200
    #expect([0, 1, 199].contains(age))
    #expect(rig.counters.flips >= before.flips + 105)
  }

  @Test("a still source wakes no mirror, and screens that follow each other follow none")
  func still() throws {
    let rig = try PresenterRig()
    let lit = try rig.light(PresenterTests.solid(.white))
    let other = try rig.light(PresenterTests.solid(.white), on: "DP-1", hertz: 50)
    rig.send(.follow(other.screen, source: lit.screen))
    rig.send(.follow(lit.screen, source: other.screen))
    rig.advance(milliseconds: 100)
    let before = rig.backend.status
    rig.advance(milliseconds: 20_000)
    #expect(rig.backend.status["DP-1"]?.counters == before["DP-1"]?.counters)
    rig.send(.present(lit.screen, lit.token, lit.geometry, Self.source, nil))
    rig.advance(milliseconds: 1000)
    #expect(try rig.flips("HDMI-A-1") >= 59)
  }
}
