internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let otherDisplaysTrouble = Scenario(
    "a moving picture is not held up while another display is plugged, changed and pulled and everything is slow",
    gate: [.simulated, .virtio], long: [.legacy]
  ) { bench in
    let daemon = try bench.start(.showing("color: \"#204060\""))
    try bench.plug(1, TestDisplay(640, 480))
    try daemon.wait(1, .presented)
    try daemon.show(1, .pattern("moving-bar"))
    let small = TestDisplay(640, 480, model: "Other")
    let large = TestDisplay(1024, 768, model: "Other")
    try bench.plug(2, small)
    try daemon.wait(2, .presented)
    try bench.unplug(2)
    try daemon.wait(2, .disconnected)

    try bench.slowDown(probes: 3, modesets: 1.5)
    let before = try daemon.status().counters
    let started = bench.now
    let gaps = try bench.flipGaps {
      try bench.plug(2, small)
      try daemon.wait(2, .mode(small.modeName), within: 60)
      try bench.plug(2, large)
      try daemon.wait(2, .mode("1024x768@60"), within: 60)
      try bench.unplug(2)
      try daemon.wait(2, .disconnected, within: 60)
    }
    let seconds = bench.now - started
    let after = try daemon.status().counters
    try bench.clearFaults()

    try expect(seconds >= 3, "probes were slow: all took \(seconds) s")
    try expect(daemon.explain(1).modesets, is: 1, "modesets on display 1")
    try expect(Double(after.flips - before.flips) > seconds * 20, "\(after.flips - before.flips) flips in \(seconds) s")
    if let gaps {
      // Waiting for a modeset takes 1.5 s, and for a probe 3 s. The bench measures how even the picture is with modesets of 300 ms.
      let largest = gaps.max() ?? 2
      try expect(largest < 0.2, "nothing was waited for; the largest gap is \(largest * 1000) ms")
    } else {
      try expect(after.missed - before.missed, is: 0, "missed refreshes")
    }
  }
}
