import ControlClient
import ControlProtocol
import Foundation
import TestKit
import VirtualMachine

/// How evenly the moving bar moves on a driver with a vblank, by the kernel's own trace events, alone and beside load, in turn.
///
/// The control is the kernel itself: a vblank that it skipped, because the guest did not run, could have been used by no program.
struct Pacing {
  private static let frameCount = 3600
  private static let clients = 10
  private static let rate = 100
  private static let picture = "/tmp/figures/large.jpeg"

  let machine: VirtualMachine

  /// The number of rounds comes from the environment, such as `ROUNDS=1`.
  func measure() throws -> [Figure] {
    let rounds = ProcessInfo.processInfo.environment["ROUNDS"].flatMap(Int.init) ?? 5
    try machine.write(Self.largePicture(), to: Self.picture)
    defer { try? machine.unplugVKMS() }
    return try Compositor.onVKMS("moving-bar.yaml").run(on: machine) { _ in
      try machine.plugVKMS()
      // The first seconds have the modeset in them, and the first measurements of how long drawing takes.
      Thread.sleep(forTimeInterval: 4)
      var (alone, beside): ([VBlankCount], [VBlankCount]) = ([], [])
      var load = (answers: 0, pictures: 0)
      for round in 1...max(1, rounds) {
        try alone.append(count { Thread.sleep(forTimeInterval: $0) })
        try beside.append(count { try bear(&load, seconds: $0) })
        printProgress(
          "round \(round): \(alone.last?.byProgram ?? -1) missed, beside load \(beside.last?.byProgram ?? -1)")
      }
      let perRound = "\(load.pictures / beside.count) pictures and \(load.answers / beside.count) answers a round"
      return [
        figure("missed vblanks of \(Self.frameCount)", alone, "moving bar"),
        figure(
          "the same beside load", beside,
          """
          beside a JPEG of 4000x3000 that is read and drawn each second, and \(Self.clients) clients that ask for `Screens` \(Self.rate) \
          times a second (\(perRound)); moving bar
          """),
      ]
    }
  }

  private func count(_ wait: (Double) throws -> Void) throws -> VBlankCount {
    try machine.startProbing([], events: VBlankCount.events)
    try wait(Double(Self.frameCount) / 60 + 1)
    try machine.wait(
      for: "[ $(grep -c vblank_event_delivered /sys/kernel/tracing/trace) -gt \(Self.frameCount) ]",
      within: .seconds(30))
    let count = VBlankCount(try machine.stopProbing(), limit: Self.frameCount + 1)
    guard count.flips.count == Self.frameCount + 1 else {
      throw FigureError("There are only \(count.flips.count) flips of the moving bar. Is 1920x1080 lit?")
    }
    return count
  }

  /// Loads the daemon for a time.
  private func bear(_ load: inout (answers: Int, pictures: Int), seconds: Double) throws {
    let end = Date(timeIntervalSinceNow: seconds)
    let asked = Int(seconds) * Self.rate
    let flooders = try (0..<Self.clients).map { _ in
      try machine.start("env MARQUEE_SOCKET=/run/marquee/marquee.sock /marquee/build/flooder \(asked) 0 \(Self.rate)")
    }
    let client = try Compositor.connect(machine)
    let screen = try client.call(ScreensCall()).screens.first?.name ?? ""
    let call = ContentAtCall(
      screen: screen, content: ContentInfo(kind: "image", value: .string(Self.picture)), longestSide: 1024)
    while Date() < end {
      let next = Date(timeIntervalSinceNow: 1)
      // A changed file is read again.
      try machine.check("touch \(Self.picture)")
      let reply = try client.call(call, timeoutSeconds: 60)
      guard reply.png != nil else { throw FigureError("The large picture is not drawn: \(reply.troubles)") }
      load.pictures += 1
      Thread.sleep(until: min(next, end))
    }
    for flooder in flooders {
      let deadline = Date(timeIntervalSinceNow: 60)
      while try flooder.isRunning(), Date() < deadline { Thread.sleep(forTimeInterval: 0.5) }
      let words = try flooder.output().split(whereSeparator: \.isWhitespace)
      guard let answers = words.first.flatMap({ Int($0) }) else {
        try? flooder.stop()
        throw FigureError("A client does not end: \(words)")
      }
      load.answers += answers
    }
  }

  private func figure(_ name: String, _ counts: [VBlankCount], _ how: String) -> Figure {
    let missed = counts.map { Double($0.byProgram) }
    let intervals = counts.flatMap(\.intervals)
    let passedOver = counts.reduce(0) { $0 + $1.passedOver }
    return Figure(
      name: name,
      values: [
        "medianMissed": missed.median, "maximumMissed": missed.max() ?? 0, "rounds": Double(counts.count),
        "passedOverByKernel": Double(passedOver), "meanMilliseconds": intervals.mean,
        "p99Milliseconds": intervals.percentile(0.99), "maximumMilliseconds": intervals.max() ?? 0,
      ],
      text: """
        median \(missed.median.text()) (\(counts.map { String($0.byProgram) }.joined(separator: ", "))); \(passedOver) more for \
        which the guest was not run; interval mean \(intervals.mean.text(2)) ms, p99 \(intervals.percentile(0.99).text(2)) ms
        """,
      demand: "0", isMet: missed.median == 0,
      how:
        "\(how), vkms, 1920x1080@60; missing numbers among the kernel's drm_vblank_event_delivered, in \(counts.count) rounds in turn"
    )
  }

  private static func largePicture() throws -> [UInt8] {
    let folder = try TemporaryFolder("pacing")
    let path = "\(folder.path)/large.jpeg"
    let script = """
      gst-launch-1.0 -q videotestsrc num-buffers=1 pattern=zone-plate kx2=8 ky2=8 ! \
      video/x-raw,format=I420,width=4000,height=3000 ! jpegenc ! filesink location=\(path)
      """
    let result = try StartedProgram.run(["/bin/bash", "-c", "{ \(script); } 2>&1"])
    guard result.status == 0 else { throw FigureError("\(script) ends with status \(result.status): \(result.output)") }
    return try Array(Data(contentsOf: URL(filePath: path)))
  }
}
