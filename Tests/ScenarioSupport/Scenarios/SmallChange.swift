internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let smallChange = Scenario(
    "a change of some digits sends some digits to the device, not the whole picture",
    gate: [.virtio], long: [.legacy]
  ) { bench in
    let daemon = try bench.start(.showing("pattern: frame-counter"))
    try bench.plug(1, TestDisplay(640, 480))
    try daemon.wait(1, .presented)
    bench.letPass(seconds: 2)
    let before = try daemon.status().counters
    let bytes = try unwrap(try bench.bytesSent { bench.letPass(seconds: 3) }, "the bench counts no bytes")
    let frames = try daemon.status().counters.flips - before.flips
    try expect(frames > 100, "\(frames) frames in 3 s")
    // A digit has 68 by 110 pixels, which are 30 KB. The whole picture has 1.2 MB.
    let each = bytes / Int(frames)
    try expect((4_000...100_000).contains(each), "\(each) bytes a frame")
  }
}
