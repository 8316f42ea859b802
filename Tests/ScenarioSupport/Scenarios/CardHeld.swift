internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let cardHeld = Scenario(
    "a card that another program holds is an error by hand, and a service waits for it",
    gate: [.virtio]
  ) { bench in
    let card = try unwrap(bench as? any CardBench, "This bench has no card.")
    try bench.plug(1, .plain(800, 600))
    try card.holdCard(lighting: 1)

    // If an option names a card or its driver, simulated displays do not replace it.
    for named in try [["--device", card.cardPath()], ["--driver", "virtio_gpu"]] {
      let byHand = try bench.run("marqueed", named + ["--state", "/tmp/by-hand"], within: 20)
      try expect(byHand.status, is: 75, "the status: \(byHand.output)")
      for part in try [card.cardPath(), "modetest", "--wait"] {
        try expect(byHand.output.contains(part), "the message names \(part): \(byHand.output)")
      }
    }

    var service = DaemonSetup.showing("color: \"#204060\"")
    service.arguments = ["--wait"]
    let daemon = try bench.start(service)
    let warnings = try bench.poll(within: 10) { () throws -> [String]? in
      let warnings = try daemon.status().warnings
      return warnings.isEmpty ? nil : warnings
    }
    let names = warnings?.contains { $0.contains("waiting") && $0.contains("modetest") } ?? false
    try expect(names, "it says for whom it waits: \(warnings ?? [])")
    try expect(daemon.screen(1) == nil, "it has no screen meanwhile")
    try card.letGoOfCard()
    try daemon.wait(1, .presented, within: 20)
    try daemon.photograph(1, "its colour") { $0.uniformColor == RGB(0x20, 0x40, 0x60) }
    try expect(daemon.status().warnings, is: [], "warnings once it has the card")
  }

  static let cardNotPermitted = Scenario(
    "a user without access to the card gets its path and its group",
    long: [.virtio]
  ) { bench in
    let card = try unwrap(bench as? any CardBench, "This bench has no card.")
    let path = try card.cardPath()
    let result = try card.runWithoutRights(
      "marqueed", ["--backend", "kms", "--device", path, "--state", "state"], within: 20)
    try expect(result.status, is: 77, "the status: \(result.output)")
    for part in [path, "permission", "video"] {
      try expect(result.output.contains(part), "the message names \(part): \(result.output)")
    }
  }

  static let cardReturns = Scenario(
    "the screens of a removed card end, and the picture returns with the card",
    gate: [.virtio]
  ) { bench in
    let card = try unwrap(bench as? any CardBench, "This bench has no card.")
    let daemon = try bench.start(.showing("color: \"#204060\""))
    try bench.plug(1, .plain(800, 600))
    try daemon.wait(1, .presented)
    let process = try daemon.status().processID
    try card.removeCard()
    try daemon.wait(1, .disconnected)
    try expect(daemon.status().devices.count, is: 0, "cards")
    try card.returnCard()
    try daemon.wait(1, .presented, within: 20)
    try daemon.photograph(1, "its colour") { $0.uniformColor == RGB(0x20, 0x40, 0x60) }
    try expect(daemon.status().processID, is: process, "the daemon's process")
  }

  static let keptCardIsClosed = Scenario(
    "a kept card whose number has gone is closed, and so can be opened again",
    gate: [.virtio]
  ) { bench in
    let card = try unwrap(bench as? any CardBench, "This bench has no card.")
    try bench.plug(1, .plain(800, 600))
    var setup = DaemonSetup.showing("color: \"#204060\"").supervised()
    setup.storedDescriptors = ["card-card63": try card.cardPath()]
    let daemon = try bench.start(setup)
    try daemon.wait(1, .presented, within: 20)
    try daemon.photograph(1, "its colour") { $0.uniformColor == RGB(0x20, 0x40, 0x60) }
    try expect(bench.log().contains("FDNAME=card-card63"), "the manager is told: \(bench.log())")
  }
}
