internal import ControlClient
internal import ControlProtocol
internal import VirtualMachine

extension Scenario {
  static let playsAreProved = Scenario(
    "a minute of a playlist in no time: the proof of play has each item's flips, by the time of day that was set",
    gate: [.simulated]
  ) { bench in
    let items = "[{ color: \"#c02020\", name: red }, { color: \"#20a040\", name: green }]"
    let daemon = try bench.start(.showing("playlist: { duration: 10s, items: \(items) }"))
    func tell(_ words: String...) throws -> String {
      let result = try bench.run("marqueectl", words, within: 30)
      try expect(result.status, is: 0, "marqueectl \(words.joined(separator: " ")): \(result.output)")
      return result.output
    }
    try bench.plug(1, TestDisplay(640, 480))
    try daemon.wait(1, .presented)
    _ = try tell("simulate", "clock", "off")
    _ = try tell("simulate", "time", "2026-11-21T11:59:55Z")
    _ = try tell("simulate", "advance", "68s")
    let table = try tell("plays", "--csv", "--since", "2026-11-21T12:00:00Z", "--until", "2026-11-21T12:00:49Z")
    let lines = table.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    try expect(lines.map { String($0[2]) }, is: ["red", "green", "red", "green", "red"], "the items: \(table)")
    try expect(lines.allSatisfy { $0[11] == "completed" }, is: true, "they were played to their ends: \(table)")
    // Each flip is the first one at the item's second or after it.
    try expect(
      lines.map { String($0[4].prefix(19)) }, is: (0..<5).map { "2026-11-21T12:00:\($0 == 0 ? "00" : "\($0)0")" },
      "their first flips: \(table)")
    // What the cable's end has ended says so, and not that something else came.
    _ = try tell("simulate", "clock", "on")
    try bench.unplug(1)
    try daemon.wait(1, .disconnected)
    let last = try bench.poll(within: 10) {
      try daemon.client.call(PlaysCall(screen: bench.connector(1))).plays.last { $0.ending != "completed" }
    }
    try expect(last?.ending, is: "unplugged", "how the last item ended")
    let unknown = try bench.run("marqueectl", ["simulate", "time", "noon"], within: 30)
    try expect(unknown.status, is: 2, "a time that is none: \(unknown.output)")
  }
}
