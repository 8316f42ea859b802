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
    let first = try unwrap(daemon.wait(1, .sequence(1)).presented, "no frame")
    let later = try unwrap(daemon.wait(1, .sequence(first.sequence + 30)).presented, "no frame")
    try expect(later.sequence >= first.sequence + 30, "the sequence: \(later)")
    try expect(later.monotonicNanoseconds > first.monotonicNanoseconds, "its time: \(later)")

    // The earlier content returns by itself, so that frame has no request.
    let blue = try unwrap(daemon.show(1, .color("#204060")).presented.first?.frame, "no frame")
    _ = try daemon.client.call(
      ShowCall(screen: bench.connector(1), content: .color("#602040"), forSeconds: 0.5))
    let back = try unwrap(daemon.wait(1, .frame(blue)).presented, "no frame")
    try expect(back.frame, is: blue, "the frame")
    try daemon.photograph(1, "the earlier colour") { $0.uniformColor == RGB(0x20, 0x40, 0x60) }

    do {
      try daemon.wait(1, .frame("0"), within: 0.3)
      throw ScenarioFailure("A frame that never comes was waited for with success.")
    } catch let failure as ScenarioFailure {
      try expect(failure.description.contains("within 0.3 seconds"), "what it says: \(failure)")
    }
  }
}
