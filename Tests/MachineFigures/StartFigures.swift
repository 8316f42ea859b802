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
    let random = try measure(
      Addresses(name: "random", setting: 2, note: "each start translates the program's code anew"))
    let fixed = try measure(
      Addresses(name: "fixed", setting: 0, note: "the emulator keeps its translations of the code"))
    try machine.check("echo 2 > /proc/sys/kernel/randomize_va_space")
    try machine.unplug(monitor: 1)
    return fixed + random
  }

  /// The addresses at which the guest's kernel places programs.
  ///
  /// The emulator translates code once for each address, and a program at random addresses is at new ones in each start. No processor does
  /// that work, which takes most of the time of a start.
  private struct Addresses {
    let name: String
    /// The value of `kernel.randomize_va_space`.
    let setting: Int
    let note: String
  }

  private func measure(_ addresses: Addresses) throws -> [Figure] {
    try machine.check("echo \(addresses.setting) > /proc/sys/kernel/randomize_va_space")
    var (ours, banners, theirs): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<Self.starts {
      let sample = try take(.marqueed)
      ours.append(sample.scanout)
      if let banner = sample.banner { banners.append(banner) }
      theirs.append(try take(.weston).scanout)
    }
    let suffix = ", \(addresses.name) addresses"
    return [
      Figure(
        name: "start to first frame\(suffix)", values: values(ours), text: text(ours),
        how: "from sched_process_exec to set_scanout, 1920x1080 plugged in, median of \(ours.count); \(addresses.note)"),
      Figure(
        name: "start to banner\(suffix)", values: values(banners), text: text(banners),
        how: "to the daemon's step `presented`: the rasteriser has been started and has drawn the text"),
      Figure(
        name: "start of weston 10\(suffix)", values: values(theirs), text: text(theirs), how: "as the first, in turn"),
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
