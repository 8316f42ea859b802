import ArgumentParser
import ControlProtocol
import Glibc

/// The command `marqueectl plan --config FILE`.
struct Plan: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what a configuration would change on which screen, before it does.",
    discussion: """
      The daemon decides as it would for a reload, with the displays that are connected, and applies nothing. A file with an error says what \
      is wrong. A mode that was never tried on this card may be refused when it is: the plan takes it for good.
      """)

  @OptionGroup var options: DaemonOptions
  @Option(help: "The configuration file that may become the daemon's.") var config: String

  func run() throws {
    // A message is that long, with some room for its other fields; JSON may need two characters for one.
    let bytes = try InputFile.bytes(from: config, limit: ControlLimits.requestBytes / 2 - 4096, kind: "configuration")
    let call = PlanCall(configuration: String(decoding: bytes, as: UTF8.self), file: Self.whole(config))
    try options.run(call, timeoutSeconds: 60, text: Self.text)
  }

  static func text(_ reply: PlanReply) -> String {
    if reply.changes.isEmpty { return "It says the same as what counts now." }
    var lines = reply.changes.map { "In the file: \($0)." }
    for screen in reply.screens {
      let note = screen.modeset ? " (a modeset: the display is dark for a moment)" : ""
      lines.append("\(screen.screen):\(screen.changes.isEmpty ? " nothing changes" : "")\(note)")
      lines += screen.changes.map { "  \($0)" }
    }
    return lines.joined(separator: "\n")
  }

  private static func whole(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }
}
