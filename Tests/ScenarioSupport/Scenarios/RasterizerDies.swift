internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let rasterizerDies = Scenario(
    "a rasteriser that is killed leaves the picture, and comes back for the next text",
    on: [.simulated, .virtio, .vkms, .bochs]
  ) { bench in
    let daemon = try bench.start(.showing("banner: { text: \"One\", background: \"#102030\" }"))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let one = try daemon.photograph(1, "the banner") { $0.histogram[.white, default: 0] > 1000 }
    // A text makes it run, in case it was idle and had ended.
    try daemon.show(1, .banner(BannerInfo(text: "Two", background: "#102030")))
    let two = try bench.photograph(1)
    try expect(two.fingerprint != one.fingerprint, "another text is another picture")

    let worker = try unwrap(daemon.status().rasterizer.processID, "the rasteriser does not run after a text")
    try bench.kill(worker)
    try expect(bench.photograph(1).fingerprint, is: two.fingerprint, "the picture without a rasteriser")

    let reply = try daemon.show(1, .banner(BannerInfo(text: "One", background: "#102030")))
    try expect(reply.presented?.ending, is: .presented, "the next text: \(reply.note ?? "")")
    try expect(bench.photograph(1).fingerprint, is: one.fingerprint, "the same text is the same picture")
    let status = try daemon.status().rasterizer
    try expect(status.processID != worker, "the rasteriser is another process")
    try expect(daemon.explain(1).modesets, is: 1, "modesets")
  }
}
