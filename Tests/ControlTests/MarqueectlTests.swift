import ControlProtocol
import ControlServer
import EventLoop
import Foundation
import Glibc
import Testing

/// The command line as its users have it: the program itself, its output and its exit statuses.
@MainActor
@Suite(.serialized) struct MarqueectlTests {
  private let mode = ScreenModeInfo(
    name: "1920x1080@60", width: 1920, height: 1080, refreshMillihertz: 60000, preferred: true, pictureAspect: "16:9")
  private let frame = PresentedFrame(
    screen: "HDMI-A-1", sequence: 7, monotonicNanoseconds: 12_003_004_005, frame: "ab12")
  private var screen: ScreenInfo {
    ScreenInfo(
      name: "HDMI-A-1", device: "/dev/dri/card0", guessed: true, make: "DEL", model: "DELL U2720Q", serial: "XYZ123",
      physicalSize: PhysicalSizeInfo(widthMillimeters: 600, heightMillimeters: 340), currentMode: mode,
      preferredMode: mode, availableModes: [mode])
  }

  private func run(_ fixture: ServerFixture, _ arguments: String..., input: String = "") throws -> ToolRun {
    try run(fixture, arguments: arguments, input: input)
  }

  private func run(
    _ fixture: ServerFixture, arguments: [String], zone: String = "UTC", input: String = ""
  ) throws -> ToolRun {
    let tool = try ToolRun(arguments, environment: ["MARQUEE_SOCKET=\(fixture.path)", "TZ=\(zone)"], input: input)
    try tool.wait(turning: fixture.loop)
    return tool
  }

  /// Without a daemon.
  private func run(_ arguments: String..., input: String = "") throws -> ToolRun { try run(arguments, input: input) }

  private func run(_ arguments: [String], input: String = "") throws -> ToolRun {
    let tool = try ToolRun(arguments, environment: ["MARQUEE_SOCKET=/tmp/no-such-marquee"], input: input)
    tool.wait()
    return tool
  }

  @Test func screensFitIntoEightyColumns() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { [screen] _, responder in responder.reply(ScreensReply(screens: [screen])) }
    let tool = try run(fixture, "screens")
    #expect(tool.status == 0)
    #expect(tool.complaint.isEmpty)
    #expect(tool.output.contains("HDMI-A-1") && tool.output.contains("guessed"))
    #expect(tool.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("an alarm is raised with its words, listed as a table, and cleared by its name or with all others")
  func alarms() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { [frame] request, responder in
      switch request {
      case .alarms:
        responder.reply(
          AlarmsReply(alarms: [
            AlarmInfo(name: "fire", kind: "color"),
            AlarmInfo(name: "drill", kind: "banner", screens: ["A", "B"], until: "2026-12-31T20:00:00Z"),
          ]))
      case .clearAlarm(let call) where call.name == "drill": responder.reply(PictureReply(presented: []))
      default: responder.reply(PictureReply(presented: [frame], note: "a note"))
      }
    }
    #expect(try run(fixture, "alarm", "clear", "drill").output == "Cleared.\n")
    fixture.requests = []
    let raised = try run(fixture, "alarm", "raise", "color", "#aa0000")
    #expect(raised.status == 0 && raised.output.contains("HDMI-A-1: frame 7") && raised.output.contains("a note"))
    let arguments = ["alarm", "raise", "--name", "fire", "--screen", "A", "--screen", "B"]
    let words = ["--until", "2026-12-31 18:00", "--no-wait", "banner", "Way", "out"]
    _ = try run(fixture, arguments: arguments + words, zone: "ABC+3:30")
    _ = try run(fixture, "alarm", "clear", "fire")
    _ = try run(fixture, "alarm", "clear")
    let list = try run(fixture, "alarm", "list")
    #expect(list.output.split(separator: "\n").map { $0.split(separator: " ").first } == ["ALARM", "fire", "drill"])
    let there = try run(fixture, arguments: ["alarm", "list"], zone: "ABC+3:30")
    #expect(there.output.contains("2026-12-31T16:30:00-03:30"), "\(there.output)")
    let json = try run(fixture, arguments: ["alarm", "list", "--json"], zone: "ABC+3:30")
    #expect(json.output.contains("2026-12-31T20:00:00Z"), "\(json.output)")
    // A local time is one of the daemon's zone, so the command asks for the zone.
    let requests = fixture.requests.filter { $0.method != .status }
    guard case .raiseAlarm(let all) = requests[0], case .raiseAlarm(let some) = requests[1] else {
      Issue.record("\(requests)")
      return
    }
    #expect(all == RaiseAlarmCall(content: .color("#aa0000")))
    #expect(some.name == "fire" && some.screens == ["A", "B"] && some.noWait == true)
    #expect(some.content.kind == "banner" && some.until == "2026-12-31T18:00:00-03:30")
    #expect(requests[2] == .clearAlarm(ClearAlarmCall(name: "fire")))
    #expect(requests[3] == .clearAlarm(ClearAlarmCall()))
  }

  @Test func jsonIsTheReply() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    let reply = ScreensReply(screens: [screen])
    fixture.answer = { _, responder in responder.reply(reply) }
    let tool = try run(fixture, "screens", "--json")
    #expect(tool.status == 0)
    #expect(try ControlJSON.decode(ScreensReply.self, from: Array(tool.output.utf8)) == reply)
  }

  @Test func aFailureIsOneWithTheNearNames() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { _, responder in responder.fail(.noSuchScreen(screen: "HDMI-1", near: ["HDMI-A-1"])) }
    let tool = try run(fixture, "modes", "HDMI-1")
    #expect(tool.status == 1)
    #expect(tool.output.isEmpty)
    #expect(tool.complaint == "marqueectl: There is no screen \"HDMI-1\". Did you mean HDMI-A-1?\n")
  }

  @Test(arguments: [
    ["nonsense"], ["modes"], ["blank", "A", "maybe"], ["rotate", "A", "45"], ["scale", "A", "99"],
    ["scale", "A", "nan"],
    ["overscan", "A", "99%"], ["overscan", "A", "1%", "1%"], ["show", "A"], ["show", "A", "color", "redd"],
    ["show", "A", "pattern", "bar"], ["show", "A", "movie", "x"], ["show", "A", "banner", ""],
    ["show", "A", "banner", "x", "--for", "soon"], ["show", "A", "banner", "x", "--configured"],
    ["show", "A,B", "--configured"], ["show", "A,B", "color", "#fff", "--for", "5s"],
    ["show", "A", "banner", "x", "--background", "blu"], ["wait", "A", "soon"],
    ["alarm", "raise"], ["alarm", "raise", "color", "redd"], ["alarm", "raise", "--until", "soon", "color", "#aa0000"],
    ["show", "A", "color", "#204060", "--font", "Sans"], ["deck", "A", "goto"], ["deck", "A", "next", "2"],
    ["deck", "A", "forward"],
    ["show", "A", "image"], ["show", "A", "image", "a", "b"],
    ["show", "A", "image", "a", "--fit", "wide"], ["show", "A", "image", "a", "--shuffle"], ["show", "A", "playlist"],
    ["show", "A", "playlist", "a.png", "--duration", "8x"],
    ["show", "A", "playlist", "a.png", "--transition", "disolve"],
    ["show", "A", "playlist", "/no/such/list.yaml"], ["show", "A", "content", "/no/such/file.yaml"],
    ["show", "A", "content"], ["show", "A", "deck", "a.pdf", "--page", "0"], ["show", "A", "countdown", "tomorrow"],
    ["show", "A", "clock", "--zone", "Europe/Berlni"], ["show", "A", "clock", "%Q"], ["show", "A", "qr", ""],
    ["show", "A", "--configured", "--markup"],
    ["wait", "A", "mode=large"], ["wait", "A", "frame=zz"],
    ["wait", "A", "connected", "--timeout", "-1"],
    ["explain"], ["explain", "A", "--config", "x"], ["simulate", "fault", "fire"], ["simulate", "fault", "refuseMode"],
    ["events", "--count", "0"], ["session", "frame", "s", "-0.1", "0", "1", "1"], ["session", "frame", "s", "--high"],
    ["support"], ["support", "A"], ["support", "A", "never"], ["support", "A", "B", "off"],
    ["mirror", "A"], ["mirror", "A", "B"], ["mirror", "A", "default", "--of", "B"], ["mirror", "A", "--fit", "wide"],
    ["support", "A", "off", "--app", "b"], ["support", "off", "--app", "a", "--screen", "A"],
  ])
  func wrongUsageIsTwo(arguments: [String]) throws {
    let tool = try ToolRun(arguments, environment: ["MARQUEE_SOCKET=/tmp/no-such-marquee"])
    tool.wait()
    #expect(tool.status == 2)
    #expect(tool.output.isEmpty)
    #expect(!tool.complaint.isEmpty)
  }

  @Test(
    "values out of bounds are refused with the bounds",
    arguments: [
      (["deck", "A", "goto", "-1"], "expected one number, 1 to 100000"),
      (["deck", "A", "goto", "0"], "expected one number, 1 to 100000"),
      (["deck", "A", "goto", "99999999999999999999"], "expected one number, 1 to 100000"),
      (["deck", "A", "goto", "1", "2"], "expected one number, 1 to 100000"),
      (["deck", "A", "next", "--jsn"], "Unknown option \"--jsn\""),
      (["simulate", "advance", "400h"], "The time cannot be 400h: expected 0s to 1d"),
      (["simulate", "advance", "-5s"], "The time cannot be -5s: expected 0s to 1d"),
      (["simulate", "advance", "--", "400h"], "The time cannot be 400h: expected 0s to 1d"),
      (["deck", "A", "goto", "--", "-1"], "\"-1\" is not a page: expected one number, 1 to 100000"),
      (["simulate", "probe", "-.5"], "The time cannot be -.5: expected 0s to 1d"),
      (["simulate", "modeset", "5s", "--jsn"], "Unknown option \"--jsn\""),
      (["simulate", "advance", "5s", "6s"], "\"5s 6s\" is not a time"),
      (["identify", "--for", "-5s"], "--for cannot be -5s: expected 100ms to 1h"),
      (["identify", "--for", ".05"], "--for cannot be .05: expected 100ms to 1h"),
      (["identify", "--for", ".05s"], "--for cannot be .05s: expected 100ms to 1h"),
      (["identify", "--for", "."], "The value \".\" is invalid"),
      (["mode", "A", "preferred", "--confirm", "-5s"], "--confirm takes a time from 1 s to 1 h"),
      (["wait", "A", "connected", "--timeout", "-5s"], "--timeout cannot be -5s: expected 0s to 1d"),
      (["show", "A", "color", "#fff", "--for", "400h"], "--for cannot be 400h: expected 100ms to 7d"),
      (["show", "A", "color", "#fff", "--for", "0s"], "--for cannot be 0s: expected 100ms to 7d"),
      (["show", "A", "color", "#fff", "--for", "-5s"], "--for cannot be -5s: expected 100ms to 7d"),
      (["wait", "A", "connected", "--timeout", "99h"], "--timeout cannot be 99h: expected 0s to 1d"),
      (["show", "A", "image", ""], "The file after image has an empty name"),
      (["show", "A", "playlist", ""], "The file after playlist has an empty name"),
      (["show", "A", "slideshow", ""], "The folder after slideshow has an empty name"),
      (["content", "x.yaml", "--at", "9999-01-01 00:00"], "is outside of the years 1970 to 2261"),
    ])
  func boundsAreReported(arguments: [String], complaint: String) throws {
    let tool = try run(arguments)
    #expect(tool.status == 2)
    #expect(tool.complaint.contains(complaint), "\(tool.complaint)")
  }

  @Test func aContentFileThatIsNotThereIsNoConfiguration() throws {
    let tool = try run("content", "/no/such/file.yaml")
    #expect(tool.status == 2)
    #expect(tool.complaint.contains("/no/such/file.yaml: there is no such file"))
    #expect(!tool.complaint.contains("--config"))
  }

  @Test func visibleAndMissingPartsAreReported() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    let moment = ContentMomentInfo(
      item: "a.png", shows: "image /a.png", until: "2026-12-31T17:00:00Z", skipped: ["/b.png is empty"])
    fixture.answer = { _, responder in
      responder.reply(
        ContentAtReply(
          time: "2026-12-31T16:59:59Z", moments: [moment],
          troubles: ["/b.png is empty", "/c.png: there is no such file"],
          clockRight: false, notes: ["the time of day is not known to be right"], zone: "Asia/Tokyo"))
    }
    let tool = try run(fixture, "content", "A")
    #expect(
      tool.output == """
        image /a.png (a.png), until 2027-01-01T02:00:00+09:00
          skipped: /b.png is empty
          cannot be shown: /c.png: there is no such file
        Note: the time of day is not known to be right

        """)
  }

  @Test func noDaemonIsThree() throws {
    let tool = try run("status")
    #expect(tool.status == 3)
    #expect(tool.complaint.contains("/tmp/no-such-marquee"))
  }

  @Test func refusedIsFour() throws {
    let observer = try ServerFixture(policy: AccessPolicy(exactly: [geteuid(): .observe]))
    defer { observer.stop() }
    let tool = try run(observer, "reload")
    #expect(tool.status == 4)
    #expect(tool.complaint.contains("admin"))
    let stranger = try ServerFixture(policy: AccessPolicy(exactly: [:]))
    defer { stranger.stop() }
    #expect(try run(stranger, "screens").status == 4)
    // A user without any access is told at once which access the command needs.
    #expect(try run(stranger, "identify").complaint.contains("needs the access \"remote\", and you have \"none\""))
  }

  @Test func timedOutIsFive() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { request, responder in
      guard case .wait(let call) = request else { return }
      #expect(call == WaitCall(screen: "A", condition: .connected, timeoutSeconds: 0.25))
      responder.fail(.timedOut(screen: "A", condition: "connected", seconds: 0.25, seen: "no display is connected"))
    }
    let tool = try run(fixture, "wait", "A", "connected", "--timeout", "250ms")
    #expect(tool.status == 5)
  }

  @Test(arguments: [
    (["off"], SetSupportCall(support: "off")), (["on"], SetSupportCall(support: "external")),
    (["mirror", "--app", "lobby"], SetSupportCall(support: "mirror", app: "lobby")),
    (["external", "--screen", "A"], SetSupportCall(support: "external", screen: "A")),
    (["A", "on", "--no-wait"], SetSupportCall(support: "external", screen: "A", noWait: true)),
    (["A", "default"], SetSupportCall(support: nil, screen: "A")),
  ])
  func supportHasAShortForm(arguments: [String], call: SetSupportCall) throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    var heard: [ControlRequest] = []
    fixture.answer = { [frame] request, responder in
      heard.append(request)
      responder.reply(PictureReply(presented: [frame]))
    }
    let tool = try run(fixture, arguments: ["support"] + arguments)
    #expect(tool.status == 0, "\(tool.complaint)")
    #expect(heard == [.setSupport(call)])
  }

  @Test func pictureCallsReportTheirFlips() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { [frame] _, responder in responder.reply(PictureReply(presented: [frame])) }
    let calls: [([String], ControlRequest)] = [
      (["blank", "A", "on"], .blank(BlankCall(screen: "A", on: true))),
      (["freeze", "A", "off"], .freeze(FreezeCall(screen: "A", on: false))),
      (["power", "A", "off", "--no-wait"], .power(PowerCall(screen: "A", on: false, noWait: true))),
      (["rotate", "A", "flipped-0"], .rotate(RotateCall(screen: "A", rotation: "flipped"))),
      (["scale", "A", "auto"], .setScale(SetScaleCall(screen: "A"))),
      (["mirror", "A", "--of", "B"], .setMirror(SetMirrorCall(screen: "A", of: "B"))),
      (
        ["mirror", "A", "--fit", "fill", "--no-wait"], .setMirror(SetMirrorCall(screen: "A", fit: "fill", noWait: true))
      ),
      (["mirror", "A", "default"], .setMirror(SetMirrorCall(screen: "A"))),
      (["scale", "A", "1.5"], .setScale(SetScaleCall(screen: "A", scale: 1.5))),
      (
        ["overscan", "A", "2%"],
        .setOverscan(
          SetOverscanCall(screen: "A", overscan: OverscanInfo(top: "2%", right: "2%", bottom: "2%", left: "2%")))
      ),
      (["reset", "A"], .reset(ResetCall(screen: "A"))),
      (["show", "A", "color", "#204060"], .show(ShowCall(screen: "A", content: .color("#204060")))),
      (
        ["show", "A", "pattern", "grid", "--for", "2m"],
        .show(ShowCall(screen: "A", content: .pattern("grid"), forSeconds: 120))
      ),
      (
        ["show", "A", "banner", "two", "words"],
        .show(ShowCall(screen: "A", content: .banner(BannerInfo(text: "two words"))))
      ),
      (["show", "A", "--configured"], .show(ShowCall(configuredOn: "A"))),
    ]
    for (arguments, request) in calls {
      let tool = try run(fixture, arguments: arguments)
      #expect(tool.status == 0, "\(arguments): \(tool.complaint)")
      #expect(tool.output == "HDMI-A-1: frame 7 (ab12) on screen at 12.003004 s\n")
      #expect(fixture.requests.last == request)
    }
  }

  @Test func severalScreensAreShownInOneCall() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { [frame] _, responder in responder.reply(PictureReply(presented: [frame])) }
    let tool = try run(fixture, "show", "A,B", "pattern", "grid", "--no-wait")
    #expect(tool.status == 0, "\(tool.complaint)")
    let contents = ["A", "B"].map { ScreenContent(screen: $0, content: .pattern("grid")) }
    #expect(fixture.requests.last == .showTogether(ShowTogetherCall(contents: contents, noWait: true)))
    fixture.answer = { _, responder in responder.reply(PictureReply(presented: [], note: "not kept")) }
    #expect(try run(fixture, "show", "A,B", "pattern", "grid").output == "not kept\n")
  }

  @Test func aBannerIsReadFromStandardInput() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { _, responder in responder.reply(PictureReply()) }
    let tool = try run(fixture, "show", "A", "banner", "-", input: "two\nlines\n")
    #expect(tool.status == 0)
    #expect(fixture.requests == [.show(ShowCall(screen: "A", content: .banner(BannerInfo(text: "two\nlines"))))])
  }

  @Test func aTextOfAMegabyteIsRefusedAndNotSent() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    let text = String(repeating: "x", count: 1 << 20)
    let tool = try run(fixture, "show", "A", "banner", "-", input: text)
    #expect(tool.status == 2)
    #expect(tool.complaint.contains("longer than \(ControlLimits.textBytes) bytes"))
    #expect(fixture.server.counters.requests == 0)
  }

  @Test func aScreenshotIsWrittenToItsFile() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    let file = "/tmp/marquee-shot-\(getpid())-\(UInt32.random(in: 0 ... .max)).png"
    defer { unlink(file) }
    fixture.answer = { _, responder in
      responder.reply(
        ScreenshotReply(
          screen: "A", source: .framebuffer, width: 2, height: 1, sequence: 7, frame: "ab12", png: "iVBORw0KGgo="))
    }
    let tool = try run(fixture, "screenshot", "A", file)
    #expect(tool.status == 0)
    #expect(tool.output == "\(file): A, 2x1, frame 7 (ab12), read from the framebuffer\n")
    var bytes = [UInt8](repeating: 0, count: 16)
    let descriptor = open(file, O_RDONLY)
    #expect(read(descriptor, &bytes, 16) == 8)
    close(descriptor)
    #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(try run(fixture, "screenshot", "A", "/no-such-directory/x.png").status == 1)

    fixture.answer = { request, responder in
      guard case .screenshot(let call) = request else { return }
      responder.reply(
        ScreenshotReply(
          screen: call.screen, source: .layers, width: call.longestSide ?? 0, height: 1, sequence: 0, frame: "",
          png: "iVBORw0KGgo="))
    }
    #expect(
      try run(fixture, "screenshot", "A", file, "--longest-side", "320").output
        == "\(file): A, 320x1, drawn from its layers\n")

    // The file is replaced, not overwritten, so a program that has it open can read on.
    let former = "\(file).former"
    defer { unlink(former) }
    #expect(link(file, former) == 0 && truncate(former, 3) == 0)
    #expect(try run(fixture, "screenshot", "A", file).status == 0)
    var status = stat()
    #expect(stat(former, &status) == 0 && status.st_size == 3)
    #expect(stat(file, &status) == 0 && status.st_size == 8)
  }

  @Test func eventsAreAnObjectALine() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    var events = (1...3).map { EventInfo(event: .sceneDidUpdate, sequence: $0, monotonicNanoseconds: $0, screen: "A") }
    events[0].run = "a"
    fixture.answer = { [events] _, responder in
      fixture.streams.add(responder, snapshot: events[0])
      for event in events[1...] { fixture.streams.send(event) }
    }
    let tool = try run(fixture, "events", "--json", "--count", "3")
    #expect(tool.status == 0)
    let read = try tool.output.split(separator: "\n").map {
      try ControlJSON.decode(EventInfo.self, from: Array($0.utf8))
    }
    #expect(read == events)
  }

  private func play(_ item: String, screen: String = "HDMI-A-1") -> PlayInfo {
    PlayInfo(
      screen: screen, label: screen == "DP-1" ? "Hall" : "", session: "S", item: item, content: "c",
      firstFlip: "2026-12-31T17:00:00.5Z", lastFlip: "2026-12-31T17:01:00Z", end: "2026-12-31T17:02:00Z",
      firstFlipNanoseconds: 1, lastFlipNanoseconds: 2, endNanoseconds: 3, flips: 4, ending: "completed", reason: "",
      estimated: false, clockRight: true)
  }

  @Test func playsArePrintedPieceByPiece() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    let pieces = [[play("red")], [], [play("a long name"), play("green", screen: "DP-1")]]
    fixture.answer = { _, responder in
      #expect(responder.takesMore)
      for piece in pieces { responder.send(PlaysReply(plays: piece, isCut: false, zone: "Asia/Tokyo")) }
      responder.reply(PlaysReply(plays: [], isCut: false, warning: "two are lost"))
    }
    let table = try run(fixture, arguments: ["plays"], zone: "XYZ-5:30")
    let times = "2027-01-01T02:00:00.5+09:00  2027-01-01T02:02:00+09:00"
    #expect(
      table.output == """
        SCREEN    NAME  ITEM  FIRST FLIP                   END                        FLIPS  ENDING
        HDMI-A-1  -     red   \(times)  4      completed
        HDMI-A-1  -     a long name  \(times)  4      completed
        DP-1      Hall  green        \(times)  4      completed
        Warning: two are lost

        """)
    let csv = try run(fixture, "plays", "--csv")
    let lines = [PlayInfo.csvHeader] + pieces.joined().map(\.csvLine)
    #expect(csv.output == lines.map { $0 + "\n" }.joined() && csv.complaint == "Warning: two are lost\n")
    let json = try ControlJSON.decode(PlaysReply.self, from: Array(try run(fixture, "plays", "--json").output.utf8))
    #expect(
      json == PlaysReply(plays: Array(pieces.joined()), isCut: false, warning: "two are lost", zone: "Asia/Tokyo"))
  }

  @Test func noPlaysAndARefusalArePrinted() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { _, responder in responder.reply(PlaysReply(plays: [], isCut: false)) }
    #expect(try run(fixture, "plays").output == "Nothing was played.\n")
    let empty = try ControlJSON.decode(PlaysReply.self, from: Array(try run(fixture, "plays", "--json").output.utf8))
    #expect(empty == PlaysReply(plays: [], isCut: false))
    fixture.answer = { _, responder in responder.fail(.invalidValue(parameter: "since", value: "x", expected: "a day"))
    }
    let refused = try run(fixture, "plays", "--csv", "--since", "x")
    #expect(refused.status != 0 && refused.output.isEmpty)
  }

  @Test func everySubcommandHasJSON() throws {
    let names = [
      "screens", "modes", "explain", "mode", "rotate", "scale", "overscan", "reset", "show", "blank", "freeze", "power",
      "apps", "foreground", "support", "mirror", "sessions", "plays", "identify", "reload", "events", "wait",
      "screenshot", "status", "report", "plan", "audit", "unregister",
      "edid",
    ]
    let simulated = [
      "list", "plug", "unplug", "edid", "hotplug", "probe", "modeset", "fault", "vblank", "updates", "device", "clock",
      "advance", "time", "resume",
    ]
    for arguments in names.map({ [$0] }) + simulated.map({ ["simulate", $0] }) {
      let tool = try ToolRun(arguments + ["--help"])
      tool.wait()
      #expect(tool.status == 0)
      #expect(tool.output.contains("--json"), "\(arguments)")
    }
  }

  @Test func anInvalidValueIsWrongUsageInToolAndDaemon() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    let refusedHere = try run(fixture, "identify", "--for", "0s")
    #expect(refusedHere.status == 2)
    #expect(fixture.requests.isEmpty)
    fixture.answer = { _, responder in
      responder.fail(.invalidValue(parameter: "error", value: "EFOO", expected: "one of EBUSY, EINVAL"))
    }
    let refusedThere = try run(fixture, "simulate", "fault", "refuse", "--error", "EFOO")
    #expect(refusedThere.status == 2)
    #expect(refusedThere.complaint.contains("EBUSY"))
  }

  @Test func allErrorsOfAConfigurationAreReportedAndNothingChanges() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { _, responder in
      responder.fail(
        .invalidConfiguration(file: "m.yaml", line: 3, column: 5, problems: ["m.yaml:3:5: one", "m.yaml:9:1: two"]))
    }
    let tool = try run(fixture, "reload")
    #expect(tool.status == 1)
    for part in ["m.yaml:3:5: one", "m.yaml:9:1: two", "Nothing was changed."] {
      #expect(tool.complaint.contains(part))
    }
  }

  @Test func theAuditIsATableOfCallsWithTheirCallers() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { request, responder in
      // The table has the times of the daemon's zone. A user who may not ask for it gets those of the machine's.
      if case .status = request {
        return responder.fail(.accessDenied(method: "Status", required: .observe, granted: .none))
      }
      #expect(request == .audit(AuditCall(since: "1h")))
      responder.reply(
        AuditReply(calls: [
          AuditInfo(
            time: "2026-11-27T17:02:40.018Z", last: "2026-11-27T17:02:41Z", calls: 2, userID: 1000, processID: 4712,
            program: "marqueectl", method: "Power", screen: "HDMI-A-1", arguments: ["on": .bool(false)])
        ]))
    }
    let arguments = ["audit", "--since", "1h"]
    let tool = try run(fixture, arguments: arguments, zone: "XYZ-5:30")
    #expect(tool.status == 0)
    let line = "2026-11-27T22:32:40.018+05:30  2      1000  marqueectl (4712)  Power   HDMI-A-1  {\"on\":false}"
    #expect(tool.output.contains(line), "\(tool.output)")
    let json = try run(fixture, arguments: arguments + ["--json"], zone: "XYZ-5:30")
    #expect(json.output.contains("2026-11-27T17:02:40.018Z"), "\(json.output)")
  }

  @Test func aPeriodWithoutCallsIsNamedOnStandardError() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { _, responder in responder.reply(AuditReply(calls: [])) }
    for (arguments, words) in [(["audit"], ""), (["audit", "--since", "2026-11-21"], " since 2026-11-21")] {
      let tool = try run(fixture, arguments: arguments)
      #expect(tool.status == 0 && tool.output.isEmpty)
      #expect(tool.complaint == "No call has changed anything\(words).\n")
    }
  }

  @Test("if the daemon tells no zone, a day and a time without an offset are those of this machine's clock")
  func auditSinceADay() throws {
    for (given, sent) in [
      ("2026-11-21", "2026-11-21T00:00:00+05:30"), ("2026-11-21 18:00", "2026-11-21T18:00:00+05:30"),
      ("2026-11-21T18:00", "2026-11-21T18:00:00+05:30"), ("2026-11-21T18:00Z", "2026-11-21T23:30:00+05:30"),
    ] {
      let fixture = try ServerFixture()
      defer { fixture.stop() }
      fixture.answer = { request, responder in
        if case .status = request { return responder.fail(.failed(message: "it is not told", hint: "")) }
        #expect(request == .audit(AuditCall(since: sent)))
        responder.reply(AuditReply(calls: []))
      }
      #expect(try run(fixture, arguments: ["audit", "--since", given], zone: "XYZ-5:30").status == 0)
    }
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    #expect(try run(fixture, "audit", "--since", "soon").complaint.contains("\"soon\" is not a time"))
  }

  @Test func aReloadPrintsItsChangesAndItsFrames() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { request, responder in
      #expect(request == .reload(ReloadCall()))
      let frame = PresentedFrame(screen: "DP-1", sequence: 7, monotonicNanoseconds: 5_000_000_000, frame: "12ab")
      responder.reply(
        ReloadReply(
          file: "m.yaml", changes: ["idle"], presented: [frame], note: "HDMI-A-1 is dark", warnings: ["3:1: no a.png"]))
    }
    let tool = try run(fixture, "reload")
    let lines = [
      "m.yaml:", "  idle", "DP-1: frame 7 (12ab) on screen at 5.000000 s", "HDMI-A-1 is dark", "Warning: 3:1: no a.png",
    ]
    #expect(tool.output == lines.map { $0 + "\n" }.joined())
  }

  @Test func eventsEndWithTheirReader() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    let event = EventInfo(event: .snapshot, sequence: 1, monotonicNanoseconds: 1)
    fixture.answer = { _, responder in fixture.streams.add(responder, snapshot: event) }
    let pipe = "/tmp/marquee-pipe-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    mkfifo(pipe, 0o600)
    defer { unlink(pipe) }
    let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let tool = try ToolRun(["events"], environment: ["MARQUEE_SOCKET=\(fixture.path)"], output: pipe)
    var byte: UInt8 = 0
    let watch = try fixture.loop.watch(reader, for: .readable) { _ in }
    while read(reader, &byte, 1) != 1 { fixture.loop.turn(waiting: true) }
    watch.cancel()
    close(reader)
    try tool.wait(turning: fixture.loop)
    #expect(tool.status == 0 && tool.complaint.isEmpty)
  }

  @Test func anAnswerThatCannotBeWrittenIsNoSuccess() throws {
    // A file that refuses whatever is no number (proc_pid_oom_score_adj(5)).
    let tool = try ToolRun(["--version"], output: "/proc/self/oom_score_adj")
    tool.wait()
    #expect(tool.status == 1)
    #expect(tool.complaint.contains("Standard output could not be written: Invalid argument"))
  }
}
