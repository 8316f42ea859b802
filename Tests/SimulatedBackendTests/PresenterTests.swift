import Composition
import DisplayTypes
import Presentation
import SimulatedBackend
import Testing

/// The presenter's whole loop, with a clock that the test advances.
@Suite("Presenter on the simulated backend")
struct PresenterTests {
  static let square = PointRect(x: 10, y: 10, width: 40, height: 40)

  /// A square that moves with every frame.
  static let moving = LayerTree(
    background: .black,
    layers: [
      Layer(
        id: LayerID(rawValue: 1), frame: square, contents: .solid(.white),
        animations: [
          LayerAnimation(
            property: .offset([PointOffset(x: 0, y: 0), PointOffset(x: 400, y: 0)]), clock: .frames(period: 200),
            repeats: .forever)
        ])
    ])

  /// An animated square that does not move.
  static let unmoved = LayerTree(
    background: .black,
    layers: [
      Layer(
        id: LayerID(rawValue: 1), frame: square, contents: .solid(.white),
        animations: [
          LayerAnimation(
            property: .opacity([1, 1]), clock: .time(start: .zero, period: 1_000_000_000), repeats: .forever)
        ])
    ])

  static func solid(_ color: Color) -> LayerTree {
    LayerTree(background: color)
  }

  @Test("an animation flips at every refresh, with vertical blanks and without", arguments: [true, false])
  func animation(hasVBlank: Bool) throws {
    let rig = try PresenterRig()
    try rig.perform(.vblank("*", hasVBlank))
    _ = try rig.light(Self.moving)
    rig.advance(milliseconds: 1000)
    let before = rig.counters
    rig.advance(milliseconds: 10_000)
    let flips = rig.counters.flips - before.flips
    #expect((595...605).contains(flips))
    #expect(rig.counters.missed == before.missed)
  }

  @Test("a picture that stands costs nothing: no flip, no test, no timer's work", arguments: [true, false])
  func standing(hasVBlank: Bool) throws {
    let rig = try PresenterRig()
    try rig.perform(.vblank("*", hasVBlank))
    _ = try rig.light(Self.solid(.white))
    rig.advance(milliseconds: 100)
    let before = rig.backend.status["HDMI-A-1"]?.counters
    rig.advance(milliseconds: 20_000)
    #expect(rig.backend.status["HDMI-A-1"]?.counters == before)
  }

  @Test("an animation that changes nothing flips nothing, and the clock continues", arguments: [true, false])
  func unchanging(hasVBlank: Bool) throws {
    let rig = try PresenterRig()
    try rig.perform(.vblank("*", hasVBlank))
    let lit = try rig.light(Self.unmoved)
    rig.advance(milliseconds: 5000)
    #expect(rig.counters.flips == 0)
    rig.send(.present(lit.screen, lit.token, lit.geometry, Self.solid(.white), RequestID(rawValue: 1)))
    rig.advance(milliseconds: 40)
    #expect(rig.counters.flips == 1)
  }

  @Test("a picture is answered after the flip that shows it, with the hash of the monitor's picture")
  func answer() throws {
    let rig = try PresenterRig()
    let lit = try rig.light(Self.solid(.black))
    rig.advance(milliseconds: 500)
    rig.send(.present(lit.screen, lit.token, lit.geometry, Self.solid(.white), RequestID(rawValue: 7)))
    rig.advance(milliseconds: 17)
    var records: [FlipRecord] = []
    for case .presented(let requests, let record) in rig.takeReports() {
      #expect(requests == [RequestID(rawValue: 7)])
      records.append(record)
    }
    #expect(records.map(\.ending) == [.presented])
    let photograph = try rig.backend.photograph("HDMI-A-1")
    #expect(records.first?.captured?.hash == photograph?.hash)
    #expect(photograph?.pixels?.rgb.first == 255)
  }

  @Test("EBUSY is tried again at the next refresh, and the picture comes")
  func busy() throws {
    let rig = try PresenterRig()
    let lit = try rig.light(Self.solid(.black))
    try rig.perform(.fault("HDMI-A-1", .refuse(.flip, .busy, count: 3)))
    rig.send(.present(lit.screen, lit.token, lit.geometry, Self.solid(.white), nil))
    rig.advance(milliseconds: 200)
    #expect(try rig.backend.photograph("HDMI-A-1")?.pixels?.rgb.first == 255)
    #expect(rig.counters.busy == 3)
    #expect(rig.counters.flips == 1)
  }

  @Test("a device that stays busy for a second is reported as stalled, and gets no more requests")
  func busyForever() throws {
    let rig = try PresenterRig()
    let lit = try rig.light(Self.solid(.black))
    try rig.perform(.fault("HDMI-A-1", .refuse(.flip, .busy, count: 1000)))
    rig.send(.present(lit.screen, lit.token, lit.geometry, Self.solid(.white), nil))
    rig.advance(milliseconds: 900)
    let isStall = { (report: DisplayReport) in if case .stalled = report { true } else { false } }
    #expect(!rig.takeReports().contains(where: isStall))
    rig.advance(milliseconds: 5000)
    #expect(rig.takeReports().count(where: isStall) == 1)
    #expect(rig.counters.busy < 65)
  }

  @Test("a removed screen keeps only its counts, and a watched screen its watch")
  func gone() throws {
    let rig = try PresenterRig()
    let lit = try rig.light(Self.solid(.black))
    let modesets = rig.counters.modesets
    #expect(modesets == 1)
    try rig.perform(.unplug("HDMI-A-1"))
    #expect(rig.screenCount == 0)
    #expect(rig.counters.modesets == modesets)
    rig.send(.observe(lit.screen, true))
    try rig.perform(.plug("HDMI-A-1", .synthesized(try #require(SynthesizedDisplay(modeName: "640x480@60")))))
    try rig.perform(.unplug("HDMI-A-1"))
    #expect(rig.screenCount == 1)
  }

  @Test("a flip that never ends is reported as a stall after a second")
  func stall() throws {
    let rig = try PresenterRig()
    let lit = try rig.light(Self.solid(.black))
    try rig.perform(.fault("HDMI-A-1", .loseFlips(count: 1)))
    rig.send(.present(lit.screen, lit.token, lit.geometry, Self.solid(.white), nil))
    rig.advance(milliseconds: 900)
    #expect(rig.counters.stalls == 0)
    rig.advance(milliseconds: 200)
    #expect(rig.counters.stalls == 1)
    let isTold = rig.takeReports().contains { report in
      if case .stalled(lit.screen, lit.token) = report { true } else { false }
    }
    #expect(isTold)
  }

  @Test("a small change is made in place if that is cheaper, and costs only its pixels")
  func inPlace() throws {
    let rig = try PresenterRig()
    try rig.perform(.updatesInPlace("*", true))
    try rig.perform(.vblank("*", false))
    _ = try rig.light(Self.moving)
    let before = try #require(rig.backend.status["HDMI-A-1"]).counters
    rig.advance(milliseconds: 10_000)
    let after = try #require(rig.backend.status["HDMI-A-1"]).counters
    let updates = after.updates - before.updates
    #expect((595...605).contains(updates))
    #expect(after.flips == before.flips)
    // A square of 40 by 40 that moves by two pixels; in between it jumps back, at two places.
    #expect((after.bytesCopied - before.bytesCopied) / updates < 2 * 44 * 40 * 4)
  }

  @Test("another screen's modeset of 300 ms and probe of 3 s leave no gap")
  func others() throws {
    let rig = try PresenterRig()
    let lit = try rig.light(Self.moving)
    rig.advance(milliseconds: 1000)
    try rig.perform(.probeTime("DP-1", nanoseconds: 3_000_000_000))
    try rig.perform(.modesetTime("DP-1", nanoseconds: 300_000_000))
    let before = rig.counters
    try rig.perform(.plug("DP-1", .synthesized(try #require(SynthesizedDisplay(modeName: "640x480@60")))))
    rig.advance(milliseconds: 3000)
    let other = try #require(rig.backend.status["DP-1"]).screen
    let mode = try #require(rig.backend.status["HDMI-A-1"]?.mode)
    rig.send(.configure(other, CommitToken(rawValue: 99), mode, lit.geometry, Self.solid(.white)))
    rig.advance(milliseconds: 1000)
    #expect(rig.backend.status["DP-1"]?.counters.modesets == 1)
    let flips = try #require(rig.backend.status["HDMI-A-1"]).counters.flips
    #expect(rig.backend.status["HDMI-A-1"]?.counters.modesets == 1)
    #expect(flips >= before.flips + 239)
  }

  @Test("an unplug during a flip discards the requested picture once")
  func unplug() throws {
    let rig = try PresenterRig()
    let lit = try rig.light(Self.solid(.black))
    rig.advance(milliseconds: 500)
    rig.send(.present(lit.screen, lit.token, lit.geometry, Self.solid(.white), RequestID(rawValue: 3)))
    rig.advance(milliseconds: 14)
    #expect(rig.backend.status["HDMI-A-1"]?.isFlipInFlight == true)
    try rig.perform(.unplug("HDMI-A-1"))
    rig.advance(milliseconds: 100)
    var endings: [FlipRecord.Ending] = []
    for case .presented(_, let record) in rig.takeReports() { endings.append(record.ending) }
    #expect(endings == [.discarded])
  }

  private func observed(_ reports: [DisplayReport]) -> [FlipRecord] {
    reports.compactMap { report in
      if case .observed(let record) = report { return record }
      return nil
    }
  }

  @Test("an observer gets the current picture, then every other one, until the end")
  func observing() throws {
    let rig = try PresenterRig()
    let (screen, token, geometry) = try rig.light(Self.solid(.white))
    rig.advance(milliseconds: 100)
    rig.send(.observe(screen, true))
    rig.advance(milliseconds: 100)
    let first = observed(rig.takeReports())
    #expect(first.count == 1)
    rig.send(.present(screen, token, geometry, Self.solid(.black), nil))
    rig.advance(milliseconds: 100)
    let second = observed(rig.takeReports())
    #expect(second.count == 1)
    #expect(second.first?.sequence == first.first.map { $0.sequence + 1 })
    let hashes = [first.first?.captured?.hash, second.first?.captured?.hash].compactMap { $0 }
    #expect(Set(hashes).count == 2)
    rig.send(.observe(screen, false))
    rig.send(.present(screen, token, geometry, Self.solid(.white), nil))
    rig.advance(milliseconds: 100)
    #expect(observed(rig.takeReports()).isEmpty)
  }

  @Test("observing continues after a modeset, and a moving picture is reported frame by frame")
  func observingAcrossModesets() throws {
    let rig = try PresenterRig()
    let (screen, _, _) = try rig.light(Self.solid(.white))
    rig.send(.observe(screen, true))
    _ = try rig.relight(screen, Self.moving)
    let before = rig.counters.flips
    rig.advance(milliseconds: 1000)
    let records = observed(rig.takeReports())
    #expect(UInt64(records.count) == rig.counters.flips - before)
    #expect(records.count > 50)
  }

  @Test("the watchdog sees steps while frames are shown, and none while flips are lost")
  func vitals() throws {
    let rig = try PresenterRig()
    let (screen, token, geometry) = try rig.light(Self.solid(.white))
    rig.advance(milliseconds: 100)
    let still = rig.vitals
    #expect(still?.isWaiting == false)
    rig.advance(milliseconds: 10_000)
    #expect(rig.vitals == still)
    try rig.perform(.fault("HDMI-A-1", .loseFlips(count: 1)))
    rig.send(.present(screen, token, geometry, Self.solid(.black), nil))
    rig.advance(milliseconds: 100)
    let stuck = rig.vitals
    #expect(stuck?.isWaiting == true)
    rig.advance(milliseconds: 500)
    #expect(rig.vitals == stuck)
  }
}
