internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let badStart = Scenario(
    "wrong options, a missing card, a file that is no card, and a used socket each have a message and an exit status",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    func refuse(_ arguments: [String], status: Int, _ parts: [String]) throws {
      let result = try bench.run("marqueed", arguments, within: 20)
      try expect(result.status, is: status, "the status of \(arguments): \(result.output)")
      for part in parts {
        try expect(result.output.contains(part), "the message names \(part): \(result.output)")
      }
    }
    try refuse(["--backend", "nonsense"], status: 64, ["nonsense", "simulated"])
    try refuse(["--nonsense"], status: 64, ["nonsense"])
    let state = try bench.write("", name: "a-file")
    try refuse(["--backend", "simulated", "--state", state], status: 71, [state, "--state"])
    // Each daemon gets its own state directory, so that a shared one cannot be the cause of its end.
    let place = state + ".d"
    try refuse(
      ["--backend", "kms", "--device", "/dev/dri/card99", "--state", place], status: 69,
      ["/dev/dri/card99", "simulated"])
    try refuse(["--device", "/dev/dri/card99", "--state", place], status: 69, ["/dev/dri/card99"])
    try refuse(["--driver", "nope", "--state", place], status: 69, ["driver nope", "seat0"])
    try refuse(["--backend", "kms", "--device", "/dev/null", "--state", place], status: 69, ["/dev/null"])

    let daemon = try bench.start(DaemonSetup())
    try refuse(["--backend", "simulated", "--state", place], status: 73, ["MARQUEE_SOCKET"])
    try expect(daemon.status().processID > 0, "the daemon that had the socket still answers")

    // The socket of a killed daemon is stale. The next daemon replaces it.
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    _ = try bench.start(DaemonSetup())
  }
}
