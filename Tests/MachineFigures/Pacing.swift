import Foundation
import VirtualMachine

/// How evenly the moving bar moves on a driver with a vblank, by the kernel's own trace events.
struct Pacing {
  private static let frameCount = 600

  let machine: VirtualMachine

  func measure() throws -> [Figure] {
    defer { try? machine.unplugVKMS() }
    return try Compositor.onVKMS("moving-bar.yaml").run(on: machine) { _ in
      try machine.plugVKMS()
      // The first seconds have the modeset in them, and the first measurements of how long drawing takes.
      Thread.sleep(forTimeInterval: 4)
      try machine.startProbing([], events: VBlankCount.events)
      Thread.sleep(forTimeInterval: Double(Self.frameCount) / 60 + 1)
      try machine.wait(
        for: "[ $(grep -c vblank_event_delivered /sys/kernel/tracing/trace) -gt \(Self.frameCount) ]",
        within: .seconds(30))
      return try [figure(machine.stopProbing())]
    }
  }

  private func figure(_ events: [TraceEvent]) throws -> Figure {
    let count = VBlankCount(events, limit: Self.frameCount + 1)
    guard count.flips.count == Self.frameCount + 1 else {
      throw FigureError("There are only \(count.flips.count) flips of the moving bar. Is 1920x1080 lit?")
    }
    let intervals = count.intervals
    return Figure(
      name: "missed vblanks of \(Self.frameCount)",
      values: [
        "missed": Double(count.missed), "passedOverByKernel": Double(count.passedOver),
        "meanMilliseconds": intervals.mean,
        "p99Milliseconds": intervals.percentile(0.99), "maximumMilliseconds": intervals.max() ?? 0,
      ],
      text: """
        \(count.byProgram)\(count.remark); interval mean \
        \(intervals.mean.text(2)) ms, p99 \(intervals.percentile(0.99).text(2)) ms
        """,
      demand: "0", isMet: count.byProgram == 0,
      how: """
        moving bar, vkms, 1920x1080@60; missing numbers among the kernel's drm_vblank_event_delivered, \
        intervals between these
        """)
  }
}
