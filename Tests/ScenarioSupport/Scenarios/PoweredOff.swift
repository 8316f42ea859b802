internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let poweredOff = Scenario(
    "a display that was switched off stays off through replugs, kill -9 and a restart, until it is switched on",
    gate: [.simulated, .virtio], long: [.legacy]
  ) { bench in
    let setup = DaemonSetup.showing("color: \"#204060\"")
    var daemon = try bench.start(setup)
    let display = TestDisplay(1280, 720)
    try bench.plug(1, display)
    try daemon.wait(1, .presented)
    let name = bench.connector(1)
    _ = try daemon.client.call(PowerCall(screen: name, on: false))
    try expect(bench.isDark(1), "no signal after power off")
    let content = try bench.run("marqueectl", ["content", name], within: 20)
    try expect(content.status, is: 1, "the status of marqueectl content: \(content.output)")
    for words in ["is dark, because it was turned off", "marqueectl power \(name) on"] {
      try expect(content.output.contains(words), "\(words) is told: \(content.output)")
    }

    let modesets = try bench.countModesets {
      for _ in 0..<3 {
        try bench.unplug(1)
        try daemon.wait(1, .disconnected)
        try bench.plug(1, display)
        try daemon.wait(1, .connected)
      }
    }
    try expect(modesets, is: 0, "modesets while it is off")
    try expect(bench.isDark(1), "no signal after replugs")
    let reason = try daemon.explain(1).showsBecause.last?.reason ?? ""
    try expect(reason.contains("power"), "explain says why: \(reason)")

    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(setup)
    try daemon.wait(1, .connected)
    try expect(bench.isDark(1), "no signal after a restart")
    _ = try daemon.client.call(PowerCall(screen: name, on: true))
    try daemon.photograph(1, "its content") { $0.uniformColor == RGB(0x20, 0x40, 0x60) }
  }

  static let darkBySchedule = Scenario(
    "a display whose schedule has the power off stays dark when it is plugged in, when it is replugged, and when the daemon starts",
    gate: [.simulated], long: [.virtio, .legacy]
  ) { bench in
    var setup = DaemonSetup.showing(
      "schedule: { zone: UTC, fallback: { color: \"#204060\" }, entries: [{ power: off }] }")
    setup.trustsClock = true
    let daemon = try bench.start(setup)
    let display = TestDisplay(1280, 720)
    func check(_ daemon: DaemonHandle, _ what: String) throws {
      try daemon.wait(1, .connected)
      // All effects of the plug are over by then.
      let record = try bench.poll(within: 10) { () throws -> DecisionRecord? in
        let record = try daemon.explain(1)
        return record.shows == "dark" ? record : nil
      }
      let told = try unwrap(record, "it is dark \(what)")
      try expect(bench.isDark(1), "no signal \(what)")
      try expect(
        told.winner?.name.hasPrefix("1280x720"), is: true, "the mode that it will have is told \(what): \(told)")
      let reason = told.showsBecause.last?.reason ?? ""
      try expect(reason.contains("its schedule has switched the power off"), "explain says why \(what): \(reason)")
      try expect(daemon.screen(1)?.currentMode?.name, is: nil, "its mode \(what)")
    }
    let modesets = try bench.countModesets {
      for what in ["after a plug", "after a replug"] {
        try bench.plug(1, display)
        try check(daemon, what)
        try bench.unplug(1)
        try daemon.wait(1, .disconnected)
        let hasEnded = try bench.poll(within: 10) { () throws -> Bool? in
          try daemon.client.call(SessionsCall(app: "lobby")).sessions.allSatisfy { $0.state == .unattached }
            ? true : nil
        }
        try expect(hasEnded == true, "the scene of before ends \(what)")
      }
      try bench.plug(1, display)
      try check(daemon, "after another")
    }
    try expect(modesets, is: 0, "modesets in the off hours")
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    let next = try bench.start(setup)
    try check(next, "after a start")
    try expect(next.status().counters.modesets, is: 0, "modesets of a daemon that starts in the off hours")
    _ = try next.show(1, .color("#a04020"))
    try next.photograph(1, "what is shown by hand") { $0.uniformColor == RGB(0xA0, 0x40, 0x20) }
    try expect(next.status().counters.modesets, is: 1, "modesets of the awakening")
  }

  static let offHoursOfDays = Scenario(
    "off hours of several days end with the last one, for explain, content and power on",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(
      .showing(
        "schedule: { zone: Asia/Tokyo, fallback: { color: \"#204060\" }, entries: [{ power: off, weekdays: [sat, sun] }] }"
      ))
    var time = SimulateCall(.time)
    time.time = "2026-12-05T12:00:00Z"
    _ = try daemon.client.call(time)
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .connected)
    let end = "2026-12-06T15:00:00Z"
    func wait(for setting: String) throws {
      let found = try bench.poll(within: 10) {
        try daemon.explain(1).settings.first { $0.name == "schedule" && $0.value == setting }
      }
      try expect(found != nil, "explain has \(setting): \(daemon.explain(1).settings)")
    }
    try wait(for: "off until \(end)")
    let moments = try daemon.client.call(ContentAtCall(screen: bench.connector(1))).moments
    try expect(moments.map(\.until), is: [end], "until when content has it off")
    let reply = try daemon.client.call(PowerCall(screen: bench.connector(1), on: true))
    try expect(
      reply.note, is: "\(bench.connector(1)) is on until 2026-12-07 00:00 (Asia/Tokyo), when its off hours end",
      "what power on is answered with")
    try wait(for: "on until \(end)")
    try daemon.photograph(1, "its content") { $0.uniformColor == RGB(0x20, 0x40, 0x60) }
  }

  static let changesOverBrokenContent = Scenario(
    "power on, blank off and the end of a talk succeed over a broken file, and report its error",
    gate: [.simulated]
  ) { bench in
    let drawing = MadeFiles.drawing("#c02020")
    let path = try bench.write(drawing, name: "menu.svg")
    let setup = DaemonSetup.showing("image: \(path)")
    var daemon = try bench.start(setup)
    let name = bench.connector(1)
    let shown = { (picture: Photograph) in picture.uniformColor == RGB(0xC0, 0x20, 0x20) }
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.photograph(1, "the drawing", until: shown)
    func check(_ what: String, cover: () throws -> Void, uncover: () throws -> (note: String?, presented: Bool)) throws
    {
      try cover()
      _ = try bench.write("<svg", name: "menu.svg")
      // A daemon that starts no longer has the earlier picture.
      try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
      daemon = try bench.start(setup)
      try daemon.wait(1, .connected)
      let reply = try uncover()
      try expect(reply.note?.contains(path) == true, "\(what) says what is wrong: \(reply.note ?? "nothing")")
      try expect(reply.presented, is: false, "\(what) was seen")
      do {
        _ = try daemon.show(1, ContentInfo(kind: "image", value: .string(path)))
        throw ScenarioFailure("show has taken a broken file after \(what)")
      } catch ClientError.failed(.failed) {}
      _ = try bench.write(drawing, name: "menu.svg")
      try daemon.photograph(1, "the drawing after \(what)", until: shown)
    }
    try check(
      "power on", cover: { _ = try daemon.client.call(PowerCall(screen: name, on: false)) },
      uncover: {
        let reply = try daemon.client.call(PowerCall(screen: name, on: true))
        return (reply.note, !reply.presented.isEmpty)
      })
    try check(
      "blank off", cover: { _ = try daemon.client.call(BlankCall(screen: name, on: true)) },
      uncover: {
        let reply = try daemon.client.call(BlankCall(screen: name, on: false))
        return (reply.note, !reply.presented.isEmpty)
      })
    let deck = try bench.write(MadeFiles.document([RGB(0x10, 0x20, 0x30)]), name: "talk.pdf")
    try check(
      "the end of a talk", cover: { _ = try daemon.client.call(StartTalkCall(deck: deck)) },
      uncover: {
        let reply = try daemon.client.call(EndTalkCall())
        return (reply.note, !reply.presented.isEmpty)
      })
  }

  static let blankIsKept = Scenario(
    "a blank display stays blank after a replug, on another connector, and after kill -9, and other displays do not become blank",
    gate: [.simulated]
  ) { bench in
    let setup = DaemonSetup.showing("color: \"#204060\"")
    var daemon = try bench.start(setup)
    let display = TestDisplay(1280, 720)
    let content = RGB(0x20, 0x40, 0x60)
    try bench.plug(1, display)
    try daemon.wait(1, .presented)
    _ = try daemon.client.call(BlankCall(screen: bench.connector(1), on: true))
    func replug(_ display: TestDisplay, from former: Int = 1, into connector: Int = 1) throws {
      try bench.unplug(former)
      try daemon.wait(former, .disconnected)
      try bench.plug(connector, display)
    }
    try replug(display)
    try daemon.photograph(1, "black after a replug") { $0.uniformColor == RGB(0, 0, 0) }
    try replug(TestDisplay(1024, 768))
    try daemon.photograph(1, "the content on another display") { $0.uniformColor == content }
    try replug(display, into: 2)
    try daemon.photograph(2, "black on another connector") { $0.uniformColor == RGB(0, 0, 0) }
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(setup)
    try daemon.photograph(2, "black after a restart") { $0.uniformColor == RGB(0, 0, 0) }
    _ = try daemon.client.call(BlankCall(screen: bench.connector(2), on: false))
    try daemon.photograph(2, "its content") { $0.uniformColor == content }
  }
}
