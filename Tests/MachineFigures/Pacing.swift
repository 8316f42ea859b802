import Foundation
import VirtualMachine

/// How evenly the moving bar moves on a driver with a vblank, by the kernel's own trace events.
struct Pacing {
  private static let frameCount = 600

  let machine: VirtualMachine

  func measure() throws -> [Figure] {
    defer { try? machine.unplugVKMS() }
    return try Compositor.movingBar.run(on: machine) { _ in
      try machine.plugVKMS()
      // The first seconds have the modeset in them, and the first measurements of how long drawing takes.
      Thread.sleep(forTimeInterval: 4)
      try machine.startProbing([], events: ["drm/drm_vblank_event", "drm/drm_vblank_event_delivered"])
      Thread.sleep(forTimeInterval: Double(Self.frameCount) / 60 + 1)
      try machine.wait(
        for: "[ $(grep -c vblank_event_delivered /sys/kernel/tracing/trace) -gt \(Self.frameCount) ]",
        within: .seconds(30))
      return try [figure(machine.stopProbing())]
    }
  }

  private func figure(_ events: [TraceEvent]) throws -> Figure {
    let flips = events.filter { $0.function == "drm_vblank_event_delivered" }.prefix(Self.frameCount + 1)
    guard flips.count == Self.frameCount + 1 else {
      throw FigureError("There are only \(flips.count) flips of the moving bar. Is 1920x1080 lit?")
    }
    let numbers = flips.compactMap { $0.argument("seq") }
    let steps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }
    let missed = steps.reduce(0) { $0 + max(0, $1 - 1) }
    // Where the guest was not run for a while, the kernel itself passes over a vblank: nobody could have hit it.
    let counted = Set(events.filter { $0.function == "drm_vblank_event" }.compactMap { $0.argument("seq") })
    var passedOver = 0
    for (number, next) in zip(numbers, numbers.dropFirst()) where next > number + 1 {
      passedOver += (number + 1..<next).count { !counted.contains($0) }
    }
    let intervals = zip(flips, flips.dropFirst()).map { ($1.time - $0.time) * 1000 }
    let byDaemon = missed - passedOver
    return Figure(
      name: "missed vblanks of \(Self.frameCount)",
      values: [
        "missed": Double(missed), "passedOverByKernel": Double(passedOver), "meanMilliseconds": intervals.mean,
        "p99Milliseconds": intervals.percentile(0.99), "maximumMilliseconds": intervals.max() ?? 0,
      ],
      text: """
        \(byDaemon)\(passedOver > 0 ? " (and \(passedOver) for which the guest was not run)" : ""); interval mean \
        \(intervals.mean.text(2)) ms, p99 \(intervals.percentile(0.99).text(2)) ms
        """,
      demand: "0", isMet: byDaemon == 0,
      how: """
        moving bar, vkms, 1920x1080@60; missing numbers among the kernel's drm_vblank_event_delivered, \
        intervals between these
        """)
  }
}
