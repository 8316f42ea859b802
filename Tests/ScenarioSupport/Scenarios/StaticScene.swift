internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let staticScene = Scenario(
    "a scene that does not change wakes no thread of the daemon",
    gate: [.simulated, .virtio, .legacy, .vkms, .bochs]
  ) { bench in
    let daemon = try bench.start(.showing("banner: { text: \"Still\", background: \"#102030\" }"))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let process = try daemon.status().processID
    let isIdle = try bench.poll(within: 60, every: 500) { try daemon.status().rasterizer.processID == nil ? true : nil }
    try expect(isIdle != nil, "a process for texts ends when it was idle for 4 s")
    // The kernel keeps the vblank timer for 5 s after the last flip. The proof of play is synced 10 s after its last line.
    bench.letPass(seconds: 11)
    let before = try bench.figures(of: process)
    bench.letPass(seconds: bench.kind.isReal ? 20 : 5)
    let after = try bench.figures(of: process)
    try expect(after.voluntarySwitches - before.voluntarySwitches, is: 0, "voluntary context switches")
    try expect(after.processorTicks - before.processorTicks, is: 0, "ticks of processors")
    try expect(after.threads, is: before.threads, "threads")
  }
}
