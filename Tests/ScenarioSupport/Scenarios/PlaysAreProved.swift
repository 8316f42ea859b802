internal import ControlClient
internal import ControlProtocol
internal import Foundation
internal import VirtualMachine

extension Scenario {
  static let playsAreProved = Scenario(
    "the proof of play has the flips of each item of a playlist, by the simulated time of day",
    gate: [.simulated]
  ) { bench in
    let items = "[{ color: \"#c02020\", name: red }, { color: \"#20a040\", name: green }]"
    let daemon = try bench.start(.showing("playlist: { duration: 10s, items: \(items) }"))
    func marqueectl(_ words: String...) throws -> String {
      let result = try bench.run("marqueectl", words, within: 30)
      try expect(result.status, is: 0, "marqueectl \(words.joined(separator: " ")): \(result.output)")
      return result.output
    }
    try bench.plug(1, TestDisplay(640, 480))
    try daemon.wait(1, .presented)
    _ = try marqueectl("simulate", "clock", "off")
    _ = try marqueectl("simulate", "time", "2026-11-21T11:59:55Z")
    _ = try marqueectl("simulate", "advance", "68s")
    let table = try marqueectl("plays", "--csv", "--since", "2026-11-21T12:00:00Z", "--until", "2026-11-21T12:00:49Z")
    let lines = table.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    try expect(lines.map { String($0[3]) }, is: ["red", "green", "red", "green", "red"], "the items: \(table)")
    try expect(lines.allSatisfy { $0[12] == "completed" }, is: true, "they were played to their ends: \(table)")
    // Each flip is the first one at the item's second or after it.
    try expect(
      lines.map { String($0[5].prefix(19)) }, is: (0..<5).map { "2026-11-21T12:00:\($0 == 0 ? "00" : "\($0)0")" },
      "their first flips: \(table)")
    // A play that ends with the unplug has that reason, and not the next item.
    _ = try marqueectl("simulate", "clock", "on")
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

extension Scenario {
  static let manyPlays = Scenario(
    "a request for the proof of play of 92 full days delays no other client, and takes no memory",
    gate: [.simulated]
  ) { bench in
    let file = try bench.write("", name: "plays.txt")
    let state = String(file.dropLast("/plays.txt".count)) + "/plays"
    // A play each five seconds: 2 MB a day.
    let end = "2026-11-20"
    let line = "\"%s,,S,%d,c,%sT%sZ,%sT%sZ,%sT%sZ,5,5,5,300,completed,,,right\\n\""
    _ = try ChildProcess.shell(
      """
      mkdir -p \(state)/plays
      for back in $(seq 0 91); do
        day=$(date -u -d "\(end) $back days ago" +%F)
        awk -v day=$day 'BEGIN { for (n = 0; n < 17280; n++) {
          s = 5 * n; time = sprintf("%02d:%02d:%02d", s / 3600, s / 60 % 60, s % 60)
          screen = n % 60 ? "HDMI-A-1" : "DP-1"
          printf \(line), screen, n, day, time, day, time, day, time } }' > \(state)/plays/$day.csv
      done
      """)
    var setup = DaemonSetup.showing("color: \"#204060\"")
    setup.arguments = ["--state", state]
    let daemon = try bench.start(setup)
    try bench.plug(1, TestDisplay(640, 480))
    try daemon.wait(1, .presented)
    let process = try daemon.status().processID
    let before = try bench.figures(of: process).privateKibibytes
    // No play is of this screen, so each line of each day is read.
    let question =
      "{\"method\":\"org.marquee.Display.Plays\",\"parameters\":{\"screen\":\"DP-9\",\"until\":\"\(end)\"}}"
    // A stopped clock would wait for it.
    let answer = try bench.inRealTime {
      let asking = try RawConnection(bench)
      asking.call(question)
      let screens = try daemon.client.call(ScreensCall()).screens
      try expect(screens.count, is: 1, "screens, which another client asks for meanwhile")
      try expect(!asking.hasAnswer, "the plays are still being read when another client has its answer")
      return String(decoding: asking.receive() ?? [], as: UTF8.self)
    }
    try expect(answer.contains("\"plays\":[]") && answer.contains("\"isCut\":false"), "no plays: \(answer)")
    let newest = try daemon.client.call(PlaysCall(until: end))
    try expect(newest.plays.count, is: 10_000, "plays of an answer")
    try expect(newest.isCut, is: true, "there are more")
    try expect(newest.plays.last?.item ?? "", is: "17279", "the last play of the last day")
    // All plays of a screen: they come from all files and exceed one answer.
    let pieces = try PlayPieces(bench, "\"screen\":\"DP-1\",\"until\":\"\(end)\"")
    try bench.inRealTime { try pieces.receiveAll() }
    try expect(pieces.plays, is: 92 * 288, "plays in all pieces")
    try expect(pieces.answers > pieces.plays / 256, "a piece has 256 plays at most: \(pieces.answers) answers")
    try expect(pieces.largest < 256 << 10, "the largest answer has \(pieces.largest) bytes")

    // A client that reads nothing gets one piece, and the daemon reads no further file.
    let slow = try PlayPieces(bench, "\"until\":\"\(end)\"")
    try bench.inRealTime {
      try slow.receiveOne()
      try slow.receiveOne()
      // A later call is answered later, so a piece that was due is read by then.
      let readBefore = try bytesRead(by: process)
      for _ in 0..<20 { _ = try daemon.client.call(PlaysCall(since: "2027-01-01")) }
      let bytes = try bytesRead(by: process) - readBefore
      try expect(bytes < 256 << 10, "\(bytes) bytes are read for a client that reads nothing")
      try expect(try hasThread(process), "the thread waits for the client")
    }
    // The daemon notices the end of the connection.
    slow.close()
    try expect(
      bench.poll(within: 20) { try hasThread(process) ? nil : true } == true, "the thread does not end with the client")
    let growth = try bench.figures(of: process).privateKibibytes - before
    try expect(growth < 4096, "memory has grown by \(growth) KiB")
  }

  private static func bytesRead(by process: Int) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/io", encoding: .utf8)
    let line = try unwrap(text.split(separator: "\n").first { $0.hasPrefix("rchar: ") }, "rchar of \(process)")
    return try unwrap(Int(line.dropFirst(7)), "\(line)")
  }

  private static func hasThread(_ process: Int) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task").contains {
      (try? String(contentsOfFile: "/proc/\(process)/task/\($0)/comm", encoding: .utf8)) == "marquee-plays\n"
    }
  }
}

/// The answers to a call of `Plays` with `more`.
private final class PlayPieces {
  private struct Answer: Decodable {
    struct Parameters: Decodable {
      struct Play: Decodable {}
      var plays: [Play]
    }
    var parameters: Parameters
    var continues: Bool?
  }

  private var connection: RawConnection?
  private var bytes: [UInt8] = []
  private var isOver = false
  private(set) var answers = 0
  private(set) var plays = 0
  private(set) var largest = 0

  init(_ bench: any Bench, _ parameters: String) throws {
    let connection = try RawConnection(bench)
    connection.call("{\"method\":\"org.marquee.Display.Plays\",\"parameters\":{\(parameters)},\"more\":true}")
    self.connection = connection
  }

  func receiveAll() throws { while !isOver { try receiveOne() } }

  /// Waits for the next answer.
  func receiveOne() throws {
    while true {
      if let end = bytes.firstIndex(of: 0) {
        let answer = try JSONDecoder().decode(Answer.self, from: Data(bytes[..<end]))
        bytes.removeFirst(end + 1)
        answers += 1
        plays += answer.parameters.plays.count
        largest = max(largest, end)
        isOver = answer.continues != true
        return
      }
      let more = try unwrap(connection?.receive(), "There is no answer.")
      guard !more.isEmpty else { throw ScenarioFailure("The connection is closed without an answer.") }
      bytes += more
    }
  }

  func close() { connection = nil }
}
