import ArgumentParser
import ControlProtocol
import Glibc

extension Marqueectl {
  /// The commands for the configuration.
  static let planCommands: [any ParsableCommand.Type] = [Reload.self, Plan.self]
}

/// The command `marqueectl plan --config FILE`.
struct Plan: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what a configuration would change on each screen, without applying it.",
    discussion: """
      The daemon decides as it would for a reload, with the displays that are connected, and applies nothing. A file with an error says what \
      is wrong. A mode that was never tried on this card may be refused when it is: the plan takes it for good.
      """)

  @OptionGroup var options: ClientOptions
  @Option(help: "The configuration file to compare; - is standard input.", completion: .file())
  var config: String

  func run() throws {
    try options.run(try Self.call(config), timeoutSeconds: 60, text: Self.text)
  }

  /// The call for a file.
  ///
  /// Throws if the file is longer than a message may be.
  static func call(_ config: String) throws -> PlanCall {
    // A file may be longer than a message.
    let bytes = try InputFile.bytes(from: config, limit: 1 << 20, kind: "configuration")
    let call = PlanCall(configuration: String(decoding: bytes, as: UTF8.self), file: Self.whole(config))
    let length = try ControlJSON.encode(ControlCallMessage(call)).count
    guard length > ControlLimits.requestBytes else { return call }
    throw ToolFailure(
      message: """
        The configuration in \(config) has \(length) bytes as a message, more than the \(ControlLimits.requestBytes) that one may have. \
        Put its playlists into files of their own; `marqueed --check --config \(config)` finds errors in a file of any length.
        """, status: .usage)
  }

  static func text(_ reply: PlanReply) -> String {
    let warnings = reply.warnings.map { "Warning: \($0)" }
    if reply.changes.isEmpty { return (["It equals the current configuration."] + warnings).joined(separator: "\n") }
    var lines = reply.changes.map { "In the file: \($0)." }
    for screen in reply.screens {
      let note = screen.modeset ? " (a modeset: the display is dark for a moment)" : ""
      lines.append("\(screen.screen):\(screen.changes.isEmpty ? " nothing changes" : "")\(note)")
      lines += screen.changes.map { "  \($0)" }
    }
    return (lines + warnings).joined(separator: "\n")
  }

  private static func whole(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }
}

/// The command `marqueectl reload`.
struct Reload: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Apply the changed configuration file.", discussion: "A file with an error changes nothing.")

  @OptionGroup var options: ClientOptions

  func run() throws {
    try options.run(ReloadCall()) { reply in
      guard let file = reply.file else { return "The daemon runs without a configuration file." }
      return reply.changes.isEmpty
        ? "\(file) has not changed." : "\(file):\n" + reply.changes.map { "  \($0)" }.joined(separator: "\n")
    }
  }
}
