internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Glibc
internal import VirtualMachine

extension Scenario {
  private static let alarmInk = RGB(0xaa, 0, 0)
  /// `AlarmContent.red`.
  private static let emergencyInk = RGB(0xcc, 0, 0)

  static let raisedAlarm = Scenario(
    "an alarm raised by one call covers blank, frozen and dark screens and a talk within two refreshes without a rasteriser, outlives "
      + "kill -9 and a replug, and gives back what is due when it is cleared",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let setup = DaemonSetup.showing("color: \"#204060\"")
    let deck = try bench.write(MadeFiles.document(talkInks), name: "talk.pdf")
    var daemon = try bench.start(setup)
    let names = [1, 2].map(bench.connector)
    for display in [1, 2] {
      try bench.plug(display, TestDisplay(1280, 720, model: "Display \(display)"))
      try daemon.wait(display, .presented)
    }
    func control(_ arguments: [String]) throws -> String {
      let result = try bench.run("marqueectl", ["alarm"] + arguments, within: 20)
      try expect(result.status, is: 0, "the status of alarm \(arguments): \(result.output)")
      return result.output
    }
    func expectAlarm(_ what: String) throws {
      for display in [1, 2] { try daemon.photograph(display, "\(what): the alarm") { $0.uniformColor == alarmInk } }
    }

    // Lit screens: the first frame after the event is the alarm. No program that draws runs, and none is started.
    if let rasterizer = try daemon.status().rasterizer.processID { try bench.kill(rasterizer) }
    let events = try daemon.events()
    let interval = try 1e12 / Double(unwrap(daemon.screen(1)?.currentMode, "no mode").refreshMillihertz)
    var last: [String: UInt64] = [:]
    let modesets = try bench.countModesets {
      for round in 0..<10 {
        let start = events.events.count
        let frames = try daemon.client.call(RaiseAlarmCall(content: .color(round % 2 == 0 ? "#aa0000" : "#bb0000")))
        try expect(frames.presented.map(\.screen), is: names, "the screens with a frame: \(frames)")
        let event = try events.wait("the alarm", from: start) { $0.event == .alarmDidRaise && $0.reason == "alarm" }
        for frame in frames.presented {
          if let former = last.updateValue(frame.sequence, forKey: frame.screen) {
            try expect(frame.sequence, is: former + 1, "the frame of \(frame.screen) after the last alarm")
          }
          // On a machine, a busy host delays the daemon between the event and the frame.
          guard bench.time != nil else { continue }
          let refreshes = (Double(frame.monotonicNanoseconds) - Double(event.monotonicNanoseconds)) / interval
          try expect(refreshes <= 2, "\(frame.screen) shows the alarm after \(refreshes) refreshes")
        }
      }
      try expect(daemon.status().rasterizer.processID, is: nil, "the rasteriser")
      _ = try daemon.client.call(ClearAlarmCall())
      try daemon.photograph(1, "what was there before") { $0.uniformColor == lobbyInk }
    }
    try expect(modesets, is: 0, "modesets of alarms on lit screens")

    // The pictures below the alarm.
    _ = try daemon.client.call(BlankCall(screen: names[0], on: true))
    _ = try daemon.client.call(StartTalkCall(deck: deck, screen: names[1]))
    try daemon.photograph(2, "the first slide") { isTalkInk($0.uniformColor, talkInks[0]) }
    _ = try daemon.client.call(FreezeCall(screen: names[1], on: true))
    _ = try control(["raise", "--name", "fire", "color", "#aa0000"])
    try expectAlarm("over a blank screen and a frozen talk")
    for display in [1, 2] {
      let record = try daemon.explain(display)
      try expect(record.showsBecause.last?.rule, is: "raised", "the rule")
      let isNamed = record.shows?.hasPrefix("the alarm fire, raised by ") == true
      try expect(isNamed, "what explain says: \(record.shows ?? "")")
    }
    let states = try daemon.client.call(GetTalkCall()).talk?.screens.map(\.state)
    try expect(states, is: [.alarm], "the talk's displays under an alarm")

    // The calls that the access level control allows.
    _ = try daemon.client.call(PowerCall(screen: names[0], on: false))
    _ = try daemon.client.call(SetSupportCall(support: "off"))
    _ = try daemon.client.call(ControlTalkCall(action: .goto, page: 2))
    _ = try daemon.client.call(BlankCall(screen: names[1], on: true))
    _ = try daemon.show(1, .color("#00a000"))
    try expectAlarm("after calls of controllers")

    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(setup)
    for display in [1, 2] { try daemon.wait(display, .presented) }
    try expectAlarm("after kill -9")
    try bench.unplug(2)
    try daemon.wait(2, .disconnected)
    try bench.plug(2, TestDisplay(1280, 720, model: "Display 2"))
    try expectAlarm("after a replug")

    // The newer of two alarms is shown. If its content is missing, its name is shown instead.
    let missing = ContentInfo(kind: "image", value: .string("/nowhere/drill.png"))
    let reply = try daemon.client.call(RaiseAlarmCall(name: "drill", content: missing))
    try expect(reply.note?.contains("/nowhere/drill.png"), is: true, "the note: \(reply.note ?? "nothing")")
    try daemon.photograph(1, "the alarm's name") {
      $0.mainColor == emergencyInk && $0.histogram[.white, default: 0] > 1000
    }
    let list = try control(["list"])
    try expect(list.contains("fire") && list.contains("drill"), "the list names both: \(list)")
    _ = try control(["clear", "drill"])
    try expectAlarm("of two, the other")
    _ = try control(["clear", "fire"])
    try expect(control(["list"]), is: "No alarm is raised.\n", "the list")
    try expect(bench.isDark(1) && bench.isDark(2), "power and support are off again")
    _ = try daemon.client.call(SetSupportCall())
    _ = try daemon.client.call(BlankCall(screen: names[1], on: false))
    try daemon.photograph(2, "the slide of the talk") { isTalkInk($0.uniformColor, talkInks[1]) }
    _ = try daemon.client.call(PowerCall(screen: names[0], on: true))
    _ = try daemon.client.call(BlankCall(screen: names[0], on: false))
    try daemon.photograph(1, "what was asked for beneath") { $0.uniformColor == RGB(0, 0xa0, 0) }
  }

  static let alarmNotes = Scenario(
    "the answer names each screen that an alarm leaves dark, and each change that an alarm covers",
    gate: [.simulated]
  ) { bench in
    let names = [1, 2].map(bench.connector)
    let screens = """
      access: { alarm: { users: ["65533"] } }
      screens: [{ match: { connector: "\(names[1])" }, use: dark }]
      """
    let daemon = try bench.start(.showing("color: \"#204060\"", screens: screens))
    try bench.plug(1, TestDisplay(1280, 720, model: "Display 1"))
    try daemon.wait(1, .presented)
    try bench.plug(2, TestDisplay(1280, 720, model: "Display 2"))
    try daemon.wait(2, .connected)
    let raised = try daemon.client.call(RaiseAlarmCall(content: .color("#aa0000")))
    try expect(raised.presented.map(\.screen), is: [names[0]], "the screens that show the alarm: \(raised)")
    let dark = try unwrap(raised.note, "no note on the screen that stays dark")
    try expect(dark.hasPrefix("\(names[1]) is dark"), "the screen that stays dark: \(dark)")
    try expect(bench.isDark(2), "the screen with use: dark")
    let only = try daemon.client.call(RaiseAlarmCall(name: "b", content: .color("#aa0000"), screens: [names[1]]))
    try expect(only.presented.isEmpty && only.note == dark, "an alarm for the dark screen: \(only)")
    let narrower = try daemon.client.call(RaiseAlarmCall(content: .color("#aa0000"), screens: [names[0]]))
    try expect(
      narrower.note?.hasPrefix("it replaces the alarm alarm, which covered all screens") ?? false,
      "a narrower alarm of the same name: \(narrower)")
    // An alarm without anything that can be seen shows its name.
    let blank = try daemon.client.call(RaiseAlarmCall(name: "blank", content: .banner(BannerInfo(text: " "))))
    try expect(blank.note?.contains("its name is shown on red"), is: true, "the note: \(blank.note ?? "none")")
    try daemon.photograph(1, "the alarm's name") {
      $0.mainColor == emergencyInk && $0.histogram[.white, default: 0] > 1000
    }
    _ = try daemon.client.call(ClearAlarmCall(name: "blank"))
    // A user who has only the access `alarm` gets the name of the screen without a reason.
    let connection = try RawConnection(bench, user: 65533)
    connection.call(
      ##"{"method":"org.marquee.Display.RaiseAlarm","parameters":{"name":"b","content":{"color":"#bb0000"}}}"##)
    let answer = String(decoding: connection.receive() ?? [], as: UTF8.self)
    try expect(answer.contains("\(names[1]): it does not show the change"), "the answer to the user: \(answer)")

    let together = try daemon.client.call(
      ShowTogetherCall(contents: [ScreenContent(screen: names[0], content: .color("#00a000"))]))
    try expect(together.presented, is: [], "the frames of content under an alarm")
    let covered = try unwrap(together.note, "no note on content under an alarm")
    try expect(covered.contains("covers everything on \(names[0])"), "the note on content under an alarm: \(covered)")

    // A reload whose change is below the alarm, and one without a change for this screen.
    _ = try daemon.client.call(ShowCall(configuredOn: names[0]))
    let changed = DaemonSetup.showing("color: \"#402060\"", screens: screens).configuration
    _ = try bench.write(changed ?? "", name: "marquee.yaml")
    let reload = try daemon.client.call(ReloadCall())
    try expect(reload.presented, is: [], "the frames of a reload under an alarm")
    let note = try unwrap(reload.note, "no note on a reload under an alarm")
    try expect(note.contains("covers everything on \(names[0])"), "the note on a reload under an alarm: \(note)")
    let same = try daemon.client.call(ReloadCall())
    try expect(same.note?.contains(names[0]) ?? false, is: false, "the note on a reload without a change: \(same)")
    _ = try daemon.client.call(ClearAlarmCall())
    try daemon.photograph(1, "the reloaded content") { $0.uniformColor == RGB(0x40, 0x20, 0x60) }
  }

  static let alarmEnds = Scenario(
    "an alarm ends at its time, also while the daemon does not run, and a report decides the same",
    gate: [.simulated]
  ) { bench in
    // The first display's content is a colour. The second display's content is missing.
    var setup = DaemonSetup.showing(
      "color: \"#204060\"",
      screens: """
        access: { control: { users: ["65534"] }, alarm: { users: ["65533"] } }
        screens: [{ match: { connector: "\(bench.connector(2))" }, apps: [menu] }]
        """)
    setup.configuration? += """
        menu:
          scenes: { externalDisplayNonInteractive: [{ content: { image: /nonexistent/4711.png } }] }

      """
    setup.trustsClock = true
    // The picture in the media folder is green, and the one outside is blue.
    let outside = try bench.write(MadeFiles.drawing("#2020aa"), name: "outside.svg")
    let folder = String(outside.dropLast("outside.svg".count)) + "media"
    try expect(mkdir(folder, 0o755), is: 0, "the media folder is made")
    let inside = folder + "/inside.svg"
    let green = try bench.write(MadeFiles.drawing("#20aa20"), name: "inside.svg")
    try expect(rename(green, inside), is: 0, "a picture is in it")
    setup.environment["MARQUEE_MEDIA"] = folder
    var daemon = try bench.start(setup)
    func set(_ time: String) throws {
      var call = SimulateCall(.time)
      call.time = time
      _ = try daemon.client.call(call)
    }
    try set("2027-01-01T12:00:00Z")
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let events = try daemon.events()
    func isRefused(_ call: RaiseAlarmCall, _ words: [String] = []) throws {
      let result = Result { () throws(ClientError) in try daemon.client.call(call) }
      guard case .failure(let error) = result else { throw ScenarioFailure("It is not refused: \(call)") }
      for word in words { try expect("\(error)".contains(word), "\(word) in: \(error)") }
    }
    try isRefused(
      RaiseAlarmCall(content: .color("#aa0000"), until: "2027-01-01T11:00:00Z"),
      ["expected a moment in the future, as 2027-01-01T", "it is 2027-01-01T", "now"])
    try isRefused(RaiseAlarmCall(content: .color("#aa0000"), screens: ["DP-9"]))
    try isRefused(RaiseAlarmCall(name: "a b", content: .color("#aa0000")))
    _ = try daemon.client.call(RaiseAlarmCall(content: .color("#aa0000"), until: "2027-01-01T12:10:00Z"))
    try daemon.photograph(1, "the alarm") { $0.uniformColor == alarmInk }
    func asked(_ method: String, _ parameters: String, user: UInt32) throws -> String {
      let connection = try RawConnection(bench, user: user)
      connection.call(#"{"method":"org.marquee.Display.\#(method)","parameters":{\#(parameters)}}"#)
      return String(decoding: connection.receive() ?? [], as: UTF8.self)
    }
    let screen = "\"screen\":\"\(bench.connector(1))\""
    let changes = [
      ("Rotate", #","rotation":"90""#), ("SetScale", #","scale":2"#), ("SetOverscan", #","overscan":{"top":"5%"}"#),
      ("SetMode", #","mode":"640x480""#), ("Reset", ""),
    ]
    for (method, parameters) in changes {
      let answer = try asked(method, screen + parameters, user: 65534)
      try expect(answer.contains("shows the alarm"), "\(method) of a user with control under an alarm: \(answer)")
    }
    try daemon.photograph(1, "the alarm, unchanged") { $0.uniformColor == alarmInk }
    try set("2027-01-01T12:10:00Z")
    try events.wait("the end of the alarm") { $0.event == .alarmDidClear && $0.reason == "alarm" }
    try daemon.photograph(1, "what is due then") { $0.uniformColor == lobbyInk }
    let turned = try asked("Rotate", screen + #","rotation":"180""#, user: 65534)
    try expect(turned.contains("presented"), "a rotation after the alarm: \(turned)")

    // Content that fails is not named to a user who may only raise alarms.
    try bench.plug(2, TestDisplay(1280, 720, model: "Display 2"))
    let raised = try asked("RaiseAlarm", ##""content":{"color":"#aa0000"}"##, user: 65533)
    try expect(raised.contains("presented"), "an alarm of a user with the access alarm: \(raised)")
    let cleared = try asked("ClearAlarm", "", user: 65533)
    try expect(cleared.contains("cannot be shown"), "the note about content that fails: \(cleared)")
    try expect(!cleared.contains("4711"), "no content is named to a user with the access alarm: \(cleared)")

    // The pictures of such a user are in the media folder, also if a link replaces one later.
    let refused = try asked("RaiseAlarm", #""content":{"image":"\#(outside)"}"#, user: 65533)
    try expect(refused.contains("not a file in the media folder"), "an alarm with another picture: \(refused)")
    let shown = try asked("RaiseAlarm", #""content":{"image":"\#(inside)"}"#, user: 65533)
    try expect(shown.contains("presented"), "an alarm with a picture of the folder: \(shown)")
    try daemon.photograph(1, "the picture") { $0.uniformColor == RGB(0x20, 0xaa, 0x20) }
    try expect(unlink(inside) == 0 && symlink(outside, inside) == 0, "a link replaces the picture")
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(setup)
    try set("2027-01-01T12:11:00Z")
    try daemon.photograph(1, "the alarm's name") { $0.at(0.02, 0.02) == RGB(0xcc, 0, 0) }
    _ = try daemon.client.call(ClearAlarmCall())

    let written = try bench.run("marqueectl", ["report", "-"], within: 60)
    try expect(!written.output.contains("#aa0000"), "a report has no content of an alarm")
    _ = try daemon.client.call(RaiseAlarmCall(content: .color("#aa0000"), until: "2027-01-01T12:20:00Z"))
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    let path = try bench.write(written.output, name: "report.json")
    let same = try bench.run("marqueed", ["--replay", path], within: 120)
    try expect(same.output.contains("The replay decides the same."), "what the replay says: \(same.output)")

    // The simulated clock starts with the machine's time, which differs.
    daemon = try bench.start(setup)
    try set("2027-01-01T12:15:00Z")
    try daemon.wait(1, .presented)
    let alarms = try daemon.client.call(AlarmsCall()).alarms
    try expect(alarms.map(\.until), is: ["2027-01-01T12:20:00Z"], "the alarm that is kept")
    try daemon.photograph(1, "the alarm after kill -9") { $0.uniformColor == alarmInk }
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(setup)
    try set("2027-01-01T12:21:00Z")
    try daemon.photograph(1, "what is due after the alarm") { $0.uniformColor == lobbyInk }
    try expect(daemon.client.call(AlarmsCall()).alarms, is: [], "the alarms")
  }
}
