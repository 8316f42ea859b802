internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let rasterizerDies = Scenario(
    "a killed rasteriser leaves the picture, and is started again for the next text",
    gate: [.simulated, .virtio], long: [.vkms, .bochs]
  ) { bench in
    let daemon = try bench.start(.showing("banner: { text: \"One\", background: \"#102030\" }"))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let one = try daemon.photograph(1, "the banner") { $0.histogram[.white, default: 0] > 1000 }
    // A text starts it, if it was idle and had ended.
    try daemon.show(1, .banner(BannerInfo(text: "Two", background: "#102030")))
    let two = try bench.photograph(1)
    try expect(two.fingerprint != one.fingerprint, "another text is another picture")

    let worker = try unwrap(daemon.status().rasterizer.processID, "the rasteriser does not run after a text")
    try bench.kill(worker)
    try expect(bench.photograph(1).fingerprint, is: two.fingerprint, "the picture without a rasteriser")

    let reply = try daemon.show(1, .banner(BannerInfo(text: "One", background: "#102030")))
    try expect(reply.presented.first?.ending, is: .presented, "the next text: \(reply.note ?? "")")
    try expect(bench.photograph(1).fingerprint, is: one.fingerprint, "the same text is the same picture")
    let status = try daemon.status().rasterizer
    try expect(status.processID != worker, "the rasteriser is another process")
    try expect(daemon.explain(1).modesets, is: 1, "modesets")
  }

  static let rasterizerIsAhead = Scenario(
    "the rasteriser starts with the daemon if a scene has a text, and otherwise with the first text",
    gate: [.simulated]
  ) { bench in
    let text = "banner: { text: Later }"
    var daemon = try bench.start(
      .showing("playlist: { items: [{ color: red, duration: 5s }, { \(text), duration: 5s }] }"))
    try expect(daemon.status().rasterizer.processID != nil, "a text of a playlist starts the rasteriser")
    _ = try bench.end(by: "TERM", within: 20)

    daemon = try bench.start(.showing("color: red"))
    try bench.plug(1, TestDisplay(640, 360))
    try daemon.wait(1, .presented)
    try expect(daemon.status().rasterizer.processID, is: nil, "the rasteriser beside a colour")
    try daemon.show(1, .banner(BannerInfo(text: "Chosen")))
    try bench.unplug(1)
    _ = try bench.end(by: "TERM", within: 20)

    daemon = try bench.start(.showing("color: red"))
    try expect(daemon.status().rasterizer.processID != nil, "a kept text starts the rasteriser")
  }

  static let rasterizerHangs = Scenario(
    "a rasteriser that hangs is killed after a while, its text is reported, and the next process draws another",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(.showing("banner: { text: \"One\", background: \"#102030\" }"))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let one = try bench.photograph(1)
    let worker = try unwrap(daemon.status().rasterizer.processID, "the rasteriser does not run after a text")
    _ = try ChildProcess.shell("kill -s STOP \(worker)")
    try bench.inRealTime { try expectNoText(daemon, "did not answer within 5 s") }
    try expect(bench.photograph(1).fingerprint, is: one.fingerprint, "the picture meanwhile")
    let reply = try daemon.show(1, .banner(BannerInfo(text: "Three", background: "#102030")))
    try expect(reply.presented.first?.ending, is: .presented, "the next text: \(reply.note ?? "")")
  }

  static let rasterizerIsMissing = Scenario(
    "without the rasteriser's program status reports it, a text is refused, and other content works",
    gate: [.simulated]
  ) { bench in
    let missing = "/nonexistent/marquee-rasterizer"
    var setup = DaemonSetup.showing("color: \"#204060\"")
    setup.arguments = ["--rasterizer", missing]
    let daemon = try bench.start(setup)
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let warnings = try daemon.status().warnings
    try expect(warnings.contains { $0.contains(missing) && $0.contains("texts") }, "status: \(warnings)")
    try expect(bench.log().contains(missing), "the log names the program")
    try expectNoText(daemon, missing)
    try expect(daemon.show(1, .color("#a04000")).presented.first?.ending, is: .presented, "a colour")
  }

  private static func expectNoText(_ daemon: DaemonHandle, _ words: String) throws {
    var message: String?
    do throws(ClientError) {
      let call = ShowCall(screen: daemon.bench.connector(1), content: .banner(BannerInfo(text: "Two")))
      _ = try daemon.client.call(call, timeoutSeconds: 30)
    } catch {
      message = "\(error)"
    }
    try expect(message?.contains(words) == true, "a text is refused and \(words) is said: \(message ?? "shown")")
  }
}
