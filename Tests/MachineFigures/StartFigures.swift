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
    var (colors, texts, theirs): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<Self.starts {
      colors.append(try scanout(of: .marqueed(showing: "color")))
      texts.append(try text())
      theirs.append(try scanout(of: .weston))
    }
    let suffix = ", \(addresses.name) addresses"
    return [
      Figure(
        name: "start to a colour\(suffix)", values: values(colors), text: text(colors), demand: "at most 200 ms",
        isMet: colors.median <= 200,
        how:
          "from sched_process_exec to set_scanout, 1920x1080 plugged in, median of \(colors.count); \(addresses.note)"),
      Figure(
        name: "start to a text\(suffix)", values: values(texts), text: text(texts), demand: "at most 350 ms",
        isMet: texts.median <= 350,
        how: "to the daemon's step `presented`: the rasteriser has been started and has drawn the text"),
      Figure(
        name: "start of weston 10\(suffix)", values: values(theirs), text: text(theirs), how: "as the first, in turn"),
    ]
  }

  private func scanout(of compositor: Compositor) throws -> Double {
    try machine.startProbing(Scanout.probes, events: ["sched/sched_process_exec"])
    return try compositor.launch(on: machine) { _ in
      let (started, scanout) = try Scanout.start(of: compositor, on: machine)
      return (scanout - started) * 1000
    }
  }

  private func text() throws -> Double {
    try machine.startProbing(Scanout.probes, events: ["sched/sched_process_exec"])
    return try Compositor.marqueed.launch(on: machine) { _ in
      let started = try Scanout.start(of: .marqueed, on: machine).exec
      let wait = WaitCall(screen: "Virtual-1", condition: .presented, timeoutSeconds: 20)
      _ = try Compositor.connect(machine).call(wait, timeoutSeconds: 30)
      let record = try Compositor.connect(machine).call(ExplainCall(screen: "Virtual-1")).record
      guard let presented = record.steps.first(where: { $0.step == "presented" }) else {
        throw FigureError("The daemon reports no presented text: \(record.steps)")
      }
      return (Double(presented.monotonicNanoseconds) / 1e9 - started) * 1000
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
