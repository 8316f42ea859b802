internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let missingAdapterIsReported = Scenario(
    "a missing CEC adapter is reported after its screen is switched off and on, and no screen waits for it",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let daemon = try bench.start(withoutAdapter)
    try bench.plug(1, TestDisplay(1280, 720))
    try bench.plug(2, TestDisplay(1024, 768))
    for display in [1, 2] { try daemon.wait(display, .presented) }
    try switchPower(daemon, bench)
    try daemon.photograph(1, "its content") { $0.uniformColor == RGB(0x20, 0x40, 0x60) }
    let told = try daemon.status().displayPower
    try expect(told.map(\.screen), is: [bench.connector(1)], "who was told")
    let text = try bench.run("marqueectl", ["status"], within: 20).output
    let line = text.split(separator: "\n").first {
      $0.hasPrefix("Power: \(bench.connector(1)): the display could not be asked")
    }
    try expect(line?.hasSuffix(" s ago") == true, "status tells it, and its age: \(text)")
    let notes = try daemon.explain(1).notes
    let reason = bench.kind == .simulated ? "simulated displays have no HDMI-CEC" : "there is no /dev/cec99"
    try expect(notes.contains { $0.contains(reason) }, "explain tells it: \(notes)")
    for display in [1, 2] {
      let record = try daemon.explain(display)
      let setting = record.settings.first { $0.name == "cec" }
      try expect(setting?.value, is: display == 1 ? "/dev/cec99" : "off", "the setting")
      try expect(setting?.location?.isEmpty, is: false, "where that is said")
      try expect(record.settings.first { $0.name == "ddc" }?.value, is: "off", "the setting of DDC/CI")
    }
  }

  static let displayPowerByDDC = Scenario(
    "a monitor with the rule ddc is switched by DDC/CI, and if that is impossible the reason is reported",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let daemon = try bench.start(
      .showing("color: \"#204060\"", screens: "screens: [{ match: { connector: \"*\" }, ddc: true, cec: off }]"))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    try switchPower(daemon, bench, device: nil)
    let info = try unwrap(daemon.status().displayPower.first, "status tells nothing")
    try expect(info.by, is: "ddc", "by what it was told")
    let reason =
      bench.kind == .simulated ? "simulated displays have no DDC/CI" : "the kernel's module i2c-dev makes them"
    try expect(info.message.contains("by DDC/CI") && info.message.contains(reason), "status tells why: \(info)")
    let record = try daemon.explain(1)
    try expect(record.notes.contains(info.message), "explain tells it: \(record.notes)")
    let setting = record.settings.first { $0.name == "ddc" }
    try expect(setting?.value, is: "on", "the setting")
    try expect(setting?.location?.isEmpty, is: false, "where that is said")
    let without = DaemonSetup.showing(
      "color: \"#204060\"", screens: "screens: [{ match: { connector: \"*\" }, cec: off }]")
    let plan = try daemon.client.call(PlanCall(configuration: without.configuration ?? "", file: "/new/marquee.yaml"))
    let changes = try unwrap(plan.screens.first, "the plan has no screen").changes
    try expect(changes, is: ["ddc: off instead of on"], "what the plan says")
  }

  static let displayPowerBySchedule = Scenario(
    "a display is switched when a schedule changes its power, and not when the display returns",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(
      .showing(
        "schedule: { zone: UTC, fallback: { color: \"#204060\" }, entries: [{ power: off, from: \"22:00\", to: \"06:00\" }] }",
        screens: "screens: [{ match: { connector: \"*\" }, cec: /dev/cec99 }]"))
    var time = SimulateCall(.time)
    time.time = "2026-11-22T21:59:00Z"
    _ = try daemon.client.call(time)
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let events = try daemon.events()
    try events.drain(2)
    try expect(events.all(.displayDidTellPower).count, is: 0, "what was told of a display that came")
    func pass(_ seconds: Double, _ words: String) throws {
      var call = SimulateCall(.advance)
      call.seconds = seconds
      _ = try daemon.client.call(call)
      try events.wait(words) { $0.event == .displayDidTellPower && $0.reason?.contains(words) == true }
    }
    try pass(120, "to go to standby")
    try bench.unplug(1)
    try daemon.wait(1, .disconnected)
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .connected)
    try events.drain(2)
    try expect(events.all(.displayDidTellPower).count, is: 1, "how often a display was told that came back at night")
    try pass(8 * 3600, "to turn on")
  }

  /// The adapter of the first screen. The kernel names none for the others.
  static let withoutAdapter = DaemonSetup.showing(
    "color: \"#204060\"",
    screens:
      "screens: [{ match: { model: \"1280x720*\" }, cec: /dev/cec99 }, { match: { connector: \"*\" }, cec: off }]"
  )

  /// Turns the display off and on, each time until the missing adapter is reported.
  static func switchPower(_ daemon: DaemonHandle, _ bench: any Bench, device: String? = "/dev/cec99") throws {
    let events = try daemon.events()
    let name = bench.connector(1)
    // The first check, a second after the plug, reports nothing.
    try events.drain(2)
    for (isOn, words) in [(false, "to go to standby"), (true, "to turn on")] {
      _ = try daemon.client.call(PowerCall(screen: name, on: isOn))
      try events.wait("what \(name) was asked") {
        $0.event == .displayDidTellPower && $0.screen == name && $0.reason?.contains(words) == true
      }
      let info = try unwrap(daemon.status().displayPower.first { $0.screen == name }, "status tells nothing")
      try expect(info.told, is: "noAdapter", "what was told")
      try expect(info.device, is: device, "the adapter")
    }
  }
}
