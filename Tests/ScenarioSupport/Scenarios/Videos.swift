internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import VirtualMachine

extension Scenario {
  static let videoFollowsTheClock = Scenario(
    "each refresh shows the picture of a looping video that the clock asks for, also after blank and without its process",
    gate: [.simulated]
  ) { bench in
    let clip = CodedClip()
    let show = try VideoShow(bench, [clip]) { "video: \($0[0])" }
    try show.check(refreshes: 100)
    let notes = try show.daemon.client.call(ContentAtCall(screen: bench.connector(1))).notes
    let counted = try unwrap(show.daemon.status().videos, "the status counts no pictures")
    try expect(counted.shown >= 50, "\(counted.shown) pictures are shown in 100 refreshes")
    try expect(
      [counted.repeated, counted.leftOut, counted.late], is: [0, 0, 0], "repeated, left out and late pictures")
    try expect(
      notes.contains { $0.contains("\(counted.shown) pictures shown, 0 repeated, 0 left out, 0 late; ") },
      "the counts in \(notes)")
    try expect(notes.contains { $0.hasSuffix("decoded by avdec_h264 (software)") }, "the decoder in \(notes)")
    // Nothing is decoded while the screen is black, and the due picture follows.
    _ = try show.daemon.client.call(BlankCall(screen: bench.connector(1), on: true))
    bench.letPass(seconds: 3)
    _ = try show.daemon.client.call(BlankCall(screen: bench.connector(1), on: false))
    bench.letPass(seconds: 1)
    try show.check(refreshes: 40)
    for _ in 0..<3 {
      try show.killProcesses()
      bench.letPass(seconds: 0.1)
      try show.check(refreshes: 40)
    }
    try expect(show.daemon.explain(1).modesets, is: 1, "modesets")
  }

  static let videoItems = Scenario(
    "videos of a playlist follow each other without a gap, a black picture or a repeated one", gate: [.simulated]
  ) { bench in
    let clips = [CodedClip(), CodedClip(first: 1000, count: 30)]
    let show = try VideoShow(bench, clips) { "playlist: [{ video: \($0[0]) }, { video: \($0[1]) }]" }
    try show.check(refreshes: 300)
    // A slideshow plays the videos of its folder in the order of their names, each in its length.
    let folder = try bench.write(clips[0].make(), name: "clip-0.mp4").dropLast("/clip-0.mp4".count)
    let slideshow = ContentInfo(
      kind: "slideshow", value: .object(["folder": .string(String(folder)), "duration": .string("7s")]))
    try show.daemon.show(1, slideshow)
    bench.letPass(seconds: 2)
    try show.check(refreshes: 150)
  }

  static let videoSlews = Scenario(
    "a video follows a small change of the clock without a jump, and is right again after it", gate: [.simulated]
  ) { bench in
    let clip = CodedClip()
    let show = try VideoShow(bench, [clip]) { "video: \($0[0])" }
    try show.check(refreshes: 20)
    for share in [0.9, 0.1] {
      try show.setToWholeSecond(at: share)
      // Half a millisecond for each of 200 pictures.
      let runs = try show.runs(refreshes: 430)
      for (run, next) in zip(runs, runs.dropFirst()).dropFirst() {
        let due = try (unwrap(run.number, "a picture without a number") + 1) % UInt32(clip.count)
        try expect(next.number, is: due, "the picture after \(due)")
        try expect((1...3).contains(run.refreshes), "\(run) stays too long or too short")
      }
      try show.check(refreshes: 30)
    }
    try expect(show.daemon.explain(1).modesets, is: 1, "modesets")
  }

  static let videosOnTwoBoxes = Scenario(
    "two daemons show the same picture of a video at the same time, apart by no more than their clocks and one picture",
    gate: [.simulated]
  ) { bench in
    let clips = [CodedClip(), CodedClip(first: 15, count: 30)]
    let content = { (files: [String]) in "playlist: [{ video: \(files[0]) }, { video: \(files[1]) }]" }
    let other = try SimulatedBench(clockStands: true)
    let boxes = try [VideoShow(bench, clips, content), VideoShow(other, clips, content)]
    try expect(distance(between: boxes) <= 1, "the pictures of two boxes with equal clocks differ by more than one")
    // The clock of the other box is 100 ms wrong, the length of three pictures.
    try boxes[1].setToWholeSecond(at: 0.9)
    other.letPass(seconds: 8)
    try expect(distance(between: boxes, error: 100_000_000) <= 4, "the pictures differ by more than the clocks and one")
  }

  /// The largest difference of the numbers of pictures that two boxes with a round of 45 pictures show at one time. If both have a refresh at that
  /// time, their pictures are equal.
  private static func distance(between boxes: [VideoShow], error: Int64 = 0) throws -> Int {
    let start = try max(boxes[0].time() + error, boxes[1].time()) + 1_000_000_000
    try boxes[0].wait(until: start - error)
    try boxes[1].wait(until: start)
    let (near, far) = (try boxes[0].numbers(refreshes: 150), try boxes[1].numbers(refreshes: 150))
    var largest = 0
    var (pairs, equal) = (0, 0)
    for (time, number) in near {
      // The clock of the other box is ahead by the error.
      let due = time + error
      guard let last = far.last(where: { $0.time <= due + 2_000 }), due - last.time < 20_000_000 else { continue }
      pairs += 1
      let difference = (Int(number) - Int(last.number) + 45) % 45
      let distance = min(difference, 45 - difference)
      if error == 0, abs(last.time - due) < 2_000 {
        equal += 1
        try expect(distance, is: 0, "the difference of the pictures at one refresh")
      }
      largest = max(largest, distance)
    }
    try expect(pairs > 100, "only \(pairs) refreshes of both boxes can be compared")
    if error == 0 { try expect(equal > 100, "only \(equal) refreshes of both boxes are at one time") }
    print("two boxes: \(pairs) refreshes, \(equal) at one time, apart by \(largest)")
    return largest
  }

  static let videoRounds = Scenario(
    "no refresh of many short rounds and items shows a wrong picture of a video", gate: [.simulated]
  ) { bench in
    let rounds = ProcessInfo.processInfo.environment["MARQUEE_VIDEO_ROUNDS"].flatMap { Int($0) } ?? 30
    let (short, other) = (CodedClip(count: 3), CodedClip(first: 1000, count: 6))
    let show = try VideoShow(bench, [short]) { "video: \($0[0])" }
    // Six refreshes a round.
    try show.check(refreshes: rounds * 6)
    try expect(bench.end(by: "TERM", within: 20), is: 0, "the daemon's status")
    try bench.unplug(1)
    let items = try VideoShow(bench, [short, other]) { "playlist: [{ video: \($0[0]) }, { video: \($0[1]) }]" }
    // 18 refreshes for two items.
    try items.check(refreshes: rounds * 9)
  }

  static let videoFaults = Scenario(
    "a file that is no video is refused with the reason, and the picture before it stays", gate: [.simulated]
  ) { bench in
    let good = try bench.write(CodedClip().make(), name: "good.mp4")
    let text = try bench.write("This is a text.\n", name: "text.mp4")
    let picture = try bench.write(MadeFiles.drawing("#204060"), name: "picture.mp4")
    let cut = try bench.write(Array(CodedClip().make().prefix(2_000)), name: "cut.mp4")
    let daemon = try bench.start(.showing("color: navy"))
    try bench.plug(1, TestDisplay(320, 180))
    try daemon.wait(1, .presented)
    let refusal: ([String: JSONValue]) throws -> String = { try Self.refusal(of: $0, daemon) }
    for (file, part) in [
      (text, "it is no video file"), (picture, "it is a picture, not a video"), (cut, "it"),
      ("/nowhere.mp4", "there is no such file"),
    ] {
      let reason = try refusal(["file": .string(file)])
      try expect(reason.contains(part) && reason.contains(file), "the reason for \(file): \(reason)")
    }
    let late = try refusal(["file": .string(good), "from": .string("9s")])
    try expect(late.contains("it is 0.50 s long"), "the reason for a part that is not there: \(late)")
    let reversed = try refusal(["file": .string(good), "from": .string("300ms"), "to": .string("200ms")])
    try expect(reversed.contains("not after its beginning"), "the reason for a part without a length: \(reversed)")
    let asImage = try Self.refusal(of: ["file": .string(good)], as: "image", daemon)
    try expect(asImage.contains("show it as a video"), "the reason for a video as an image: \(asImage)")
    try expect(bench.photograph(1).uniformColor, is: RGB(0, 0, 0x80), "the picture before")
    try daemon.show(1, ContentInfo(kind: "video", value: .object(["file": .string(good)])))
  }
}

extension Scenario {
  /// The reason why a video is not shown.
  static func refusal(
    of video: [String: JSONValue], as kind: String = "video", _ daemon: DaemonHandle
  ) throws -> String {
    let content = ContentInfo(kind: kind, value: .object(video))
    do {
      _ = try daemon.client.call(ShowCall(screen: daemon.bench.connector(1), content: content))
    } catch {
      return "\(error)"
    }
    throw ScenarioFailure("\(video) is shown")
  }
}

/// A daemon with a stopped clock that shows coded clips one after the other, each in its length.
final class VideoShow {
  let daemon: DaemonHandle
  private let bench: any Bench
  private let clips: [CodedClip]
  /// The time of day at the bench's time zero, in nanoseconds.
  private var midnight: Int64 = 0
  private var last: UInt64 = 0

  /// - Parameter content: the content for the paths of the clips.
  init(_ bench: any Bench, _ clips: [CodedClip], _ content: ([String]) -> String) throws {
    self.bench = bench
    self.clips = clips
    let files = try clips.enumerated().map { try bench.write($1.make(), name: "clip-\($0).mp4") }
    daemon = try bench.start(.showing(content(files)))
    if bench.time != nil { try setTime("2026-12-01T08:00:00+00:00", 1_796_112_000) }
    try bench.plug(1, TestDisplay(320, 180))
    try daemon.wait(1, .presented)
    // The first frame of a screen is the one of its modeset.
    bench.letPass(seconds: 1)
  }

  private func setTime(_ text: String, _ seconds: Int64) throws {
    var call = SimulateCall(.time)
    call.time = text
    _ = try daemon.client.call(call)
    midnight = seconds * 1_000_000_000 - (try now())
  }

  /// Sets the time of day to the nearest whole second when this share of a second has passed.
  func setToWholeSecond(at share: Double) throws {
    let second: Int64 = 1_000_000_000
    let rest = (midnight + (try now())) % second
    bench.letPass(seconds: 1 + share - Double(rest) / Double(second))
    let seconds = (midnight + (try now()) + second / 2) / second
    let past = seconds - 1_796_112_000
    let text = "2026-12-01T08:\(past / 600)\(past / 60 % 10):\(past % 60 / 10)\(past % 10)+00:00"
    try setTime(text, seconds)
  }

  private func now() throws -> Int64 {
    Int64((try unwrap(bench.time, "the bench has no clock of its own").now * 1e9).rounded())
  }

  /// Compares the pictures of consecutive refreshes with those that the clock asks for.
  func check(refreshes: Int) throws {
    last = try screenshot().sequence
    for _ in 0..<refreshes {
      let shot = try screenshot()
      try expect(shot.sequence, is: last + 1, "the number of the frame")
      last = shot.sequence
      let time = midnight + (try now())
      // The bench knows the time to a few nanoseconds.
      let due = [number(at: time - 2_000), number(at: time + 2_000)]
      let found = try number(in: shot)
      try expect(
        found.map(due.contains) ?? false,
        "at \(time) the picture is \(found.map(String.init) ?? "none"), and \(due) is due")
    }
  }

  /// The number of the due picture.
  private func number(at time: Int64) -> UInt32 {
    var rest = time % clips.reduce(0) { $0 + $1.length }
    for clip in clips {
      if rest < clip.length { return clip.number(at: rest) }
      rest -= clip.length
    }
    return 0
  }

  /// The time of day in nanoseconds.
  func time() throws -> Int64 { midnight + (try now()) }

  func wait(until time: Int64) throws { bench.letPass(seconds: max(0, Double(time - (try self.time())) / 1e9)) }

  /// The numbers of the pictures at consecutive refreshes, each with the time of day in nanoseconds.
  func numbers(refreshes: Int) throws -> [(time: Int64, number: UInt32)] {
    try (0..<refreshes).map { _ in
      let number = try unwrap(number(in: screenshot()), "a picture without a number")
      return (midnight + (try now()), number)
    }
  }

  private func screenshot() throws -> ScreenshotReply {
    try daemon.client.call(ScreenshotCall(screen: bench.connector(1)))
  }

  private func number(in shot: ScreenshotReply) throws -> UInt32? {
    if case .whole(let number) = try reading(of: shot, tolerance: 255).number { number } else { nil }
  }

  private func reading(of shot: ScreenshotReply, tolerance: Int) throws -> FrameReading {
    let picture = try PNGReader.picture(unwrap(Base64.decode(shot.png), "the screenshot is no base64"))
    return FrameReading(of: PixelSize(width: picture.width, height: picture.height), tolerance: tolerance) { x, y in
      let pixel = picture[x, y]
      return Color(red: pixel.red, green: pixel.green, blue: pixel.blue)
    }
  }

  /// Shows a clip once, also after a blank, and checks that its last picture stays.
  func checkOnce(_ clip: CodedClip) throws {
    let file = try bench.write(clip.make(), name: "once.webm")
    let value: [String: JSONValue] = ["file": .string(file), "loop": .bool(false), "fit": .string("stretch")]
    try daemon.show(1, ContentInfo(kind: "video", value: .object(value)))
    bench.letPass(seconds: Double(clip.length) / 1e9 + 1.5)
    for isBlanked in [false, true] {
      if isBlanked {
        _ = try daemon.client.call(BlankCall(screen: bench.connector(1), on: true))
        bench.letPass(seconds: 1)
        _ = try daemon.client.call(BlankCall(screen: bench.connector(1), on: false))
        bench.letPass(seconds: 2)
      }
      try expect(number(in: screenshot()), is: UInt32(clip.count - 1), "the last picture, blanked: \(isBlanked)")
    }
  }

  /// Shows another clip, which loops.
  func show(_ clip: CodedClip, name: String, cutTo share: Double = 1) throws {
    let bytes = try clip.make()
    let file = try bench.write(Array(bytes.prefix(Int(Double(bytes.count) * share))), name: name)
    try daemon.show(1, ContentInfo(kind: "video", value: .object(["file": .string(file)])))
    bench.letPass(seconds: 0.2)
  }

  /// The numbers of the pictures on the screen, each with the number of consecutive refreshes that show it. A picture without a number is nil.
  func runs(refreshes: Int) throws -> [(number: UInt32?, refreshes: Int)] {
    var runs: [(number: UInt32?, refreshes: Int)] = []
    for _ in 0..<refreshes {
      let number = try number(in: screenshot())
      if let last = runs.last, last.number == number {
        runs[runs.count - 1].refreshes += 1
      } else {
        runs.append((number, 1))
      }
    }
    return runs
  }

  /// The patches of the next picture whose colour differs by more than the tolerance.
  func wrongPatches(tolerance: Int) throws -> [FrameReading.WrongPatch] {
    try reading(of: screenshot(), tolerance: tolerance).wrongPatches
  }

  /// Kills the processes of the clips.
  func killProcesses() throws {
    let process = try daemon.status().processID
    let list = try ChildProcess.shell("cat /proc/\(process)/task/*/children")
    var killed = 0
    for child in list.split(whereSeparator: \.isWhitespace).compactMap({ Int($0) }) {
      guard (try? ChildProcess.shell("cat /proc/\(child)/comm"))?.hasPrefix("marquee-video") == true else { continue }
      try bench.kill(child)
      killed += 1
    }
    try expect(killed > 0, "no process plays a video")
  }
}
