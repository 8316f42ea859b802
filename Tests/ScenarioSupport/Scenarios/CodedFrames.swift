internal import ControlClient
internal import ControlProtocol
internal import TestKit
internal import VirtualMachine

extension Scenario {
  static let codedFrames = Scenario(
    "each refresh of a coded pattern is a frame of its own, and verify finds a flip that was lost",
    gate: [.simulated]
  ) { try checkCodedFrames(on: $0) }

  private static func checkCodedFrames(on bench: any Bench) throws {
    let daemon = try bench.start(.showing("pattern: coded"))
    try bench.plug(1, TestDisplay(800, 600))
    try daemon.wait(1, .presented)
    // The screenshot of a moving picture has its next frame, so one after the other has every frame.
    let good = try photographs(90, of: daemon, named: "good")
    let passed = try bench.run("marqueectl", ["verify"] + good + ["--without", "late"], within: 60)
    try expect(passed.status, is: 0, "the status of a series without a fault: \(passed.output)")
    try expect(passed.output.hasPrefix("90 frames, numbers "), "the number of frames: \(passed.output)")

    let before = try photographs(20, of: daemon, named: "before")
    var fault = SimulateCall(.fault, screen: bench.connector(1))
    (fault.fault, fault.count) = (.loseFlips, 1)
    _ = try daemon.client.call(fault)
    let after = try photographs(20, of: daemon, named: "after")
    let found = try bench.run("marqueectl", ["verify"] + before + after + ["--without", "late", "--json"], within: 60)
    try expect(found.status, is: 1, "the status of a series with a lost flip: \(found.output)")
    try expect(found.output.contains("after-0.png"), "the place of the fault: \(found.output)")
    // All five checks are demanded, and PNG files have no times.
    let unchecked = try bench.run("marqueectl", ["verify"] + good, within: 60)
    try expect(unchecked.status, is: 6, "the status of a check that could not be made: \(unchecked.output)")
  }

  static let codedClips = Scenario(
    "verify reads the pictures of a video file, and finds those that are missing, repeated or late",
    gate: [.simulated]
  ) { bench in
    func verify(_ numbers: [UInt32], _ name: String, _ arguments: [String] = []) throws -> CommandResult {
      let clip = CodedClip(count: numbers.count, numbers: numbers)
      return try bench.run("marqueectl", ["verify", try bench.write(clip.make(), name: name)] + arguments, within: 60)
    }
    let good = try verify(Array(5..<35), "good.mp4")
    try expect(good.status, is: 0, "the status of a good video: \(good.output)")
    try expect(
      good.output.hasPrefix("30 frames, numbers 5 to 34: 0 dropped, 0 repeated, 0 late"), "its output: \(good.output)")
    let slow = try verify(Array(5..<35), "slow.mp4", ["--rate", "60"])
    try expect(slow.output.contains(" 29 late"), "the late pictures of 30 a second at 60 refreshes: \(slow.output)")
    let few = try verify(Array(5..<35), "few.mp4", ["--frames", "10"])
    try expect(few.output.hasPrefix("10 frames, numbers 5 to 14: "), "the output of ten pictures: \(few.output)")
    // The picture 9 is missing, and 12 comes twice.
    let wrong = try verify([5, 6, 7, 8, 10, 11, 12, 12, 13, 14], "wrong.mp4")
    try expect(wrong.status, is: 1, "the status of a wrong video: \(wrong.output)")
    try expect(
      wrong.output.contains("10 frames, numbers 5 to 14: 1 dropped, 1 repeated, 0 late"), "its output: \(wrong.output)")
    let text = try bench.write("This is a text.\n", name: "text.mp4")
    let refused = try bench.run("marqueectl", ["verify", text], within: 60)
    try expect(refused.status, is: 6, "the status of a text")
    try expect(refused.output.contains("text.mp4 could not be decoded: it is no video file"), "\(refused.output)")
    // In a folder of its own it finds no program that decodes.
    let folder = text.dropLast("/text.mp4".count)
    let tool = try BuiltPrograms.path(of: "marqueectl")
    let alone = try ChildProcess.shell(
      "cp '\(tool)' '\(folder)'; '\(folder)/marqueectl' verify '\(text)' 2>&1; echo $?")
    let advice = "there is no \(folder)/marquee-video. Install the package marquee-video."
    try expect(alone.contains(advice) && alone.contains("\n6"), "without the program: \(alone)")
  }

  /// Saves screenshots of consecutive frames, and returns their files.
  private static func photographs(_ count: Int, of daemon: DaemonHandle, named name: String) throws -> [String] {
    try (0..<count).map { index in
      let reply = try screenshot(of: daemon)
      let bytes = try unwrap(Base64.decode(reply.png), "the screenshot is no base64")
      return try daemon.bench.write(bytes, name: "\(name)-\(index).png")
    }
  }

  /// The next frame. A flip that is lost answers with a failure.
  private static func screenshot(of daemon: DaemonHandle) throws -> ScreenshotReply {
    let call = ScreenshotCall(screen: daemon.bench.connector(1))
    let found = try daemon.bench.poll(within: 20) { () throws -> ScreenshotReply? in
      do throws(ClientError) { return try daemon.client.call(call) } catch .failed { return nil }
    }
    return try unwrap(found, "no screenshot")
  }
}
