import ControlClient
import ControlProtocol
import Foundation
import VirtualMachine

/// From exec to the first picture on an already plugged display.
struct StartFigures {
  private static let starts = 5

  let machine: VirtualMachine

  func measure() throws -> [Figure] {
    try machine.plug(monitor: 1, width: 1920, height: 1080)
    try machine.wait(forConnector: "Virtual-1", toBe: "connected")
    var (ours, banners, theirs): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<Self.starts {
      let sample = try take(.marqueed)
      ours.append(sample.scanout)
      if let banner = sample.banner { banners.append(banner) }
      theirs.append(try take(.weston).scanout)
    }
    try machine.unplug(monitor: 1)
    return [
      Figure(
        name: "start to first frame", values: values(ours), text: text(ours),
        how: "from the kernel's sched_process_exec to set_scanout, 1920x1080 plugged in, median of \(ours.count)"),
      Figure(
        name: "start to banner", values: values(banners), text: text(banners),
        how: "to the daemon's step `presented`: the rasteriser has been started and has drawn the text"),
      Figure(name: "start of weston 10", values: values(theirs), text: text(theirs), how: "as the first, in turn"),
    ]
  }

  private func take(_ compositor: Compositor) throws -> (scanout: Double, banner: Double?) {
    try machine.startProbing(Scanout.probes, events: ["sched/sched_process_exec"])
    return try compositor.launch(on: machine) { _ in
      let (started, scanout) = try Scanout.start(of: compositor, on: machine)
      guard compositor.name == Compositor.marqueed.name else { return ((scanout - started) * 1000, nil) }
      let wait = WaitCall(screen: "Virtual-1", condition: .presented, timeoutSeconds: 20)
      _ = try Compositor.connect(machine).call(wait, timeoutSeconds: 30)
      let record = try Compositor.connect(machine).call(ExplainCall(screen: "Virtual-1")).record
      let presented = record.steps.first { $0.step == "presented" }
      return ((scanout - started) * 1000, presented.map { (Double($0.monotonicNanoseconds) / 1e9 - started) * 1000 })
    }
  }

  private func values(_ times: [Double]) -> [String: Double] {
    [
      "medianMilliseconds": times.median, "minimumMilliseconds": times.min() ?? 0,
      "maximumMilliseconds": times.max() ?? 0,
    ]
  }

  private func text(_ times: [Double]) -> String {
    "median \(times.median.text()) ms (\((times.min() ?? 0).text()) to \((times.max() ?? 0).text()))"
  }
}
