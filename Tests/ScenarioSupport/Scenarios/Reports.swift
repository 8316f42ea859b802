internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import TestKit
internal import VirtualMachine

extension Scenario {
  /// Texts that must not be in a report.
  private static let secrets = ["secret-text", "secret-file", "secret-show", "secret-pin", "secret-user"]

  private static let reported = """
    screens:
      - match: { model: "Choosy" }
        modes: [1280x720@60, 1024x768@60]
    apps:
      lobby:
        foreground: true
        scenes:
          externalDisplayNonInteractive:
            - name: welcome
              content: { banner: { text: "secret-text" } }
      safe:
        private: true
        scenes:
          externalDisplayNonInteractive:
            - content: { image: { file: "/nowhere/secret-file.png" } }
    access:
      observe: { users: [secret-user] }

    """

  /// Runs a daemon with some faults, and returns its report.
  private static func report(of bench: any Bench) throws -> String {
    let daemon = try bench.start(DaemonSetup(reported))
    let events = try daemon.events()
    try bench.plug(1, TestDisplay(1280, 720, model: "First"))
    try daemon.wait(1, .presented)
    try bench.refuseModesets(2, of: "1280x720")
    try bench.plug(2, TestDisplay(1280, 720, model: "Choosy"))
    try daemon.wait(2, .mode("1024x768@60"), within: bench.kind.isReal ? 40 : 10)
    try bench.clearFaults()
    _ = try daemon.client.call(RotateCall(screen: bench.connector(1), rotation: "180"))
    try daemon.show(1, .banner(BannerInfo(text: "secret-show")))
    let session = try unwrap(daemon.screen(1)?.scene, "no session")
    _ = try daemon.client.call(SetUserInfoCall(session: session, userInfo: ["pin": .string("secret-pin")]))

    try bench.unplug(1)
    try events.wait("the end of the scene") { $0.event == .sceneDidDisconnect }
    let late = TestDisplay(1024, 768, model: "Late")
    try bench.plug(1, late, withoutEDIDListing: .guessed, revealedSilentlyAfter: nil)
    try daemon.wait(1, .presented)
    try bench.revealEDID(1)
    try daemon.wait(1, .mode(late.modeName))
    if bench.kind == .simulated { try plugSamples(daemon, bench) }

    let written = try bench.run("marqueectl", ["report", "-"], within: 60)
    try expect(written.status, is: 0, "the status of a report: \(written.output.suffix(400))")
    return written.output
  }

  /// Plugs in displays as they are sold, and unplugs one of them.
  private static func plugSamples(_ daemon: DaemonHandle, _ bench: any Bench) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../EDIDTests/Samples")
    for (display, sample) in [(3, "tv-sony-1"), (4, "monitor-dell-uhd-1")] {
      let bytes = try Data(contentsOf: folder.appending(path: "\(sample).bin"))
      var call = SimulateCall(.plug, screen: bench.connector(display))
      call.edid = bytes.base64EncodedString()
      _ = try daemon.client.call(call)
      try daemon.wait(display, .presented)
    }
    _ = try daemon.client.call(PowerCall(screen: bench.connector(4), on: false))
    _ = try daemon.client.call(SimulateCall(.unplug, screen: bench.connector(4)))
    try daemon.wait(4, .disconnected)
  }

  static let reportDecidesTheSame = Scenario(
    "a report holds nothing that is shown; the program decides the same from it on simulated displays, and finds a decision that was "
      + "changed",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let text = try report(of: bench)
    for secret in secrets { try expect(!text.contains(secret), "the report tells \(secret)") }
    for told in ["Choosy", "\"uevents\"", "\"errno\"", "\"marqueeReport\"", "\"edid\""] {
      try expect(text.contains(told), "the report does not tell \(told)")
    }
    _ = try bench.end(by: "TERM", within: 30)

    let path = try bench.write(text, name: "report.json")
    let same = try bench.run("marqueed", ["--replay", path], within: 120)
    try expect(same.status, is: 0, "the status of a replay: \(same.output)")
    try expect(same.output.contains("The replay decides the same."), "what the replay says: \(same.output)")

    let older = try bench.run("marqueed", ["--replay", bench.write(asBefore(text), name: "older.json")], within: 120)
    try expect(older.status, is: 0, "the status of a replay of a report of before: \(older.output)")

    let name = "\"name\": \"1024x768@60\""
    let parts = text.components(separatedBy: name)
    try expect(parts.count > 1, "the report names the mode")
    let changed = parts.joined(separator: "\"name\": \"800x600@60\"")
    let other = try bench.run(
      "marqueed", ["--replay", bench.write(changed, name: "changed.json")], within: 120)
    try expect(other.status, is: 1, "the status of a replay that decides otherwise: \(other.output)")
    for part in [bench.connector(2), "800x600@60", "1024x768@60"] {
      try expect(other.output.contains(part), "the replay names \(part): \(other.output)")
    }
  }

  /// The report of an earlier daemon that recorded less.
  private static func asBefore(_ text: String) throws -> String {
    let whole = try JSONSerialization.jsonObject(with: Data(text.utf8))
    var report = try unwrap(whole as? [String: Any], "no report")
    var status = try unwrap(report["status"] as? [String: Any], "no status")
    for field in ["frames", "clockRight"] {
      try expect(status.removeValue(forKey: field) != nil, "the status tells \(field)")
    }
    var counters = try unwrap(status["counters"] as? [String: Any], "no counters")
    try expect(counters.removeValue(forKey: "readerDeaths") != nil, "the counters tell of readers")
    status["counters"] = counters
    report["status"] = status
    let decisions = try unwrap(report["decisions"] as? [[String: Any]], "no decisions")
    report["decisions"] = decisions.map { $0.filter { !["content", "notes"].contains($0.key) } }
    return String(decoding: try JSONSerialization.data(withJSONObject: report), as: UTF8.self)
  }

  static let brokenReports = Scenario(
    "a report that is cut off, damaged, invented or of another version is refused with a clear message, or replayed to its end",
    gate: [.simulated]
  ) { bench in
    let whole = Array(try report(of: bench).utf8)
    _ = try bench.end(by: "TERM", within: 30)
    func play(_ bytes: [UInt8], _ what: String) throws -> CommandResult {
      let result = try bench.run("marqueed", ["--replay", bench.write(bytes, name: "broken.json")], within: 60)
      try expect([0, 1, 65].contains(result.status), "\(what) ends with \(result.status): \(result.output)")
      return result
    }
    let text = String(decoding: whole, as: UTF8.self)
    let version = try play(
      Array(text.replacing("\"marqueeReport\": 1,", with: "\"marqueeReport\": 2,").utf8), "another version")
    try expect(version.status, is: 65, "the status of another version")
    try expect(version.output.contains("version 2"), "the message names the version: \(version.output)")
    for part in [0, 1, whole.count / 3, whole.count - 3] {
      let cut = try play(Array(whole.prefix(part)), "a report that was cut off after \(part) bytes")
      try expect(cut.status, is: 65, "the status of a report that was cut off after \(part) bytes: \(cut.output)")
    }
    let missing = try bench.run("marqueed", ["--replay", "/nowhere/report.json"], within: 20)
    try expect(missing.status, is: 66, "the status of a file that is not there: \(missing.output)")

    var random = SeededGenerator(seed: 6)
    for round in 0..<40 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) { damage(&bytes, with: &random) }
      _ = try play(bytes, "damage \(round)")
    }
  }

  /// Changes a digit or a byte, doubles a range, or removes one.
  private static func damage(_ bytes: inout [UInt8], with random: inout SeededGenerator) {
    guard bytes.count > 1000 else { return }
    let start = Int.random(in: 0..<bytes.count - 200, using: &random)
    let end = start + Int.random(in: 1...200, using: &random)
    switch Int.random(in: 0...5, using: &random) {
    case 0: bytes[start] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.removeSubrange(start..<end)
    case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
    default:
      // Another digit leaves the rest valid, which is the best attack for a hostile file.
      let zero = UInt8(ascii: "0")
      guard let place = bytes[start...].firstIndex(where: { $0 > zero && $0 <= zero + 9 }) else { return }
      let digits = ["9", "0", "-1", "18446744073709551615", "4294967295", "1e300"]
      bytes.replaceSubrange(place...place, with: Array((digits.randomElement(using: &random) ?? "9").utf8))
    }
  }
}
