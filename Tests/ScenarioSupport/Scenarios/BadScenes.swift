internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let badScenes = Scenario(
    "invalid roles, mirrors and names are refused with their line, and the scenes on all screens continue",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let text = """
      apps:
        lobby:
          scenes:
            externalDisplayNonInteractive:
              - name: main
                content: { pattern: moving-bar }

      """
    let daemon = try bench.start(DaemonSetup(text))
    try bench.plug(1, TestDisplay(640, 480))
    try daemon.wait(1, .presented)
    let session = try unwrap(daemon.screen(1)?.scene, "no scene")
    func flips() throws -> UInt64 {
      let status: StatusReply = try daemon.status()
      return status.counters.flips
    }

    let one = bench.connector(1)
    let two = bench.connector(2)
    let bad: [(text: String, parts: [String])] = [
      (
        text.replacing("externalDisplayNonInteractive", with: "externalDisplayNonInteractiv"),
        [":4:", "apps.lobby.scenes", "unknown role", "externalDisplayNonInteractive"]
      ),
      (
        text + "        - name: main\n          content: { color: \"#102030\" }\n",
        [":7:", "externalDisplayNonInteractive[1].name", "main", "in line 5"]
      ),
      (
        "screens:\n- { match: { connector: \(one) }, mirror: { of: \(two) } }\n"
          + "- { match: { connector: \(two) }, mirror: { of: \(one) } }\n" + text,
        [":3:", "screens[1].mirror.of", one, two, "line 2"]
      ),
    ]
    for (text, parts) in bad {
      let before = try flips()
      let path = try bench.write(text, name: "marquee.yaml")
      let tool = try bench.run("marqueectl", ["reload"], within: 20)
      try expect(tool.status, is: 1, "the status of a reload with\n\(text)")
      for part in [path] + parts {
        try expect(tool.output.contains(part), "the message names \(part): \(tool.output)")
      }
      let moved: Bool? = try bench.poll(within: 5) { try flips() > before ? true : nil }
      try expect(moved == true, "the bar moves on")
    }
    try expect(daemon.screen(1)?.scene, is: session, "the session")
    try expect(daemon.explain(1).modesets, is: 1, "modesets")
  }
}
