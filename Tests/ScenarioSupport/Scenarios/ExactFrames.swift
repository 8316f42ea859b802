internal import ControlClient
internal import ControlProtocol
internal import VirtualMachine

extension Scenario {
  /// Only a machine whose clock counts instructions can prove it.
  static let exactFrames = Scenario(
    "each frame of a moving picture comes one refresh after the one before, to a fifth of a millisecond",
    gate: [.virtio, .vkms], long: [.legacy, .bochs]
  ) { bench in
    let daemon = try bench.start(.showing("pattern: moving-bar"))
    try bench.plug(1, TestDisplay(800, 600))
    try daemon.wait(1, .presented)
    let mode = try unwrap(daemon.screen(1)?.currentMode, "the screen has no mode")
    // The first second contains the modeset and the first measurements of the drawing time.
    bench.letPass(seconds: 2)
    let gaps = try unwrap(bench.flipGaps { bench.letPass(seconds: 5) }, "the bench does not see the frames")
    // The kernel stops for a moment when its tracer starts and ends.
    let counted = gaps.dropFirst(20).dropLast(20)
    let milliseconds = counted.map { ($0 * 10_000).rounded() / 10 }
    try expect(counted.count > 240, "\(gaps.count) frames in 5 s")
    let refresh = 1_000_000 / Double(mode.refreshMillihertz)
    let wrong = milliseconds.filter { abs($0 - refresh) > 0.2 }
    try expect(wrong.isEmpty, "gaps that are no refresh of \(refresh) ms: \(wrong)")
    print("frames: \(milliseconds.prefix(240))")
  }
}
