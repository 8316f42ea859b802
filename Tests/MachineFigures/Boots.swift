import Foundation
import VirtualMachine

/// Boots of a machine with the Debian packages installed, with the time of the first picture in each. Boots of weston alternate with them.
///
/// The number comes from the environment, such as `BOOTS=100`.
struct Boots {
  private static let background = RGB(16, 32, 48)

  /// The folder of the packages of `make deb`.
  let packages: String

  func measure() throws -> [Figure] {
    let count = ProcessInfo.processInfo.environment["BOOTS"].flatMap(Int.init) ?? 10
    var ours: [BootTimes] = []
    var banners: [Double] = []
    var theirs: [BootTimes] = []
    for number in 1...max(1, count) {
      do {
        let boot = try ourBoot()
        ours.append(boot.picture)
        banners.append(boot.banner)
        printProgress("boot \(number): \(boot.picture.text), the banner after \(boot.banner.text(1)) s")
      } catch {
        printProgress("boot \(number): \(error)")
      }
      if number <= 5 {
        theirs.append(try boot(weston: true) { try firstTimes($0) })
        printProgress("boot \(number) of weston: \(theirs[theirs.count - 1].text)")
      }
    }
    return [
      Figure(
        name: "boots with a picture", values: ["boots": Double(count), "pictures": Double(banners.count)],
        text: "\(banners.count) of \(count)", demand: "all", isMet: banners.count == count,
        how: "packages installed, booted by systemd, 1280x720 plugged in; the banner is on a photograph"),
      figure(
        of: ours, name: "boot to first scan-out", leads: theirs.map(\.scanout).median - ours.map(\.scanout).median),
      figure(of: theirs, name: "boot to first scan-out of weston 10"),
      Figure(
        name: "boot to the banner", values: ["medianSeconds": banners.median],
        text: "median \(banners.median.text(1)) s",
        how: "to the daemon's step `presented`"),
    ]
  }

  /// When a display was lit in a boot, in seconds after the kernel's start.
  private struct BootTimes {
    /// When the card's registration ended.
    let card: Double
    let scanout: Double

    var text: String { "the card after \(card.text(1)) s, scanned out after \(scanout.text(1)) s" }
  }

  private func figure(of boots: [BootTimes], name: String, leads: Double? = nil) -> Figure {
    let (scanouts, waits) = (boots.map(\.scanout), boots.map { $0.scanout - $0.card })
    let lead = leads.map { ", \($0.text(1)) s before weston" } ?? ""
    return Figure(
      name: name,
      values: ["medianSeconds": scanouts.median, "medianSecondsAfterCard": waits.median]
        .merging(leads.map { ["secondsBeforeWeston": $0] } ?? [:]) { $1 },
      text: """
        median \(scanouts.median.text(1)) s (\((scanouts.min() ?? 0).text(1)) to \((scanouts.max() ?? 0).text(1)))\(lead); \
        \(waits.median.text(2)) s (\((waits.min() ?? 0).text(2)) to \((waits.max() ?? 0).text(2))) after the card's device
        """,
      demand: leads == nil ? nil : "8 s before weston", isMet: leads.map { $0 >= 8 },
      how: """
        from the kernel's start, and from the end of drm_dev_register, to set_scanout after the first commit, on the guest's clock; as a unit, \
        in turn, \(boots.count) boots
        """)
  }

  private func ourBoot() throws -> (picture: BootTimes, banner: Double) {
    try boot(weston: false) { machine in
      _ = try machine.photograph(monitor: 1, within: .seconds(60)) {
        $0[0, 0] == Self.background && $0[$0.width - 1, $0.height - 1] == Self.background && $0.uniformColor == nil
      }
      let steps = try machine.check("marqueectl explain Virtual-1 --json")
      let match = try /"monotonicNanoseconds"\s*:\s*(\d+),\s*"step"\s*:\s*"presented"/.firstMatch(in: steps)
      guard let presented = match.flatMap({ Double($0.1) }) else { throw FigureError("It tells of no frame: \(steps)") }
      return (try firstTimes(machine), presented / 1e9)
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

  private func firstTimes(_ machine: VirtualMachine) throws -> BootTimes {
    try machine.wait(for: "grep -q 'scanout:.* resource=[1-9]' /sys/kernel/tracing/trace", within: .seconds(60))
    // Its first commit may come a little later than the console's picture.
    var events: [TraceEvent] = []
    for _ in 0..<100 {
      let text = try machine.check("cat /sys/kernel/tracing/trace")
      events = text.split(separator: "\n").compactMap(TraceEvent.init(line:))
      let commit = events.first { $0.function == "commit" && ($0.argument("flags") ?? 0) & 0x100 == 0 }
      if let commit, let card = events.first(where: { $0.function == "card" }),
        let scanout = events.first(where: {
          $0.function == "scanout" && $0.time >= commit.time && $0.argument("resource") != 0
        })
      {
        return BootTimes(card: card.time, scanout: scanout.time)
      }
      Thread.sleep(forTimeInterval: 0.2)
    }
    throw FigureError("Nothing is committed and scanned out:\n\(events.suffix(10))")
  }
}
