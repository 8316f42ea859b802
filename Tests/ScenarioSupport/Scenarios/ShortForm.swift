internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let shortForm = Scenario(
    "screens with content and names of their own need no app, and commands, events, explain and plays know the names",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    try ShortFormPlay(bench).play()
  }

  static let shortMirror = Scenario(
    "a mirror finds its source by the source's own name, also after the source was plugged into another connector",
    gate: [.simulated]
  ) { bench in
    let text = """
      content: { color: "#204060" }
      screens:
      - { match: { model: Source }, name: Quelle, content: { color: "#c02010" } }
      - { match: { connector: "\(bench.connector(3))" }, support: mirror, mirror: { of: quelle, fit: stretch } }
      - { match: { serial: elsewhere }, name: Mail }

      """
    let daemon = try bench.start(DaemonSetup(text))
    let source = TestDisplay(1024, 768, model: "Source")
    try bench.plug(1, source)
    try bench.plug(3, TestDisplay(1280, 720))
    let red = RGB(0xC0, 0x20, 0x10)
    try daemon.photograph(3, "the named screen") { $0.uniformColor == red }
    try expect(daemon.screen(3)?.mirroredScreen, is: bench.connector(1), "the source")
    try bench.unplug(1)
    try bench.plug(2, source)
    try daemon.photograph(3, "the named screen on its other connector") { $0.uniformColor == red }
    _ = try bench.poll(within: 10) { try daemon.screen(3)?.mirroredScreen == bench.connector(2) ? true : nil }
    // The word main is no wrong spelling of the name Mail.
    _ = try daemon.client.call(SetMirrorCall(screen: bench.connector(3).lowercased(), of: "main"))
  }
}

/// The steps of the scenario.
private struct ShortFormPlay {
  let bench: any Bench

  init(_ bench: any Bench) { self.bench = bench }

  /// The file with this content of the screen at the counter.
  private func text(_ counter: String, others: String = "navy") -> String {
    """
    content: { color: \(others) }
    screens:
    - { match: { connector: "\(bench.connector(2))" }, name: "Theke Süd", content: \(counter) }

    """
  }

  private func marqueectl(_ words: String..., status: Int = 0) throws -> String {
    let result = try bench.run("marqueectl", words, within: 30)
    try expect(result.status, is: status, "marqueectl \(words.joined(separator: " ")): \(result.output)")
    return result.output
  }

  func play() throws {
    let playlist =
      "{ playlist: { duration: 10s, items: [{ color: tomato, name: soup }, { color: gold, name: cake }] } }"
    let daemon = try bench.start(DaemonSetup(text(playlist)))
    let (hall, counter) = (bench.connector(1), bench.connector(2))
    let events = try daemon.events()
    for display in [1, 2] {
      try bench.plug(display, TestDisplay(640, 480, model: "Number \(display)"))
      try daemon.wait(display, .presented)
    }
    try daemon.photograph(1, "the content of every screen") { $0.uniformColor == RGB(0, 0, 0x80) }
    try daemon.photograph(2, "the content of the screen") {
      $0.uniformColor == RGB(0xFF, 0x63, 0x47) || $0.uniformColor == RGB(0xFF, 0xD7, 0)
    }
    try names(daemon, events, hall, counter)
    try reload(daemon, counter)
  }

  private func names(_ daemon: DaemonHandle, _ events: EventLog, _ hall: String, _ counter: String) throws {
    try expect(daemon.screen(1)?.label, is: nil, "the name of the other screen")
    try expect(daemon.screen(2)?.label, is: "Theke Süd", "the name of the screen")
    let connected = try events.wait("a connected screen") { $0.event == .screenDidConnect && $0.screen == counter }
    try expect(connected.label, is: "Theke Süd", "the name in the event")
    let table = try marqueectl("screens")
    try expect(table.contains("Theke Süd"), "the list has the name: \(table)")
    let explained = try marqueectl("explain", "theke süd")
    for part in ["\(counter)  Theke Süd", "In the long form:", "apps: [content]", "name: \"Theke Süd\""] {
      try expect(explained.contains(part), "explain has \(part): \(explained)")
    }
    _ = try marqueectl("show", "THEKE SÜD,\(hall)", "color", "teal")
    for display in [1, 2] {
      try daemon.photograph(display, "the shown colour") { $0.uniformColor == RGB(0, 0x80, 0x80) }
    }
    for name in ["Theke Süd", hall] { _ = try marqueectl("show", name, "--configured") }
    _ = try marqueectl("mode", "Theke Süd", "confirm", status: 1)
    _ = try marqueectl("wait", "Theke Süd", "connected", "--timeout", "5s")
    let misspelt = try bench.run("marqueectl", ["blank", "Theke Sud", "on"], within: 30)
    try expect(misspelt.status != 0 && misspelt.output.contains("Theke Süd"), "the near name: \(misspelt.output)")
    let plays = try bench.poll(within: 30) {
      let plays = try daemon.client.call(PlaysCall(screen: "theke süd")).plays
      return plays.isEmpty ? nil : plays
    }
    try expect(
      plays?.allSatisfy { $0.label == "Theke Süd" && $0.screen == counter }, is: true, "the plays: \(plays ?? [])")
    let csv = try marqueectl("plays", "--csv", "--screen", "Theke Süd")
    try expect(csv.contains("\(counter),Theke Süd,"), "the name in the table of values: \(csv)")
  }

  private func reload(_ daemon: DaemonHandle, _ counter: String) throws {
    _ = try bench.write(text("{ color: olive }"), name: "marquee.yaml")
    let output = try marqueectl("reload")
    try expect(output.contains("\(counter): frame"), "the reload waits for the flip: \(output)")
    try daemon.photograph(2, "the new content") { $0.uniformColor == RGB(0x80, 0x80, 0) }
    try daemon.photograph(1, "the other screen, which stays") { $0.uniformColor == RGB(0, 0, 0x80) }
    _ = try bench.write("content: { color: maroon }\n", name: "marquee.yaml")
    _ = try marqueectl("reload")
    for display in [1, 2] {
      try daemon.photograph(display, "the only content") { $0.uniformColor == RGB(0x80, 0, 0) }
    }
    try expect(daemon.screen(2)?.label, is: nil, "the name that the file has no more")
    let both = "screens: [{ match: { connector: '*' }, name: Both, content: { color: navy } }]\n"
    _ = try bench.write(both, name: "marquee.yaml")
    _ = try marqueectl("reload")
    let refused = try bench.run("marqueectl", ["show", "Both", "color", "red"], within: 30)
    try expect(refused.status, is: 1, "the name of two screens: \(refused.output)")
    try expect(
      refused.output.contains("\(bench.connector(1)), \(counter)"), "the refusal names the screens: \(refused.output)")
    _ = try bench.write("content: { colour: maroon }\n", name: "marquee.yaml")
    let wrong = try bench.run("marqueectl", ["reload"], within: 30)
    try expect(wrong.output.contains(":1:12: content.colour"), "the error is in the words of the file: \(wrong.output)")
  }
}
