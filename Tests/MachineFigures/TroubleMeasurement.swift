import ControlProtocol
import Foundation
import ScenarioSupport
import VirtualMachine

/// How evenly the moving bar moves on a driver without a vblank, left alone and while another display makes trouble.
struct TroubleMeasurement {
  private static let quietSeconds = 20.0

  let machine: VirtualMachine

  func measure() throws -> [Figure] {
    let bench = try MachineBench(machine, kind: .virtio)
    defer { try? bench.reset() }
    let daemon = try bench.start(.showing("color: \"#204060\""))
    try bench.plug(1, TestDisplay(800, 600))
    try daemon.wait(1, .presented)
    try daemon.show(1, .pattern("moving-bar"))
    // The first seconds have the first measurements of how long drawing takes.
    Thread.sleep(forTimeInterval: 4)
    let quiet = try gaps(bench) { Thread.sleep(forTimeInterval: Self.quietSeconds) }

    let small = TestDisplay(640, 480, model: "Other")
    let large = TestDisplay(1024, 768, model: "Other")
    try bench.slowDown(probes: 3, modesets: 0.3)
    let troubled = try gaps(bench) {
      try bench.plug(2, small)
      try daemon.wait(2, .mode(small.modeName), within: 60)
      try bench.plug(2, large)
      try daemon.wait(2, .mode(large.modeName), within: 60)
      try bench.unplug(2)
      try daemon.wait(2, .disconnected, within: 60)
    }
    return [rate(quiet), largestGap(troubled, quiet)]
  }

  private func gaps(_ bench: MachineBench, while body: () throws -> Void) throws -> [Double] {
    guard let gaps = try bench.flipGaps(while: body), gaps.count > 60 else {
      throw FigureError("The moving bar hardly moved.")
    }
    return gaps
  }

  private func rate(_ gaps: [Double]) -> Figure {
    let rate = Double(gaps.count) / gaps.reduce(0, +)
    return Figure(
      name: "flips a second without vblank", values: ["perSecond": rate], text: rate.text(2), demand: "60.0 ± 0.5",
      isMet: abs(rate - 60) <= 0.5,
      how: "moving bar, virtio-gpu, 800x600@60, 20 s; the kernel's trace of the display thread's calls")
  }

  private func largestGap(_ troubled: [Double], _ quiet: [Double]) -> Figure {
    let largest = (troubled.max() ?? 0) * 1000
    let alone = (quiet.max() ?? 0) * 1000
    let late = troubled.count { $0 > 2.0 / 60 }
    return Figure(
      name: "largest gap beside trouble",
      values: [
        "milliseconds": largest, "aloneMilliseconds": alone, "aboveTwoRefreshes": Double(late),
        "flips": Double(troubled.count),
      ],
      text: "\(largest.text(1)) ms, \(late) of \(troubled.count) above two refreshes; left alone \(alone.text(1)) ms",
      demand: "two refreshes (33.3 ms)", isMet: largest <= 2.0 / 60 * 1000 + 0.5,
      how: """
        the same, while display 2 is plugged, changed and pulled, each GetConnector takes 3 s and each modeset 300 ms
        """)
  }
}
