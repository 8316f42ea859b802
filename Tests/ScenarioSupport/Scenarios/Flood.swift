internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import VirtualMachine

extension Scenario {
  static let flood = Scenario(
    "a flood of requests and a client that stops reading do not delay a moving picture and take no memory",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    // In the machine the relay connects. On a build's host only root can be another user.
    let observer: UInt32? = !bench.kind.isReal && geteuid() == 0 ? 65534 : nil
    let access = "access:\n  observe: { users: [\"65534\"] }\n"
    let daemon = try bench.start(.showing("pattern: moving-bar", screens: access))
    try bench.plug(1, TestDisplay(800, 600))
    try daemon.wait(1, .presented)
    let process = try daemon.status().processID
    func flood(_ call: String, count: Int) throws -> Int {
      try RawConnection(bench, user: observer).flood(call, count: count)
    }
    if observer != nil {
      let connection = try RawConnection(bench, user: observer)
      connection.call("{\"method\":\"org.marquee.Display.Reload\"}")
      let answer = String(decoding: connection.receive() ?? [], as: UTF8.self)
      try expect(answer.contains("AccessDenied"), "an observer may do no more than look: \(answer)")
    }
    let call = "{\"method\":\"org.marquee.Display.Screens\"}"
    // Memory that a flood needs once is allocated before the measurement.
    try expect(flood(call, count: 2000), is: 2000, "answers")
    let stalled = try daemon.startReadingNothing()

    let before = try bench.figures(of: process)
    let counters = try daemon.status().counters
    // The duration of more calls is a figure of the bench.
    let count = 20_000
    try expect(flood(call, count: count), is: count, "answers to a flood")
    let after = try daemon.status().counters
    try expect(after.requests - counters.requests >= UInt64(count), "the requests are counted")
    let missed = after.missed - counters.missed
    let flips = after.flips - counters.flips
    // If requests were served first, most refreshes would be missed. A busy host causes some misses by itself, and their number is a
    // figure of the bench.
    try expect(bench.kind.isReal ? missed <= 2 + flips / 50 : flips > 0, "\(missed) refreshes of \(flips) were missed")
    let growth = try bench.figures(of: process).privateKibibytes - before.privateKibibytes
    try expect(growth < 1024, "memory has grown by \(growth) KiB")
    _ = stalled
  }

  static let stalledReader = Scenario(
    "a reader of events that stops reading is dropped, and takes no memory",
    gate: [.simulated]
  ) { bench in
    let apps = ["lobby", "menu"].map { name in
      "  \(name): { scenes: { externalDisplayNonInteractive: [ { name: main, content: { color: \"#204060\" } } ] } }\n"
    }
    let daemon = try bench.start(DaemonSetup("apps:\n" + apps.joined()))
    try bench.plug(1, TestDisplay(640, 480))
    try daemon.wait(1, .presented)
    let process = try daemon.status().processID
    func change(_ round: Int) throws {
      _ = try daemon.client.call(SetForegroundCall(app: round % 2 == 0 ? "menu" : "lobby", noWait: true))
    }
    for round in 0..<100 { try change(round) }
    let stalled = try RawConnection(bench)
    stalled.call("{\"method\":\"org.marquee.Display.Events\",\"more\":true}")
    let events = try daemon.events()
    let before = try bench.figures(of: process)
    var rounds = 0
    while try daemon.status().counters.droppedReaders == 0 {
      rounds += 1
      try expect(rounds < 10_000, "the reader was never dropped")
      try change(rounds)
      try events.drain(0)
    }
    let growth = try bench.figures(of: process).privateKibibytes - before.privateKibibytes
    try expect(growth < 1024, "memory has grown by \(growth) KiB in \(rounds) rounds")
    try events.drain()
    let sequences = events.events.map(\.sequence)
    try expect(zip(sequences, sequences.dropFirst()).allSatisfy { $0 + 1 == $1 }, "the other reader gets every event")
  }
}
