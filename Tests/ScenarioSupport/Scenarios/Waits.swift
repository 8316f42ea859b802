internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let waits = Scenario(
    "a wait for each condition answers with the current frame",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let daemon = try bench.start(.showing("pattern: moving-bar"))
    try daemon.wait(1, .disconnected)
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .connected)
    try daemon.wait(1, .mode("1280x720"))
    let scene = try unwrap(daemon.wait(1, .presented).scene, "no scene")
    for name in [scene, "main", "lobby"] { try daemon.wait(1, .scene(name)) }

    // Frames without a request count as well.
    let first = try unwrap(daemon.wait(1, .sequence(1)).presented.first, "no frame")
    let later = try unwrap(daemon.wait(1, .sequence(first.sequence + 30)).presented.first, "no frame")
    try expect(later.sequence >= first.sequence + 30, "the sequence: \(later)")
    try expect(later.monotonicNanoseconds > first.monotonicNanoseconds, "its time: \(later)")

    // The earlier content returns by itself, so that frame has no request.
    let blue = try unwrap(daemon.show(1, .color("#204060")).presented.first?.frame, "no frame")
    _ = try daemon.client.call(
      ShowCall(screen: bench.connector(1), content: .color("#602040"), forSeconds: 0.5))
    let back = try unwrap(daemon.wait(1, .frame(blue)).presented.first, "no frame")
    try expect(back.frame, is: blue, "the frame")
    try daemon.photograph(1, "the earlier colour") { $0.uniformColor == RGB(0x20, 0x40, 0x60) }

    do {
      try daemon.wait(1, .frame("0"), within: 0.3)
      throw ScenarioFailure("A frame that never comes was waited for with success.")
    } catch let failure as ScenarioFailure {
      try expect(
        failure.description.contains("within 0.3 seconds: the newest frame is \(blue)"), "its message: \(failure)")
    }
  }

  static let stillWaits = Scenario(
    "a wait for a stable picture or the colour of a pixel looks at the frames, and makes none",
    gate: [.simulated], long: [.virtio, .vkms]
  ) { try checkStillWaits(on: $0) }

  private static func checkStillWaits(on bench: any Bench) throws {
    let daemon = try bench.start(.showing("pattern: moving-bar"))
    try bench.plug(1, TestDisplay(800, 600))
    try daemon.wait(1, .presented)
    func stable(_ seconds: Double, within limit: Double) throws -> WaitReply {
      try daemon.client.call(
        WaitCall(screen: bench.connector(1), condition: .stable, timeoutSeconds: limit, forSeconds: seconds))
    }
    try expectTimeout("a moving picture is stable", seen: "frames came until") { _ = try stable(0.2, within: 2) }

    // The wait begins while the bar moves, and ends the given time after the first frame of the new picture.
    let shown = try daemon.show(1, .color("#204060")).presented
    let before = try daemon.status()
    let reply = try stable(3, within: 30)
    let after = try daemon.status()
    try expect(reply.presented.first?.frame, is: shown.first?.frame, "the frame that stands")
    let seconds = after.uptimeSeconds - before.uptimeSeconds
    try expect(seconds >= 3 && seconds < 4, "the wait took \(seconds) s")
    // A new observer gets the current frame once.
    let frames = after.counters.flips - before.counters.flips
    try expect(frames <= 1, "\(frames) frames of a still picture")

    func pixel(_ color: String, tolerance: Int? = nil, x: Int = 799, within limit: Double = 2) throws {
      let condition = WaitCondition.pixel(x: x, y: 599, color: color)
      _ = try daemon.client.call(
        WaitCall(screen: bench.connector(1), condition: condition, timeoutSeconds: limit, tolerance: tolerance))
    }
    try pixel("#204060")
    try pixel("#224060", tolerance: 2)
    try expectTimeout("a colour outside the tolerance is there", seen: "the pixel is #204060") {
      try pixel("#234060", tolerance: 2)
    }
    try expectTimeout("a pixel outside the screen has a colour", seen: "no such pixel") { try pixel("#204060", x: 800) }
    // The earlier content returns by itself, and the wait sees its frame.
    _ = try daemon.client.call(ShowCall(screen: bench.connector(1), content: .color("#602040"), forSeconds: 1))
    try pixel("#602040")
    try pixel("#204060", within: 10)
  }

  private static func expectTimeout(_ what: String, seen words: String, _ call: () throws -> Void) throws {
    do throws(any Error) {
      try call()
    } catch let error as ClientError {
      guard case .failed(.timedOut(_, _, _, let seen)) = error else { throw error }
      return try expect(seen?.contains(words) == true, "the sight at the end is \(seen ?? "unknown")")
    }
    throw ScenarioFailure(what)
  }
}
