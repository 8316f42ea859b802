import DisplayTypes
import Presentation
import SimulatedBackend
import Testing

@Suite("SimulatedBackend: EDIDs that come late")
struct LateEDIDTests {
  static func delay(
    _ milliseconds: UInt64, _ interim: SimulatedEDIDDelay.Interim, announced: Bool
  ) -> SimulatedEDIDDelay {
    SimulatedEDIDDelay(
      nanoseconds: milliseconds * SimulatedRig.millisecond, interim: interim, isAnnounced: announced)
  }

  @Test(
    "meanwhile there are no modes, or the kernel's guess, and no identity",
    arguments: SimulatedEDIDDelay.Interim.allCases)
  func interim(interim: SimulatedEDIDDelay.Interim) throws {
    let rig = try SimulatedRig()
    try rig.perform(.edidDelay("HDMI-A-1", Self.delay(5000, interim, announced: true)))
    try rig.plug("HDMI-A-1")
    #expect(rig.takeChanges() == ["+HDMI-A-1"])
    let screen = try #require(rig.screens["HDMI-A-1"])
    #expect(screen.edidState == .guessed)
    #expect(screen.identity.isUnknown)
    #expect(screen.edid.isEmpty)
    switch interim {
    case .noModes: #expect(screen.modes.isEmpty)
    case .guessedModes:
      #expect(screen.modes.map(\.size.width).max() == 1024)
      #expect(screen.modes.map(\.size.height).max() == 768)
      #expect(screen.modes.allSatisfy { !$0.isPreferred })
    }
    rig.advance(milliseconds: 4999)
    #expect(rig.takeChanges() == [])
    rig.advance(milliseconds: 1)
    #expect(rig.takeChanges() == ["~HDMI-A-1"])
    #expect(rig.screens["HDMI-A-1"]?.edidState == .settled)
    #expect(rig.screens["HDMI-A-1"]?.identity.make == "MRQ")
  }

  @Test("without an event the EDID is found by looking again, at 250 ms, then each 750 ms, then 2, 4 and 8 s later")
  func lookingAgain() throws {
    let rig = try SimulatedRig()
    try rig.perform(.edidDelay("HDMI-A-1", Self.delay(10_000, .noModes, announced: false)))
    try rig.plug("HDMI-A-1")
    let before = try rig.status("HDMI-A-1").counters.probes
    var looks: [UInt64] = []
    var seen = before
    for _ in 0..<20_000 {
      rig.advance(milliseconds: 1)
      let now = try rig.status("HDMI-A-1").counters.probes
      if now != seen { looks.append(rig.elapsed) }
      seen = now
    }
    #expect(looks == [250, 1000, 1750, 2500, 3250, 4000, 4750, 5500, 7500, 11500])
    #expect(rig.takeChanges() == ["+HDMI-A-1", "~HDMI-A-1"])
  }

  @Test("a screen whose EDID never comes is probed for about eleven minutes, and then not again")
  func never() throws {
    let rig = try SimulatedRig()
    try rig.perform(.plug("DP-1", .unreadable([0, 0xFF, 0x55])))
    #expect(rig.takeChanges() == ["+DP-1"])
    rig.advance(milliseconds: 3_600_000)
    #expect(try rig.status("DP-1").counters.probes == 2 + 13 + 10)
    #expect(rig.takeChanges() == [])
    try rig.perform(.hotplug)
    rig.advance(milliseconds: 250)
    #expect(try rig.status("DP-1").counters.probes == 2 + 13 + 10 + 2)
  }

  @Test("DisplayPort prefers its fail-safe mode while its EDID is missing")
  func displayPort() throws {
    let rig = try SimulatedRig()
    try rig.perform(.plug("DP-1", .unreadable([])))
    _ = rig.takeChanges()
    let modes = try #require(rig.screens["DP-1"]?.modes)
    #expect(modes.filter(\.isPreferred).map(\.size) == [PixelSize(width: 640, height: 480)])
  }

  @Test("looks that take longer than the back-off do not pile up")
  func slowLooks() throws {
    let rig = try SimulatedRig()
    try rig.perform(.probeTime("HDMI-A-1", nanoseconds: 3_000_000_000))
    try rig.perform(.plug("HDMI-A-1", .unreadable([])))
    rig.advance(milliseconds: 3_000 + 250 + 3_000 - 1)
    // The one at the start, and the one of the plug.
    #expect(try rig.status("HDMI-A-1").counters.probes == 2)
    rig.advance(milliseconds: 1)
    #expect(try rig.status("HDMI-A-1").counters.probes == 3)
  }

  @Test("an unplug before the EDID's arrival leaves nothing behind")
  func unplugged() throws {
    let rig = try SimulatedRig()
    try rig.perform(.edidDelay("HDMI-A-1", Self.delay(5000, .guessedModes, announced: true)))
    try rig.plug("HDMI-A-1")
    rig.advance(milliseconds: 100)
    try rig.perform(.unplug("HDMI-A-1"))
    #expect(rig.takeChanges() == ["+HDMI-A-1", "-HDMI-A-1"])
    let probes = try rig.status("HDMI-A-1").counters.probes
    rig.advance(milliseconds: 60_000)
    #expect(rig.takeEvents().isEmpty)
    #expect(try rig.status("HDMI-A-1").counters.probes == probes)
  }

  @Test("a change of display comes late as well, until delays are ended")
  func change() throws {
    let rig = try SimulatedRig()
    try rig.plug("HDMI-A-1")
    try rig.perform(.edidDelay("HDMI-A-1", Self.delay(1000, .guessedModes, announced: true)))
    _ = rig.takeEvents()
    let other = SimulatedDisplay.synthesized(try #require(SynthesizedDisplay(modeName: "1280x720")))
    try rig.perform(.change("HDMI-A-1", other))
    rig.advance(milliseconds: 1000)
    #expect(rig.takeChanges() == ["~HDMI-A-1", "~HDMI-A-1"])
    #expect(rig.screens["HDMI-A-1"]?.identity.model == "1280x720")
    try rig.perform(.edidDelay("HDMI-A-1", nil))
    try rig.perform(.unplug("HDMI-A-1"))
    try rig.plug("HDMI-A-1")
    #expect(rig.takeChanges() == ["-HDMI-A-1", "+HDMI-A-1"])
    #expect(rig.screens["HDMI-A-1"]?.edidState == .settled)
  }
}
