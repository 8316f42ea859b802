internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let videoFrames = Scenario(
    "a video of 60 pictures a second shows a new one at each refresh of a driver", gate: [.vkms], long: [.virtio]
  ) { bench in
    let clip = CodedClip(count: 30, rate: 60, encoder: "vp8enc deadline=1 keyframe-max-dist=30 ! webmmux")
    let show = try VideoShow(bench, [clip]) { "video: \($0[0])" }
    bench.letPass(seconds: 3)
    let gaps = try unwrap(bench.flipGaps { bench.letPass(seconds: 4) }, "the bench does not see the frames")
    let mode = try unwrap(show.daemon.screen(1)?.currentMode, "the screen has no mode")
    // The kernel stops for a moment when its tracer starts and ends.
    let counted = gaps.dropFirst(20).dropLast(20)
    let refresh = 1000 / Double(mode.refreshMillihertz)
    let missed = counted.reduce(0) { $0 + max(0, Int(($1 / refresh).rounded()) - 1) }
    try expect(counted.count > 190, "\(gaps.count) frames in 4 s")
    try expect(missed <= 1, "\(missed) refreshes without a new picture: \(counted.filter { $0 > refresh * 1.5 })")
    try show.checkOnce(clip)
    print("video: \(counted.count) frames, \(missed) missed")
  }
}
