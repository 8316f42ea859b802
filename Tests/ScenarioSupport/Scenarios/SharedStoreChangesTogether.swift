internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let sharedStoreChangesTogether = Scenario(
    "scenes with a shared store change together: their frames are less than two refreshes apart",
    gate: [.simulated], long: [.virtio, .vkms]
  ) { bench in
    let driver = bench.kind == .vkms ? bench as? any DriverBench : nil
    try driver?.loadSecondOutput()
    let daemon = try bench.start(.showing("color: \"#204060\""))
    // One refresh apart: they are lit one after the other.
    try bench.plug(1, TestDisplay(1024, 768))
    try bench.plug(2, TestDisplay(1024, 768, serial: "2"))
    for display in [1, 2] { try daemon.wait(display, .presented) }
    let names = [bench.connector(1), bench.connector(2)]
    let mode = try unwrap(daemon.screen(1)?.currentMode, "the screen has no mode")
    let interval = 1e12 / Double(mode.refreshMillihertz)

    var apart: [Double] = []
    for number in 0..<100 {
      let color = color(number)
      let frames = try show(color, on: names, daemon)
      try expect(Set(frames.map(\.frame)).count, is: 1, "the pictures of both, number \(number)")
      let times = frames.map { Double($0.monotonicNanoseconds) }
      apart.append(abs((times.first ?? 0) - (times.last ?? 0)) / interval)
      // A request after the answer gets the new picture of both.
      if number % 10 == 9 {
        let colors = try [1, 2].map { try bench.photograph($0).uniformColor }
        try expect(colors, is: [color, color], "a pair of photographs after the answer")
      }
    }
    // On a kernel a photograph between two calls takes time of the host.
    let figures = "frames apart, in refreshes: \(apart.sorted().map { ($0 * 100).rounded() / 100 })"
    if !bench.kind.isReal {
      try expect(apart.allSatisfy { $0 < 1 }, figures)
    }

    // By the kernel's tracer: each screen has one commit for each change, and shows it at the first refresh at which the driver has it.
    if let driver {
      let commits = try driver.commits { for number in 0..<40 { _ = try show(color(number), on: names, daemon) } }
      try expect(commits.count, is: 80, "commits of 40 changes of two screens")
      for number in 0..<40 {
        let pair = commits[(2 * number)...(2 * number + 1)]
        try expect(pair.map(\.display).sorted(), is: [1, 2], "the screens of change \(number)")
        try expect(
          pair.map { $0.passedOver - $0.passedBefore }, is: [0, 0], "refreshes without the flip of change \(number)")
      }
    }

    let tool = try bench.run("marqueectl", ["show", "\(bench.connector(1)),DP-9", "color", "#ffffff"], within: 20)
    try expect(tool.status, is: 1, "the status where a screen is not there")
    try expect(tool.output.contains("DP-9"), "the refusal names the screen: \(tool.output)")
    try expect(bench.photograph(1).uniformColor != .white, "a call that is refused changes nothing")
  }

  private static func color(_ number: Int) -> RGB { RGB(UInt8(number), number % 2 == 0 ? 0xC0 : 0x20, 0x40) }

  /// Shows a colour on both screens together, and counts their flips.
  private static func show(_ color: RGB, on names: [String], _ daemon: DaemonHandle) throws -> [PresentedFrame] {
    let call = ShowTogetherCall(contents: names.map { ScreenContent(screen: $0, content: .color("\(color)")) })
    let before = try daemon.status().counters.flips
    let frames = try daemon.client.call(call).presented
    try expect(frames.map(\.ending), is: [.presented, .presented], "how the frames ended")
    try expect(daemon.status().counters.flips - before, is: 2, "flips of a change of two screens")
    return frames
  }
}
