internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let badRequests = Scenario(
    "a request that cannot be met gets the reason and similar names, and changes nothing",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let none = try bench.run("marqueectl", ["screens"], within: 20)
    try expect(none.status, is: 3, "the status without a daemon: \(none.output)")

    let daemon = try bench.start(.showing("color: \"#204060\""))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let name = bench.connector(1)
    func refuse(_ arguments: [String], status: Int, _ parts: [String]) throws {
      let result = try bench.run("marqueectl", arguments, within: 30)
      let command = arguments.joined(separator: " ").prefix(100)
      try expect(result.status, is: status, "the status of \(command): \(result.output)")
      for part in parts {
        try expect(result.output.contains(part), "\(command): the message names \(part): \(result.output)")
      }
    }
    let misspelt = String(name.dropLast()) + "7"
    try refuse(["explain", misspelt], status: 1, [misspelt, name])
    try refuse(["show", misspelt, "color", "#ffffff"], status: 1, [misspelt, name])
    try refuse(["mode", name, "1280x721"], status: 1, ["1280x721", "1280x720"])
    try refuse(["mode", name, "nonsense"], status: 2, ["nonsense"])
    try refuse(["rotate", name, "45"], status: 2, ["45", "90"])
    try refuse(["show", name, "pattern", "grit"], status: 2, ["grit", "grid"])
    try refuse(["show", name, "color", "blu"], status: 2, ["blu", "#rrggbb"])
    try refuse(["foreground", "lobbi"], status: 1, ["lobbi", "lobby"])
    try refuse(["nonsense"], status: 2, ["nonsense"])
    try refuse(["sessions", "--app", "lobbi"], status: 1, ["lobbi", "lobby"])
    try refuse(["session", "refresh", "--app", "lobbi"], status: 1, ["lobbi", "lobby"])
    try refuse(["unregister", "lobbi"], status: 1, ["lobbi", "lobby"])
    try refuse(["unregister", "lobby"], status: 1, ["lobby", "configuration file"])
    try refuse(["session", "frame", "x", "-0.1", "0", "1", "1"], status: 2, ["0% to 100%, or 0 to 1"])
    try refuse(["wait", name, "mode=800x600", "--timeout", "0.2s"], status: 5, ["800x600"])

    // Another program may send the values that the tool itself refuses.
    let long = String(repeating: "a", count: 20_000)
    do {
      _ = try daemon.client.call(ShowCall(screen: name, content: .banner(BannerInfo(text: long))))
      throw ScenarioFailure("A banner of \(long.utf8.count) bytes is not refused.")
    } catch ClientError.failed(.textTooLong(let length, let limit)) {
      try expect([length, limit], is: [20_000, 16_384], "the lengths")
    }
    try expect(bench.photograph(1).uniformColor, is: RGB(0x20, 0x40, 0x60), "the picture after all that")
    try expect(daemon.explain(1).modesets, is: 1, "modesets")
    try expect(daemon.explain(1).settings.contains { $0.origin == .runtime } == false, "nothing was kept")
  }
  static let refusedWithoutWaiting = Scenario(
    "an impossible change is refused also if its caller does not wait",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let rule = "screens:\n  - match: { model: Console }\n    use: console\n"
    let daemon = try bench.start(.showing("color: \"#204060\"", screens: rule))
    try bench.plug(1, TestDisplay(800, 600, model: "Console"))
    try daemon.wait(1, .connected)
    for waiting in [[], ["--no-wait"]] {
      let arguments = ["show", bench.connector(1), "color", "#ffffff"] + waiting
      let result = try bench.run("marqueectl", arguments, within: 30)
      try expect(result.status, is: 1, "the status of \(arguments): \(result.output)")
      let reason = "no app shows anything on \(bench.connector(1))"
      try expect(result.output.contains(reason), "it says why: \(result.output)")
    }
  }
}
