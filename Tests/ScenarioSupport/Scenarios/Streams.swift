internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import TestKit
internal import VirtualMachine

extension Scenario {
  static let streams = Scenario(
    "a stream is shown, also in another codec after a cut, and its fallback or last picture meanwhile",
    gate: [.simulated]
  ) { bench in
    let servers = try StreamServers()
    let daemon = try bench.start(
      .showing("stream: { url: \"rtsp://127.0.0.1:\(servers.rtsp)/live\", allowLoopback: true }"))
    try bench.plug(1, TestDisplay(320, 180))
    try daemon.wait(1, .presented)
    try expectPixel(bench, 160, red, "the stream")
    try expectNote(daemon, "127.0.0.1:\(servers.rtsp)/live: live, decoded by avdec_h264")
    // The last picture stays during a cut.
    try servers.ask("cut")
    try expectNote(daemon, "no picture: its server")
    try expectPixel(bench, 160, red, "the last picture")
    // The stream comes back in another shape and codec.
    try servers.ask("media vp8 160 120 ff0000ff")
    try servers.ask("go")
    try expectPixel(bench, 160, blue, "the stream in another codec")
    try expectPixel(bench, 10, black, "the space beside the picture")
    try expect(daemon.explain(1).modesets, is: 1, "modesets")
    // A picture that was shown before black is not shown after it.
    _ = try daemon.client.call(BlankCall(screen: bench.connector(1), on: true))
    try expectPixel(bench, 160, black, "black")
    try servers.ask("media vp8 160 120 ffffff00")
    nap(seconds: 4)
    _ = try daemon.client.call(BlankCall(screen: bench.connector(1), on: false))
    let colors = try pixels(bench, 160, until: RGB(255, 255, 0))
    try expect(colors, is: [black, RGB(255, 255, 0)], "the pictures after black")
    // The fallback is not visible beside a picture.
    let fallback = try bench.write(MadeFiles.drawing("#ff00ff"), name: "fallback.svg")
    try daemon.show(1, stream("rtsp://127.0.0.1:\(servers.rtsp)/live", fallback: fallback))
    try expectPixel(bench, 160, RGB(255, 255, 0), "the stream with a fallback")
    try expectPixel(bench, 10, black, "the space beside the picture")
    try servers.ask("hls")
    // With a fallback the last picture does not stay.
    try daemon.show(1, stream("http://127.0.0.1:\(servers.http)/live.m3u8", fallback: fallback))
    try expectPixel(bench, 160, RGB(0, 255, 0), "the stream by HLS")
    try servers.ask("cut")
    try expectPixel(bench, 160, RGB(255, 0, 255), "the fallback")
    try servers.ask("go")
    try expectPixel(bench, 160, RGB(0, 255, 0), "the stream after the fallback")
    try daemon.show(1, .color("#000000"))
    try expect(
      bench.poll(within: 10) { try players(of: daemon).isEmpty ? true : nil } == true, "a process of a stream is left")
  }

  static let streamsInTheDark = Scenario(
    "a stream is neither received nor tried while the screen is black, and begins when it is lit", gate: [.simulated]
  ) { bench in
    let servers = try StreamServers()
    let daemon = try bench.start(.showing("color: navy"))
    try bench.plug(1, TestDisplay(320, 180))
    try daemon.wait(1, .presented)
    let url = "rtsp://127.0.0.1:\(servers.rtsp)/live"
    func blank(_ isOn: Bool) throws {
      _ = try daemon.client.call(BlankCall(screen: bench.connector(1), on: isOn))
    }
    func expectNoProcess(_ what: String) throws {
      try expect(bench.poll(within: 30) { try players(of: daemon).isEmpty ? true : nil } == true, what)
    }
    /// Nothing connects to the server for these seconds.
    func expectSilence(_ seconds: Double, _ what: String) throws {
      try servers.ask("count")
      nap(seconds: seconds)
      try expect(servers.ask("count"), is: "0", what)
    }
    try blank(true)
    // The content is tried once, because it may be wrong.
    try daemon.show(1, stream(url))
    try expectNoProcess("a process after the trial on the black screen")
    try expectSilence(3, "connections on the black screen")
    try blank(false)
    try expectPixel(bench, 160, red, "the stream")
    // A process that ends on the black screen is not started again.
    try blank(true)
    for process in try players(of: daemon) { try bench.kill(process) }
    try expectNoProcess("a process on the black screen")
    try expectSilence(3, "connections after the end of the process")
    try expectNote(daemon, "not received while no screen shows it")
    try blank(false)
    try expectPixel(bench, 160, red, "the stream after black")
  }

  private static func stream(_ url: String, fallback: String? = nil) -> ContentInfo {
    var fields: [String: JSONValue] = ["url": .string(url), "allowLoopback": .bool(true)]
    if let fallback { fields["fallback"] = .string(fallback) }
    return ContentInfo(kind: "stream", value: .object(fields))
  }

  /// The different colours of a place, until the last one of them comes.
  private static func pixels(_ bench: any Bench, _ x: Int, until last: RGB) throws -> [RGB] {
    let known = [red, blue, black, RGB(255, 255, 0)]
    var found: [RGB] = []
    _ = try bench.poll(within: 60, every: 20) {
      let picture = try bench.photograph(1)
      let pixel = picture[x, picture.height / 2]
      let color = known.first { isNear(pixel, $0) } ?? pixel
      if found.last != color { found.append(color) }
      return color == last ? true : nil
    }
    return found
  }

  private static func isNear(_ pixel: RGB, _ wanted: RGB) -> Bool {
    zip([pixel.red, pixel.green, pixel.blue], [wanted.red, wanted.green, wanted.blue]).allSatisfy {
      abs(Int($0) - Int($1)) < 24
    }
  }

  static let streamSecrets = Scenario(
    "the password of a stream is in no log, reply or report for people", gate: [.simulated]
  ) { bench in
    let secret = "S3cretWord"
    let servers = try StreamServers()
    let other = "http://viewer:\(secret)@127.0.0.1:\(servers.http)/none.m3u8?token=\(secret)"
    let daemon = try bench.start(
      DaemonSetup(
        """
        access: { remote: { users: ["65534"] } }
        content: { playlist: [{ stream: { url: "\(other)", allowLoopback: true }, duration: 5s }, { color: navy, duration: 5s }] }

        """))
    try bench.plug(1, TestDisplay(320, 180))
    try daemon.wait(1, .presented)
    try expectNote(daemon, "127.0.0.1:\(servers.http)/none.m3u8?…: no picture: ")
    let misplaced = try Self.refusal(of: ["file": .string(other)], as: "video", daemon)
    try expect(misplaced.contains("the address of a stream"), "an address as a file: \(misplaced)")
    let refused = try Self.refusal(of: ["url": .string("ftp://viewer:\(secret)@camera/")], as: "stream", daemon)
    var texts = ["the log": "", "a refusal": refused, "an address as a file": misplaced]
    for words in [
      ["explain", bench.connector(1)], ["content", bench.connector(1)], ["screens"], ["sessions"], ["status"], ["apps"],
      ["report", "-"], ["plays"], ["audit"],
    ] {
      for more in [[], ["--json"]] where words[0] != "report" || more.isEmpty {
        texts[(words + more).joined(separator: " ")] = try bench.run("marqueectl", words + more, within: 60).output
      }
    }
    func asked(_ method: String, _ parameters: String) throws -> String {
      let connection = try RawConnection(bench, user: 65534)
      connection.call(#"{"method":"org.marquee.Display.\#(method)","parameters":\#(parameters)}"#)
      return String(decoding: connection.receive() ?? [], as: UTF8.self)
    }
    // A user who may only change contents gets no password, and does not remove it by a change.
    let screen = bench.connector(1)
    let got = try asked("GetContent", #"{"screen":"\#(screen)"}"#)
    try expect(got.contains("none.m3u8"), "the content without a password: \(got)")
    texts["GetContent"] = got
    let content = try unwrap(
      got.range(of: #""content":"#).flatMap { start in
        got.range(of: #","isChosen""#).map { String(got[start.upperBound..<$0.lowerBound]) }
      }, "a reply without content: \(got)")
    texts["Show"] = try asked("Show", #"{"screen":"\#(screen)","content":\#(content)}"#)
    let kept = try daemon.client.call(GetContentCall(screen: screen)).content
    let whole = String(decoding: try JSONEncoder().encode(kept), as: UTF8.self)
    try expect(whole.contains(secret), "the password after the change: \(whole)")
    let session = try unwrap(daemon.screen(1)?.scene, "no session")
    texts["GetSession"] = try asked("GetSession", #"{"session":"\#(session)"}"#)
    // The version of a content is made without passwords, so that it does not help to guess them.
    let place = "127.0.0.1:\(servers.http)/none.m3u8"
    let versions = try ["viewer:\(secret)@\(place)", "viewer:other@\(place)", "\(place)2"].map {
      try version(of: "http://\($0)", daemon)
    }
    try expect(versions[0], is: versions[1], "the version of a content with another password")
    try expect(versions[0] != versions[2], "the version of another content: \(versions)")
    let note = try daemon.show(1, stream("http://viewer:\(secret)@\(place)")).note ?? ""
    try expect(note.contains("/none.m3u8: no picture: "), "the note of a call: \(note)")
    texts["a note"] = note
    texts["the log"] = try bench.log()
    for (what, text) in texts { try expect(!text.contains(secret), "\(what) has the password: \(text)") }
    try expect(texts["the log"]?.contains("none.m3u8?…: ") == true, "the log names the stream")
  }

  /// Shows a stream, and returns the version of the content.
  private static func version(of address: String, _ daemon: DaemonHandle) throws -> String {
    try daemon.show(1, stream(address))
    return try daemon.client.call(GetContentCall(screen: daemon.bench.connector(1))).version
  }

  static let streamCuts = Scenario(
    "a stream comes back after 30 cuts and stalls of 0.1 to 60 s, and its last picture stays meanwhile",
    long: [.simulated]
  ) { bench in
    let servers = try StreamServers()
    let daemon = try bench.start(
      .showing("stream: { url: \"rtsp://127.0.0.1:\(servers.rtsp)/live\", allowLoopback: true }"))
    try bench.plug(1, TestDisplay(320, 180))
    try daemon.wait(1, .presented)
    try expectPixel(bench, 160, red, "the stream")
    var random = SeededGenerator(seed: TestSeed.offset)
    var first: ProcessFigures?
    for cut in 0..<30 {
      // As many short cuts as long ones.
      let seconds = 0.1 * pow(600, Double.random(in: 0...1, using: &random))
      let (former, next) = cut % 2 == 0 ? (red, blue) : (blue, red)
      try servers.ask(cut % 3 == 2 ? "stall" : "cut")
      let end = Deadline(after: seconds)
      while !end.hasPassed {
        try expectPixel(bench, 160, former, "the last picture")
        nap(seconds: min(0.5, end.secondsLeft))
      }
      try servers.ask("media h264 320 180 \(cut % 2 == 0 ? "ff0000ff" : "ffff0000")")
      // The server keeps its media while a connection has it.
      try servers.ask("cut")
      try servers.ask("go")
      try expectPixel(bench, 160, next, "the stream after a cut of \(seconds) s")
      let figures = try bench.figures(of: daemon.status().processID)
      if cut == 4 { first = figures }
      guard let first else { continue }
      try expect(figures.descriptors <= first.descriptors + 4, "\(figures.descriptors) descriptors after \(cut) cuts")
      try expect(
        figures.privateKibibytes <= first.privateKibibytes * 110 / 100 + 512,
        "\(figures.privateKibibytes) KiB after \(cut) cuts")
    }
    try expect(daemon.explain(1).modesets, is: 1, "modesets")
  }

  /// The minutes for which streams play while their memory is measured: `MARQUEE_STREAM_MINUTES=65` is an hour after the first five.
  public static let streamMinutes =
    ProcessInfo.processInfo.environment["MARQUEE_STREAM_MINUTES"].flatMap { Int($0) } ?? 10

  static let streamMemory = Scenario(
    "the memory of streams does not grow by more than 2 % after five minutes", long: [.simulated]
  ) { bench in
    let servers = try StreamServers()
    try servers.ask("hls")
    let urls = ["rtsp://127.0.0.1:\(servers.rtsp)/live", "http://127.0.0.1:\(servers.http)/live.m3u8"]
    let streams = urls.enumerated().map {
      "{ stream: { url: \"\($1)\", allowLoopback: true }, x: \($0 * 50)%, width: 50% }"
    }
    let daemon = try bench.start(.showing("layout: [\(streams.joined(separator: ", "))]"))
    try bench.plug(1, TestDisplay(640, 180))
    try daemon.wait(1, .presented)
    let started = try bench.poll(within: 60) { () throws -> [Int]? in
      let notes = try daemon.client.call(ContentAtCall(screen: bench.connector(1))).notes
      return notes.filter { $0.contains(": live") }.count == 2 ? try players(of: daemon) : nil
    }
    let processes = try unwrap(started, "both streams play")
    try expect(processes.count, is: 2, "the number of processes that play streams")
    nap(seconds: 300)
    let all = try [daemon.status().processID] + processes
    let first = try all.map { try bench.figures(of: $0).privateKibibytes }
    for minute in 6...max(6, streamMinutes) {
      nap(seconds: 60)
      try expect(players(of: daemon), is: processes, "the processes of the streams after \(minute) min")
      let now = try all.map { try bench.figures(of: $0).privateKibibytes }
      if minute % 5 == 0 { print("daemon and players: \(first) KiB after 5 min, \(now) KiB after \(minute) min") }
      for (first, now) in zip(first, now) {
        try expect(now <= first * 102 / 100 + 64, "\(first) KiB after 5 min, \(now) KiB after \(minute) min")
      }
    }
    try expect(bench.end(by: "TERM", within: 20), is: 0, "the daemon's status")
  }

  private static let red = RGB(255, 0, 0)
  private static let blue = RGB(0, 0, 255)
  private static let black = RGB(0, 0, 0)

  /// Waits for a colour at a place of the middle row.
  private static func expectPixel(_ bench: any Bench, _ x: Int, _ wanted: RGB, _ what: String) throws {
    var last: RGB?
    let found: Bool? = try bench.poll(within: 60, every: 50) {
      let picture = try bench.photograph(1)
      let pixel = picture[x, picture.height / 2]
      last = pixel
      return isNear(pixel, wanted) ? true : nil
    }
    try expect(found == true, "\(what): \(last.map { "\($0)" } ?? "no picture") instead of \(wanted)")
  }

  private static func expectNote(_ daemon: DaemonHandle, _ part: String) throws {
    var notes: [String] = []
    let found: Bool? = try daemon.bench.poll(within: 60, every: 50) {
      notes = try daemon.client.call(ContentAtCall(screen: daemon.bench.connector(1))).notes
      return notes.contains { $0.contains(part) } ? true : nil
    }
    try expect(found == true, "no note has \"\(part)\": \(notes)")
  }

  /// The numbers of the processes that play streams.
  private static func players(of daemon: DaemonHandle) throws -> [Int] {
    let process = try daemon.status().processID
    // A thread of the daemon may end meanwhile.
    let list = try ChildProcess.shell("cat /proc/\(process)/task/*/children 2> /dev/null; true")
    return list.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.filter {
      (try? ChildProcess.shell("cat /proc/\($0)/cmdline 2> /dev/null; true"))?.contains("--stream") == true
    }
  }
}
