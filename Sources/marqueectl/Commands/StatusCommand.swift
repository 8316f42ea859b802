import ArgumentParser
import ControlProtocol

/// The command `marqueectl status`.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "status", abstract: "Say how the daemon is.")

  @OptionGroup var options: ClientOptions

  func run() throws {
    try options.run(StatusCall(), text: Self.text)
  }

  private static func text(_ status: StatusReply) -> String {
    let counters = status.counters
    var lines = [
      "marqueed \(status.version), process \(status.processID), up \(uptime(status.uptimeSeconds))",
      "Backend: \(status.backend), \(status.screens) screen\(status.screens == 1 ? "" : "s")",
      "Configuration: \(status.configurationFile ?? "built-in")",
    ]
    for device in status.devices {
      let master = device.master ? "" : ", not master"
      let screens = device.screens.isEmpty ? "" : ": \(device.screens.joined(separator: ", "))"
      lines.append("Device: \(device.path) (\(device.driver), \(device.interface)\(master))\(screens)")
    }
    let process = status.rasterizer.processID.map { ", process \($0)" } ?? ""
    lines += [
      "Rasteriser: \(status.rasterizer.state.rawValue)\(process), \(status.rasterizer.jobs) jobs, "
        + "\(status.rasterizer.restarts) restarts",
      "Frames: \(counters.flips) presented, \(counters.missed) refreshes missed, \(counters.superseded) superseded, "
        + "\(counters.discarded) discarded",
      "Displays: \(counters.modesets) modesets, \(counters.recoveries) recoveries",
      "Control: \(counters.connections) connections, \(counters.requests) requests, \(counters.refusals) refused, "
        + "\(counters.events) events",
    ]
    lines.append("Clock: \(status.clockRight ? "known to be right" : "not known to be right")")
    lines += status.displayPower.map { power in
      let device = power.device.map { " (\($0))" } ?? ""
      let age = power.secondsAgo.map { ", \(uptime($0)) ago" } ?? ""
      return "Power: \(power.screen): \(power.message)\(device)\(age)"
    }
    lines += status.sandboxes.map { "Sandbox: \($0.worker): \($0.reasons.joined(separator: ", and "))" }
    lines += status.warnings.map { "Warning: \($0)" }
    return lines.joined(separator: "\n")
  }

  private static func uptime(_ seconds: Double) -> String {
    let whole = seconds.isFinite ? Int(min(max(0, seconds), 1e12)) : 0
    let (days, hours, minutes) = (whole / 86400, whole / 3600 % 24, whole / 60 % 60)
    if days > 0 { return "\(days) d \(hours) h" }
    if hours > 0 { return "\(hours) h \(minutes) min" }
    return minutes > 0 ? "\(minutes) min \(whole % 60) s" : "\(whole) s"
  }
}
