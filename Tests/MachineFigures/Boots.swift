import Foundation
import VirtualMachine

/// Boots of a machine with the Debian packages installed, with the time of the first picture in each. Boots of weston alternate with them.
///
/// The number comes from the environment, such as `BOOTS=100`.
struct Boots {
  private static let picture = RGB(16, 32, 48)

  /// The folder of the packages of `make deb`.
  let packages: String

  func measure() throws -> [Figure] {
    let count = ProcessInfo.processInfo.environment["BOOTS"].flatMap(Int.init) ?? 10
    var ours: [Double] = []
    var pictures: [Double] = []
    var theirs: [Double] = []
    var dark: [String] = []
    for number in 1...max(1, count) {
      do {
        let boot = try ourBoot()
        ours.append(boot.scanout)
        pictures.append(boot.picture)
        printProgress(
          "boot \(number): scanned out after \(boot.scanout.text()) s, the picture after \(boot.picture.text()) s")
      } catch {
        dark.append("boot \(number): \(error)")
        printProgress(dark[dark.count - 1])
      }
      if number <= 5 { theirs.append(try boot(weston: true) { try firstScanout($0) }) }
    }
    let ratio = ours.median / theirs.median
    return [
      Figure(
        name: "boots with a picture", values: ["boots": Double(count), "pictures": Double(pictures.count)],
        text: "\(pictures.count) of \(count)", demand: "all", isMet: pictures.count == count,
        how: "packages installed, booted by systemd, 1280x720 plugged in; the banner is on a photograph"),
      Figure(
        name: "boot to first scan-out", values: ["medianSeconds": ours.median], text: "median \(ours.median.text(1)) s",
        how: "from the kernel's start to set_scanout after the first commit, on the guest's clock"),
      Figure(
        name: "boot to the banner", values: ["medianSeconds": pictures.median],
        text: "median \(pictures.median.text(1)) s",
        how: "to the daemon's step `presented`"),
      Figure(
        name: "boot to first scan-out of weston 10", values: ["medianSeconds": theirs.median, "ratio": ratio],
        text: "median \(theirs.median.text(1)) s; ours to it \(ratio.text(2))",
        how: "as a unit of multi-user.target, likewise, in turn, \(theirs.count) boots"),
    ]
  }

  private func ourBoot() throws -> (scanout: Double, picture: Double) {
    try boot(weston: false) { machine in
      _ = try machine.photograph(monitor: 1, within: .seconds(60)) {
        $0[0, 0] == Self.picture && $0[$0.width - 1, $0.height - 1] == Self.picture && $0.uniformColor == nil
      }
      let steps = try machine.check("marqueectl explain Virtual-1 --json")
      let match = try /"monotonicNanoseconds"\s*:\s*(\d+),\s*"step"\s*:\s*"presented"/.firstMatch(in: steps)
      guard let presented = match.flatMap({ Double($0.1) }) else { throw FigureError("It tells of no frame: \(steps)") }
      return (try firstScanout(machine), presented / 1e9)
    }
  }

  private func boot<Value>(weston: Bool, _ body: (VirtualMachine) throws -> Value) throws -> Value {
    var options = BootOptions.installed(packages)
    options.isAlone = true
    options.tracesBoot = true
    options.runsWeston = weston
    // weston takes that console for itself.
    options.offersLogin = false
    let machine = try VirtualMachine(options)
    defer { machine.shutdown() }
    do {
      return try body(machine)
    } catch {
      throw FigureError("\(error)\n\(machine.consoleLog.suffix(1000))")
    }
  }

  /// Seconds from the kernel's start.
  private func firstScanout(_ machine: VirtualMachine) throws -> Double {
    try machine.wait(for: "grep -q 'scanout:.* resource=[1-9]' /sys/kernel/tracing/trace", within: .seconds(60))
    // Its first commit may come a little later than the console's picture.
    var events: [TraceEvent] = []
    for _ in 0..<100 {
      let text = try machine.check("cat /sys/kernel/tracing/trace")
      events = text.split(separator: "\n").compactMap(TraceEvent.init(line:))
      let commit = events.first { $0.function == "commit" && ($0.argument("flags") ?? 0) & 0x100 == 0 }
      if let commit,
        let scanout = events.first(where: {
          $0.function == "scanout" && $0.time >= commit.time && $0.argument("resource") != 0
        })
      {
        return scanout.time
      }
      Thread.sleep(forTimeInterval: 0.2)
    }
    throw FigureError("Nothing is committed and scanned out:\n\(events.suffix(10))")
  }
}
