import DisplayTypes
import EDID
import Presentation
import SimulatedBackend
import Testing

@Suite("SimulatedBackend: plug, change, unplug")
struct PlugTests {
  @Test("displays that were plugged before the start are found, after the device is reported")
  func start() throws {
    let rig = try SimulatedRig(starts: false)
    try rig.plug("HDMI-A-2")
    try rig.plug("DP-1", "2560x1440@60")
    #expect(rig.events.isEmpty)
    rig.begin()
    guard case .notice(.opened(let device, let driver)) = rig.events.first else {
      Issue.record("the first event was \(String(describing: rig.events.first))")
      return
    }
    #expect(device == "simulated")
    #expect(driver == "simulated")
    #expect(rig.takeChanges() == ["+HDMI-A-2", "+DP-1"])
  }

  @Test("a synthesised display has an EDID of its own, its mode preferred, identity and size")
  func synthesized() throws {
    let rig = try SimulatedRig()
    try rig.plug("HDMI-A-1", "1920x1080@59.94")
    #expect(rig.takeChanges() == ["+HDMI-A-1"])
    let screen = try #require(rig.screens["HDMI-A-1"])
    #expect(screen.identity == DisplayIdentity(make: "MRQ", model: "1920x1080", serial: "HDMI-A-1"))
    #expect(screen.edidState == .settled)
    #expect(screen.device == "simulated")
    #expect(screen.placement == .external)
    let preferred = try #require(screen.modes.first { $0.isPreferred })
    #expect(ModeNames.plainName(of: preferred) == "1920x1080@59.94")
    #expect(screen.modes.contains { $0.size == PixelSize(width: 1280, height: 720) })
    #expect(try #require(screen.physicalSize).widthMillimeters > 300)
    #expect(try EDID(bytes: screen.edid).displayIdentity == screen.identity)
  }

  @Test("a TV's formats are listed at both of their rates, as the kernel lists them")
  func rates() throws {
    let rig = try SimulatedRig()
    try rig.plug("HDMI-A-1", "1920x1080@60")
    #expect(rig.takeChanges() == ["+HDMI-A-1"])
    let screen = try #require(rig.screens["HDMI-A-1"])
    let names = ModeNames(of: screen.modes)
    #expect(screen.modes.first.map { names[$0] } == "1920x1080@60")
    #expect(screen.modes.contains { ModeNames.plainName(of: $0) == "1920x1080@59.94" })
  }

  @Test("a panel is there from its first plug on, and commands for all connectors leave it alone before")
  func panel() throws {
    let rig = try SimulatedRig(setup: SimulatedSetup(connectors: ["HDMI-A-1"], panel: "eDP-1"))
    try rig.perform(.hotplug)
    try rig.perform(.probeTime("*", nanoseconds: 0))
    #expect(rig.takeChanges().isEmpty)
    #expect(rig.backend.status.connectors.map(\.name) == ["HDMI-A-1", "eDP-1"])
    #expect(rig.backend.status["eDP-1"]?.isPlugged == false)
    try rig.plug("eDP-1", "1280x800@60")
    #expect(rig.takeChanges() == ["+eDP-1"])
    #expect(rig.screens["eDP-1"]?.placement == .builtIn)
    #expect(rig.backend.status["eDP-1"]?.isBuiltIn == true)
    #expect(rig.backend.status["HDMI-A-1"]?.isBuiltIn == false)
    try rig.perform(.unplug("*"))
    #expect(rig.takeChanges() == ["-eDP-1"])
    // A device with that connector has no second one.
    #expect(SimulatedSetup(connectors: ["eDP-1"], panel: "eDP-1").allConnectors == ["eDP-1"])
  }

  @Test("two displays may have the same identity")
  func equalIdentities() throws {
    let rig = try SimulatedRig()
    let who = DisplayIdentity(make: "DEL", model: "TWIN", serial: "7")
    let display = SynthesizedDisplay(size: PixelSize(width: 1280, height: 720), identity: who)
    try rig.perform(.plug("HDMI-A-1", .synthesized(display)))
    try rig.perform(.plug("DP-2", .synthesized(display)))
    #expect(rig.takeChanges() == ["+HDMI-A-1", "+DP-2"])
    #expect(rig.screens.values.map(\.identity) == [who, who])
    #expect(Set(rig.screens.values.map(\.id)).count == 2)
  }

  @Test("probes that end at one time are reported together, others separately", arguments: [1, 2])
  func together(milliseconds: UInt64) throws {
    let rig = try SimulatedRig()
    try rig.perform(.probeTime("HDMI-A-2", nanoseconds: 1_000_000))
    try rig.perform(.probeTime("HDMI-A-1", nanoseconds: milliseconds * 1_000_000))
    var news = 0
    rig.backend.findingsObserver = { _ in news += 1 }
    try rig.plug("HDMI-A-2")
    try rig.plug("HDMI-A-1")
    _ = rig.takeEvents()
    rig.advance(milliseconds: 10)
    let reports = rig.takeEvents().compactMap { event -> [String]? in
      guard case .screens(let changes) = event else { return nil }
      return changes.compactMap(\.snapshot?.name)
    }
    #expect(reports == (milliseconds == 1 ? [["HDMI-A-1", "HDMI-A-2"]] : [["HDMI-A-2"], ["HDMI-A-1"]]))
    #expect(news == reports.count)
  }

  @Test("unplug and replug are events, and the connector keeps its identifier")
  func replug() throws {
    let rig = try SimulatedRig()
    try rig.plug("DP-1")
    #expect(rig.takeChanges() == ["+DP-1"])
    let id = rig.screens["DP-1"]?.id
    try rig.perform(.unplug("DP-1"))
    #expect(rig.takeChanges() == ["-DP-1"])
    try rig.plug("DP-1")
    #expect(rig.takeChanges() == ["+DP-1"])
    #expect(rig.screens["DP-1"]?.id == id)
  }

  @Test("the display that was pulled out comes back as it was, however late its EDID is")
  func same() throws {
    let rig = try SimulatedRig()
    let delay = SimulatedEDIDDelay(nanoseconds: 1_000_000_000, interim: .guessedModes, isAnnounced: true)
    try rig.plug("DP-1", "1920x1080@59.94")
    try rig.perform(.edidDelay("DP-2", delay))
    try rig.plug("DP-2", "1280x720@50")
    try rig.perform(.plug("HDMI-A-1", .unreadable([1, 2, 3])))
    rig.advance(milliseconds: 1_000)
    _ = rig.takeChanges()
    let before = rig.screens
    try rig.perform(.edidDelay("*", nil))
    for name in ["DP-1", "DP-2", "HDMI-A-1"] {
      for _ in 0..<3 {
        try rig.perform(.unplug(name))
        #expect(rig.takeChanges() == ["-\(name)"])
        try rig.perform(.replug(name))
        #expect(rig.takeChanges() == ["+\(name)"])
      }
    }
    #expect(rig.screens["DP-2"]?.edidState == .guessed)
    rig.advance(milliseconds: 1_000)
    _ = rig.takeChanges()
    #expect(before.count == 3 && rig.screens == before)
  }

  @Test("another EDID while connected is one change, and an equal one is none")
  func change() throws {
    let rig = try SimulatedRig()
    try rig.plug("HDMI-A-1", "1280x720@60")
    _ = rig.takeEvents()
    for mode in ["1920x1080@60", "1024x768@60"] {
      let display = SimulatedDisplay.synthesized(try #require(SynthesizedDisplay(modeName: mode)))
      try rig.perform(.change("HDMI-A-1", display))
      #expect(rig.takeChanges() == ["~HDMI-A-1"])
      try rig.perform(.change("HDMI-A-1", display))
      #expect(rig.takeChanges() == [])
    }
    try rig.perform(.hotplug)
    #expect(rig.takeChanges() == [])
    #expect(try rig.status("HDMI-A-1").counters.probes == 7)
  }

  @Test("changes that are faster than a probe are seen as their last state")
  func flap() throws {
    let rig = try SimulatedRig()
    try rig.perform(.probeTime("*", nanoseconds: 20 * SimulatedRig.millisecond))
    for _ in 0..<5 {
      try rig.plug("HDMI-A-1")
      rig.advance(milliseconds: 1)
      try rig.perform(.unplug("HDMI-A-1"))
      rig.advance(milliseconds: 1)
    }
    rig.advance(milliseconds: 100)
    #expect(rig.takeChanges() == [])
    try rig.plug("HDMI-A-1")
    rig.advance(milliseconds: 20)
    #expect(rig.takeChanges() == ["+HDMI-A-1"])
  }

  @Test("a look of 3 s on one connector delays no other")
  func slowProbe() throws {
    let rig = try SimulatedRig()
    try rig.perform(.probeTime("HDMI-A-1", nanoseconds: 3_000_000_000))
    try rig.plug("HDMI-A-1")
    try rig.plug("HDMI-A-2")
    #expect(rig.takeChanges() == ["+HDMI-A-2"])
    rig.advance(milliseconds: 2_999)
    #expect(rig.takeChanges() == [])
    rig.advance(milliseconds: 1)
    #expect(rig.takeChanges() == ["+HDMI-A-1"])
  }

  @Test("an event during a look brings another look, so that nothing is missed")
  func eventDuringLook() throws {
    let rig = try SimulatedRig()
    try rig.perform(.probeTime("HDMI-A-1", nanoseconds: 100 * SimulatedRig.millisecond))
    try rig.plug("HDMI-A-1")
    rig.advance(milliseconds: 50)
    try rig.perform(.hotplug)
    rig.advance(milliseconds: 50)
    #expect(rig.takeChanges() == ["+HDMI-A-1"])
    #expect(try rig.status("HDMI-A-1").counters.probes == 2)
    rig.advance(milliseconds: 100)
    // The probe at the start, this one, and the probe of the event.
    #expect(try rig.status("HDMI-A-1").counters.probes == 3)
  }

  @Test("names contain the kind: built-in panels, and connectors that may lack an EDID")
  func kinds() throws {
    let rig = try SimulatedRig(setup: SimulatedSetup(connectors: ["eDP-1", "VGA-1", "HDMI-A-1", "DP-1", "Virtual-1"]))
    for name in rig.backend.setup.connectors { try rig.perform(.plug(name, .unreadable([]))) }
    _ = rig.takeChanges()
    let states = rig.screens.mapValues(\.edidState)
    #expect(
      states == [
        "eDP-1": .settled, "VGA-1": .settled, "Virtual-1": .settled, "HDMI-A-1": .guessed, "DP-1": .guessed,
      ])
    #expect(rig.screens["eDP-1"]?.placement == .builtIn)
    #expect(rig.screens["VGA-1"]?.placement == .external)
  }

  @Test("eight connectors, or more, and as many screens")
  func many() throws {
    let names = (1...12).map { "HDMI-A-\($0)" }
    let rig = try SimulatedRig(setup: SimulatedSetup(connectors: names + names))
    #expect(rig.backend.status.connectors.map(\.name) == names)
    for name in names { try rig.light(name, "640x480@60") }
    #expect(rig.backend.status.connectors.allSatisfy { $0.mode != nil })
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let command: SimulatedCommand
    let error: SimulatedCommandError
  }

  static let full = SimulatedDisplay.synthesized(SynthesizedDisplay(size: PixelSize(width: 1920, height: 1080)))
  static let known = ["HDMI-A-1", "HDMI-A-2", "DP-1", "DP-2"]

  @Test(
    "an impossible command gets the reason and changes nothing",
    arguments: [
      Refusal(
        testDescription: "unknown connector", command: .plug("HDMI-A-9", full),
        error: .unknownConnector("HDMI-A-9", known: known)),
      Refusal(testDescription: "plugged already", command: .plug("DP-2", full), error: .alreadyPlugged("DP-2")),
      Refusal(testDescription: "one of all plugged already", command: .plug("*", full), error: .alreadyPlugged("DP-2")),
      Refusal(testDescription: "nothing to plug in again", command: .replug("DP-1"), error: .nothingPulled("DP-1")),
      Refusal(testDescription: "again while it is there", command: .replug("DP-2"), error: .alreadyPlugged("DP-2")),
      Refusal(testDescription: "nothing to unplug", command: .unplug("DP-1"), error: .nothingPlugged("DP-1")),
      Refusal(testDescription: "nothing to change", command: .change("DP-1", full), error: .nothingPlugged("DP-1")),
      Refusal(
        testDescription: "no link to break", command: .linkBad("DP-1", highestClockKilohertz: nil),
        error: .nothingPlugged("DP-1")),
      Refusal(
        testDescription: "rubbish", command: .plug("DP-1", .edid([1, 2, 3])),
        error: .notAnEDID(connector: "DP-1", reason: "the EDID has 3 bytes, a block has 128")),
      Refusal(
        testDescription: "an interlaced mode without timing",
        command: .plug(
          "DP-1", .synthesized(SynthesizedDisplay(size: PixelSize(width: 1000, height: 700), isInterlaced: true))),
        error: .impossibleMode("1000x700i@60")),
      Refusal(testDescription: "a device that is there", command: .returnDevice, error: .deviceThere),
    ])
  func refusals(refusal: Refusal) throws {
    let rig = try SimulatedRig()
    try rig.plug("DP-2")
    _ = rig.takeEvents()
    let before = rig.backend.status
    #expect(rig.backend.perform(refusal.command) == .failure(refusal.error))
    rig.advance(milliseconds: 0)
    #expect(rig.takeEvents().isEmpty)
    #expect(rig.backend.status == before)
  }

  @Test("messages name the connector and the next step")
  func messages() {
    let unknown = SimulatedCommandError.unknownConnector("X", known: ["A", "B"])
    #expect(unknown.description == "there is no simulated connector X; the connectors are A, B")
    let rubbish = SimulatedCommandError.notAnEDID(connector: "DP-1", reason: "the EDID is empty").description
    #expect(rubbish.contains("DP-1"))
    #expect(rubbish.contains("the EDID is empty"))
    #expect(rubbish.contains("1920x1080@60"))
  }

  @Test(
    "modes are read from their names",
    arguments: [
      ("1920x1080", "1920x1080@60"), ("1920x1080@59.94", "1920x1080@59.94"), ("1920x1080i@60", "1920x1080i@60"),
      ("1280x720@50", "1280x720@50"),
    ])
  func modeNames(text: String, name: String) throws {
    let rig = try SimulatedRig()
    try rig.plug("HDMI-A-1", text)
    _ = rig.takeChanges()
    let preferred = try #require(rig.screens["HDMI-A-1"]?.modes.first { $0.isPreferred })
    #expect(ModeNames.plainName(of: preferred) == name)
  }

  @Test(
    "other texts are no mode names",
    arguments: [
      "", "x", "1920", "1920x", "x1080", "1920x1080@", "1920x1080@0", "1920x1080@abc", "0x0", "-1x5",
      "99999x5", "1920x1080@60@60", "1920x1080x3", "1920 x 1080", "1920x1080@nan", "1920x1080@1e9",
    ])
  func noModeNames(text: String) {
    #expect(SynthesizedDisplay(modeName: text) == nil)
  }
}
