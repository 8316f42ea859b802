internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let watched = Scenario(
    "the watchdog is fed while a scene is still or moves, and not while its frames are stuck",
    gate: [.simulated], long: [.vkms]
  ) { bench in
    let setup = DaemonSetup.showing("color: \"#204060\"").supervised(watchdogMicroseconds: 100_000)
    let daemon = try bench.start(setup)
    func fed() throws -> Int { try bench.log().split(separator: "\n").count { $0.hasSuffix("told WATCHDOG=1") } }
    func expectMore(_ what: String) throws {
      let before = try fed()
      let more = try bench.poll(within: 20) { () throws -> Bool? in try fed() >= before + 5 ? true : nil }
      try expect(more != nil, "the watchdog is not fed \(what)")
    }
    try expectMore("without a display")
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    try expectMore("by a scene that stands")
    try daemon.show(1, .pattern("moving-bar"))
    try expectMore("by a scene that moves")

    // Time stops, or the driver loses an event, so the flip in flight never ends.
    let driver = bench as? any DriverBench
    if let driver { try driver.loseFlips([1]) } else { try daemon.setClock(runs: false) }
    var hungrySeconds = 0.0
    let starves = try bench.poll(within: 20) { () throws -> Bool? in
      let before = try fed()
      bench.letPass(seconds: 0.5)
      hungrySeconds = try fed() == before ? hungrySeconds + 0.5 : 0
      return hungrySeconds >= 3 ? true : nil
    }
    try expect(starves != nil, "the watchdog is still fed although nothing is flipped")
    try expect(daemon.status().processID > 0, "the event loop lives all the same")
    // A kernel waits ten seconds for an event that does not come, and then sets the mode.
    if driver == nil { try daemon.setClock(runs: true) }
    try expectMore("again")
    try expect(bench.end(by: "TERM", within: 10), is: 0, "the exit status")
    // The supervisor writes it down a moment later.
    let said = try bench.poll(within: 5) { () throws -> Bool? in
      try bench.log().contains("told STOPPING=1") ? true : nil
    }
    try expect(said != nil, "it said that it ends")
  }
}
