import ControlClient
import ControlProtocol
import ScenarioSupport
import VirtualMachine

/// How far apart two screens change that change together, on two outputs with a vblank each.
struct Together {
  private static let changes = 100

  let machine: VirtualMachine

  func measure() throws -> [Figure] {
    let bench = try MachineBench(machine, kind: .vkms)
    try bench.loadSecondOutput()
    defer {
      try? bench.reset()
      try? machine.loadVKMS(outputs: 1)
    }
    let daemon = try bench.start(.showing("color: \"#204060\""))
    for display in [1, 2] {
      try bench.plug(display, TestDisplay(1024, 768))
      try daemon.wait(display, .presented, within: 30)
    }
    guard let mode = try daemon.screen(1)?.currentMode else { throw FigureError("The screen has no mode.") }
    let commits = try bench.commits {
      for number in 0..<Self.changes {
        let content = ContentInfo.color(number % 2 == 0 ? "#c02040" : "#20c040")
        _ = try daemon.client.call(
          ShowTogetherCall(contents: [1, 2].map { ScreenContent(screen: bench.connector($0), content: content) }))
      }
    }
    return [try figure(commits, refresh: 1e6 / Double(mode.refreshMillihertz))]
  }

  private func figure(_ commits: [FlipCommit], refresh: Double) throws -> Figure {
    guard commits.count == 2 * Self.changes else {
      throw FigureError("\(Self.changes) changes of two screens made \(commits.count) commits.")
    }
    let pairs = stride(from: 0, to: commits.count, by: 2).map { (commits[$0], commits[$0 + 1]) }
    let apart = pairs.map { abs($0.time - $1.time) * 1000 }
    let first = commits.count { $0.passedOver == 0 }
    return Figure(
      name: "two screens that change together",
      values: [
        "medianMilliseconds": apart.median, "maximumMilliseconds": apart.max() ?? 0, "commits": Double(commits.count),
        "atFirstRefresh": Double(first), "withinARefresh": Double(apart.count { $0 < refresh }),
      ],
      text: """
        flips \(apart.median.text(2)) ms apart (median), maximum \((apart.max() ?? 0).text(2)) ms; \(first) of \(commits.count) \
        commits at the first refresh
        """,
      demand: "median below a refresh", isMet: apart.median < refresh,
      how: """
        vkms with two outputs that are not in step, 1024x768@60, \(Self.changes) changes of both by one call; the kernel's \
        drm_vblank_event_delivered after each drm_mode_atomic_ioctl
        """)
  }
}
