import ControlProtocol
import Foundation
import ScenarioSupport
import VirtualMachine

/// Whether requests of an observer, as many as the daemon answers, hold up the moving bar or take memory; beside a reader that
/// stopped reading.
struct Flood {
  /// One run.
  private struct Result {
    var count: Int
    var seconds: Double
    var missed: Int
    var flips: Int
    var missedAlone: Int
    var growth: Int

    var isQuiet: Bool { missed <= missedAlone && growth < 1024 }
    var values: [String: Double] {
      [
        "requests": Double(count), "seconds": seconds, "missed": Double(missed), "flips": Double(flips),
        "missedAlone": Double(missedAlone), "growthKibibytes": Double(growth),
      ]
    }
    var text: String {
      """
      \(count) requests in \(seconds.text(1)) s; missed \(missed) of \(flips) refreshes, as long without them \(missedAlone); \
      memory +\(growth) KiB
      """
    }
  }

  private static let observer = 65534

  let machine: VirtualMachine
  let programs: String

  func measure() throws -> [Figure] {
    let real = try run(SimulatedBench(programs: programs), count: 100_000)
    let guest = try run(MachineBench(machine, kind: .virtio), count: 20_000)
    return [
      Figure(
        name: "a flood of requests on the host", values: real.values, text: real.text,
        demand: "100000 in 10 s, no refresh missed for them, below 1 MB",
        isMet: real.isQuiet && real.seconds <= 10,
        how: how("simulated displays on the host itself")),
      Figure(
        name: "a flood of requests in the guest", values: guest.values, text: guest.text,
        demand: "no refresh missed for them, below 1 MB", isMet: guest.isQuiet,
        how: how("virtio-gpu, whose daemon and flooder share two emulated processors")),
    ]
  }

  private func how(_ place: String) -> String {
    """
    \(place), moving bar at 1280x720@60; `Screens`, 200 under way at any time, by a user who may only observe, while another \
    client reads none of its events; refreshes by the daemon's own count, private memory by /proc/PID/smaps_rollup
    """
  }

  private func run(_ bench: any Bench, count: Int) throws -> Result {
    defer { try? bench.reset() }
    let access = "access:\n  observe: { users: [\"\(Self.observer)\"] }\n"
    let daemon = try bench.start(.showing("pattern: moving-bar", screens: access))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented, within: 30)
    let process = try daemon.status().processID
    let stalled = try daemon.startReadingNothing()
    // Memory that a flood needs once is allocated before the measurement, and the drawing has found its pace.
    _ = try flood(bench, 2000)
    Thread.sleep(forTimeInterval: 4)

    let memory = try bench.figures(of: process).privateKibibytes
    let before = try daemon.status().counters
    let (answers, seconds) = try flood(bench, count)
    let between = try daemon.status().counters
    let growth = try bench.figures(of: process).privateKibibytes - memory
    Thread.sleep(forTimeInterval: 1)
    let quiet = try daemon.status().counters
    Thread.sleep(forTimeInterval: seconds)
    let after = try daemon.status().counters
    withExtendedLifetime(stalled) {}
    return Result(
      count: answers, seconds: seconds, missed: Int(between.missed - before.missed),
      flips: Int(between.flips - before.flips), missedAlone: Int(after.missed - quiet.missed), growth: growth)
  }

  private func flood(_ bench: any Bench, _ count: Int) throws -> (answers: Int, seconds: Double) {
    let result = try bench.run("flooder", ["\(count)", "\(Self.observer)"], within: 300)
    let numbers = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    guard result.status == 0, numbers.count == 2 else {
      throw FigureError("The flooder ends with status \(result.status): \(result.output)")
    }
    return (numbers[0], Double(numbers[1]) / 1000)
  }
}
