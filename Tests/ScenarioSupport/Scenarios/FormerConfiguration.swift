internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let formerConfiguration = Scenario(
    "a service with an error in its configuration files starts with their earlier version, and reports that",
    gate: [.simulated]
  ) { bench in
    let list = try bench.write("playlist: [{ color: \"#204060\", duration: 1h }]\n", name: "list.yaml")
    let text = try unwrap(DaemonSetup.showing("playlist: { file: \(list) }").configuration, "no configuration")
    /// Starts the daemon as a service with these files, and returns its warnings.
    func start(_ text: String) throws -> [String] {
      let daemon = try bench.start(DaemonSetup(text, arguments: ["--wait"]))
      try bench.plug(1, TestDisplay(1280, 720))
      try daemon.wait(1, .presented)
      try daemon.photograph(1, "the picture of before") { $0.uniformColor == RGB(0x20, 0x40, 0x60) }
      let status = try daemon.status()
      return status.warnings
    }
    func end() throws { try expect(bench.end(by: "TERM", within: 10), is: 0, "the status") }

    try expect(start(text), is: [], "warnings")
    try end()
    let broken = try start("screens: [\n")
    try expect(
      broken.contains { $0.contains("is in force until") && $0.contains("marquee.yaml:") }, "it is said: \(broken)")
    try expect(bench.log().contains("is in force until"), "it is in the log: \(bench.log())")
    let refused = try bench.run("marqueectl", ["reload"], within: 20)
    try expect(refused.status, is: 1, "the status of a reload: \(refused.output)")
    // The former configuration is still kept.
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")

    // A configuration with invalid markup does not replace it either, although a start ignores such markup.
    let markup = text.replacing("playlist: { file: \(list) }", with: "banner: { text: \"<b>open\", markup: true }")
    let passing = try bench.start(DaemonSetup(markup, arguments: ["--wait"]))
    let said = try bench.poll(within: 20) { () throws -> Bool? in
      let status = try passing.status()
      return status.warnings.contains { $0.contains("Pango markup") } ? true : nil
    }
    try expect(said == true, "the text is told of")
    try expect(bench.run("marqueectl", ["reload"], within: 20).status, is: 1, "the status of a reload of the same")
    try end()
    _ = try start("screens: [\n")
    // The message names the current error, and not the error at the start.
    _ = try bench.write("unknownScreens: maybe\n", name: "marquee.yaml")
    try expect(bench.run("marqueectl", ["reload"], within: 20).status, is: 1, "the status of a reload")
    let next = try bench.connect().call(StatusCall()).warnings
    try expect(next.contains { $0.contains("is in force until") && $0.contains("maybe") }, "it is said: \(next)")
    try end()
    _ = try bench.write("playlist: [{ colour: red }]\n", name: "list.yaml")
    let inner = try start(text)
    try expect(inner.contains { $0.contains("is in force until") && $0.contains("list.yaml:") }, "it is said: \(inner)")

    // The repaired file is used.
    _ = try bench.write("playlist: [{ color: \"#602040\", duration: 1h }]\n", name: "list.yaml")
    let reload = try bench.run("marqueectl", ["reload"], within: 20)
    try expect(reload.status, is: 0, "the status of a reload: \(reload.output)")
    let status = try bench.connect().call(StatusCall())
    try expect(status.warnings, is: [], "warnings once it is mended")
    try end()

    // Started by hand, the daemon prints the error for the user.
    let path = try bench.write("screens: [\n", name: "marquee.yaml")
    let place = String(path.dropLast("/marquee.yaml".count)) + "/state"
    let byHand = try bench.run("marqueed", ["--backend", "simulated", "--config", path, "--state", place], within: 20)
    try expect(byHand.status, is: 65, "the status by hand: \(byHand.output)")
  }
}
