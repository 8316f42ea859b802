import ArgumentParser
internal import ContentModel
import ControlProtocol
import Glibc

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "status", abstract: "Show the state of the daemon.")

  @OptionGroup var options: ClientOptions

  func run() throws { try options.run(StatusCall(), text: Self.text) }

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
      "Clock: \(status.clockRight ? "known to be right" : "not known to be right")"
        + (status.zone.map { ", zone \($0)" } ?? "") + (status.language.map { ", language \($0)" } ?? ""),
    ]
    lines += status.displayPower.map { power in
      let device = power.device.map { " (\($0))" } ?? ""
      let age = power.ageSeconds.map { ", \(uptime($0)) ago" } ?? ""
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

struct Plan: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what a configuration would change on each screen, without applying it.",
    discussion: """
      The daemon decides by the same rules as for a reload, with the connected displays, and applies nothing. If the file has an error, \
      the command prints it. The plan accepts a mode that was never tested on this card, but the card may refuse it later.
      """)

  @OptionGroup var options: ClientOptions
  @Option(help: "The configuration file to compare; - is standard input.", completion: .file())
  var config: String

  func run() throws { try options.run(try Self.call(config), timeoutSeconds: 60, text: Self.text) }

  static func call(_ config: String) throws -> PlanCall {
    let bytes = try InputFile.bytes(from: config, limit: 1 << 20, kind: "configuration")
    let text = String(decoding: bytes, as: UTF8.self)
    return try PlanCall(configuration: text, file: DescriptorIO.resolved(config)).fitting(
      "The configuration in \(config)",
      remedy: """
        Put its playlists into separate files. `marqueed --check --config \(config)` finds errors in a file of any length.
        """)
  }

  static func text(_ reply: PlanReply) -> String {
    let warnings = reply.warnings.map { "Warning: \($0)" }
    if reply.changes.isEmpty {
      return (["The file equals the current configuration."] + warnings).joined(separator: "\n")
    }
    var lines = reply.changes.map { "In the file: \($0)." }
    for screen in reply.screens {
      let note = screen.modeset ? " (a modeset: the display is dark for a moment)" : ""
      lines.append("\(screen.screen):\(screen.changes.isEmpty ? " nothing changes" : "")\(note)")
      lines += screen.changes.map { "  \($0)" }
    }
    return (lines + warnings).joined(separator: "\n")
  }
}

struct Reload: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Apply the changed configuration file.", discussion: "A file with an error changes nothing.")

  @OptionGroup var options: PictureOptions

  func run() throws {
    try options.daemon.run(ReloadCall(noWait: options.noWait)) { reply in
      guard let file = reply.file else { return "The daemon runs without a configuration file." }
      let warnings = reply.warnings.map { "Warning: \($0)" }
      if reply.changes.isEmpty { return (["\(file) has not changed."] + warnings).joined(separator: "\n") }
      let pictures = PresentedText.lines(reply.presented, note: reply.note)
      return (["\(file):"] + reply.changes.map { "  \($0)" } + [pictures].filter { !$0.isEmpty } + warnings)
        .joined(separator: "\n")
    }
  }
}

struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "List the accepted calls that changed something, with their callers.",
    discussion: "The list leaves out contents and other private parameters. This command needs the access admin.")

  @OptionGroup var options: ClientOptions
  @Option(help: ArgumentHelp("The earliest time: \(MomentArgument.expectedPast).", valueName: "time"))
  var since: String?

  func validate() throws {
    guard let since, MomentArgument.past(since, on: .local) == nil else { return }
    throw ValidationError("\"\(since)\" is not a time: expected \(MomentArgument.expectedPast).")
  }

  func run() throws {
    let clock = DaemonClock(of: options)
    try options.run(AuditCall(since: since.flatMap { MomentArgument.past($0, on: clock) })) { reply in
      guard !reply.calls.isEmpty else {
        Console.complain("No call has changed anything\(since.map { " since \($0)" } ?? "").")
        return ""
      }
      let titles = ["TIME", "CALLS", "USER", "PROGRAM", "METHOD", "SCREEN", "ARGUMENTS"]
      return TextTable(titles, rows: try reply.calls.map { try Self.row($0, clock) }).text
    }
  }

  private static func row(_ call: AuditInfo, _ clock: DaemonClock) throws -> [String] {
    [
      clock.text(ofReply: call.time), "\(call.calls)", call.user ?? "\(call.userID)",
      "\(call.program) (\(call.processID))", call.method, call.screen ?? "-",
      call.arguments.isEmpty ? "" : try JSONText.of(call.arguments),
    ]
  }
}

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write a file with all facts and decisions about the displays, to find the cause of an error.",
    discussion: """
      The file has the versions, the EDIDs, the results of probes, the card's answers to tests, modesets and turn-offs, the requests to the daemon, its \
      decisions with their reasons, and the configuration. It has no shown content and nothing of a talk. `marqueed --replay FILE` \
      repeats the decisions on simulated displays and prints the decisions that differ. This command needs the access admin.
      """)

  @OptionGroup var options: ClientOptions
  @Argument(
    help: "A new file; - is standard output (default: marquee-report-HOST-TIME.json).",
    completion: .file())
  var file: String?

  func run() throws {
    let reply = try options.call(ReportCall(), timeoutSeconds: 60)
    let path = file ?? Self.defaultName
    try OutputFile.create(Array(reply.report.utf8), at: path)
    if path != "-" {
      try options.output.print(try SavedReply(reply, without: "report", file: path)) { _ in path }
    }
  }

  /// A name with the time as `20261122T081500Z`, without characters that are special in a shell or on another system.
  private static var defaultName: String {
    var host = [CChar](repeating: 0, count: 256)
    gethostname(&host, host.count - 1)
    let name = String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let plain = name.unicodeScalars.prefix(64).map { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-": Character(scalar)
      default: Character("_")
      }
    }
    let time = "\(WallTime(seconds: Int64(Glibc.time(nil))))".filter { $0 != "-" && $0 != ":" }
    return "marquee-report-\(plain.isEmpty ? "box" : String(plain))-\(time).json"
  }
}
