import Foundation
import VirtualMachine

/// From the kernel's hotplug event to the first scan-out, for us and for weston on the same machine.
struct Hotplug {
  private static let plugs = 20
  /// The programs take turns, so that other work on the host affects both.
  private static let plugsInTurn = 4
  private static let monitor = 1

  /// The measurements of one program.
  private struct Series {
    var samples: [[String: Double]] = []
    /// Milliseconds to the first scan-out, for plugs after which the program showed its first picture.
    var firsts: [Double] = []
    var deaths = 0
    var statuses: Set<String> = []

    /// Milliseconds to a step, in each plug that has it.
    func times(_ step: String) -> [Double] { samples.compactMap { $0[step] }.map { $0 * 1000 } }
  }

  let machine: VirtualMachine

  func measure() throws -> [Figure] {
    var ours = Series()
    var theirs = Series()
    while ours.samples.count < Self.plugs || theirs.samples.count < Self.plugs {
      try take(.marqueed, &ours)
      try take(.weston, &theirs)
    }
    let (our, their) = (ours.times("scanout"), theirs.times("scanout"))
    let ratio = our.median / their.median
    return [
      Figure(
        name: "hotplug to first scan-out", values: values(our, ours), text: text(our),
        demand: "median at most 33 ms, p95 at most 60 ms", isMet: our.median <= 33 && our.percentile(0.95) <= 60,
        how:
          "virtio-gpu, 1920x1080, \(our.count) plugs; kernel probes on drm_sysfs_hotplug_event and virtio_gpu_cmd_set_scanout"
      ),
      Figure(
        name: "the same of weston 10", values: values(their, theirs), text: text(their),
        how: "in turn with ours; pixman, kiosk shell, no client"),
      Figure(
        name: "ours to weston's", values: ["ratio": ratio], text: ratio.text(2), demand: "below 0.50",
        isMet: ratio < 0.5, how: "the medians"),
      Figure(
        name: "of these, the first after a start",
        values: ["marqueed": ours.firsts.median, "weston": theirs.firsts.median],
        text: "marqueed \(ours.firsts.median.text()) ms, weston \(theirs.firsts.median.text()) ms",
        how: """
          medians of \(ours.firsts.count): code that runs for the first time, and no buffer that is kept of a display that \
          has gone, as the daemon does for a minute
          """),
      Figure(
        name: "ended by a replug", values: ["marqueed": Double(ours.deaths), "weston": Double(theirs.deaths)],
        text: "marqueed \(ours.deaths), weston \(theirs.deaths)\(theirs.statuses.map { ", \($0)" }.joined())",
        demand: "marqueed 0", isMet: ours.deaths == 0, how: "in \(our.count) plugs each; started again unplugged"),
      Figure(
        name: "the way of a plug", values: [:], text: way(ours),
        how: "medians of the first call of each kind, in ms after the hotplug event"),
      Figure(name: "the same of weston", values: [:], text: way(theirs), how: "the same"),
    ]
  }

  /// Some plugs in a row. The program is started before and ended after them. There are fewer if it ends by itself.
  private func take(_ compositor: Compositor, _ series: inout Series) throws {
    guard series.samples.count < Self.plugs else { return }
    var samples: [[String: Double]] = []
    let status = try compositor.run(on: machine) { command -> String? in
      defer { try? machine.unplug(monitor: Self.monitor) }
      while samples.count < min(Self.plugsInTurn, Self.plugs - series.samples.count) {
        if let sample = try plug() { samples.append(sample) }
        try machine.unplug(monitor: Self.monitor)
        // A display that returns within 1.5 s is the same to our daemon, which would flatter it.
        Thread.sleep(forTimeInterval: 2)
        if try !command.isRunning() { return String(try command.output().split(separator: "\n").last ?? "ended") }
      }
      return nil
    }
    if let first = samples.first?["scanout"] { series.firsts.append(first * 1000) }
    series.samples += samples
    if let status {
      series.deaths += 1
      series.statuses.insert(status)
      guard series.deaths < 60 else { throw FigureError("\(compositor.name) ends again and again: \(status)") }
    }
  }

  /// One plug: the seconds from the hotplug event to each step; nil if there was no scan-out.
  private func plug() throws -> [String: Double]? {
    try machine.startProbing(Scanout.probes)
    try machine.plug(monitor: Self.monitor, width: 1920, height: 1080)
    // After the card is closed, the kernel shows its console.
    let events = try Scanout.stop(machine, quietSeconds: 1.5).prefix { $0.function != "close" }
    guard let event = events.first(where: { $0.function == "uevent" }) else {
      throw FigureError("The kernel sees no monitor come.")
    }
    let steps = Scanout.steps(Array(events), after: event.time)
    return steps.isEmpty ? nil : steps.mapValues { $0 - event.time }
  }

  private func values(_ times: [Double], _ series: Series) -> [String: Double] {
    var values = [
      "medianMilliseconds": times.median, "minimumMilliseconds": times.min() ?? 0,
      "p95Milliseconds": times.percentile(0.95), "maximumMilliseconds": times.max() ?? 0, "plugs": Double(times.count),
    ]
    for step in ["look", "buffer", "test", "commit"] where !series.times(step).isEmpty {
      values["\(step)Milliseconds"] = series.times(step).median
    }
    return values
  }

  private func text(_ times: [Double]) -> String {
    """
    median \(times.median.text()) ms (\((times.min() ?? 0).text()) to \((times.max() ?? 0).text())), \
    p95 \(times.percentile(0.95).text()) ms
    """
  }

  private func way(_ series: Series) -> String {
    let names = [
      ("look", "GETCONNECTOR"), ("buffer", "CREATE_DUMB"), ("test", "TEST_ONLY"), ("commit", "ATOMIC"),
      ("scanout", "set_scanout"),
    ]
    let known = names.filter { !series.times($0.0).isEmpty }.map { ($0.1, series.times($0.0).median) }
    return known.sorted { $0.1 < $1.1 }.map { "\($0.0) \($0.1.text())" }.joined(separator: " → ")
  }
}
