import ArgumentParser
import ControlClient
import ControlProtocol

/// The command `marqueectl explain SCREEN`, or `explain --edid FILE [--config FILE]` without a daemon.
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say how a screen came to its mode and its picture.",
    discussion: """
      marqueectl explain HDMI-A-1
      marqueectl explain --edid tv.bin --config marquee.yaml [HDMI-A-1]
      The second form asks no daemon: it says which mode would be chosen for a display with this EDID, on that connector.
      """)

  @OptionGroup var options: DaemonOptions
  @Argument(help: "The screen; with --edid the connector, HDMI-A-1 if not given.") var screen: String?
  @Option(help: ArgumentHelp("A file with EDID bytes.", valueName: "file"), completion: .file()) var edid: String?
  @Option(help: ArgumentHelp("A configuration file; with --edid.", valueName: "file"), completion: .file()) var config:
    String?

  func validate() throws {
    if edid == nil, config != nil { throw ValidationError("--config goes with --edid.") }
    if edid == nil, screen == nil { throw ValidationError("Give a screen, or --edid and a file.") }
  }

  func run() throws {
    guard let edid else {
      return try options.output.print(reply()) { DecisionText.text($0.record) }
    }
    let record = try OfflineDecision.record(edidFile: edid, configurationFile: config, connector: screen ?? "HDMI-A-1")
    try options.output.print(ExplainReply(record: record)) { DecisionText.text($0.record) }
  }

  private func reply() throws -> ExplainReply {
    let client = try options.connect()
    do throws(ClientError) {
      return try Self.reply(for: screen ?? "") { (call) throws(ClientError) in try client.call(call) }
    } catch {
      throw ToolFailure(error)
    }
  }

  /// What a daemon says, also one of before, which tells nothing of contents and knows no such question.
  static func reply(
    for screen: String, by call: (ExplainCall) throws(ClientError) -> ExplainReply
  ) throws(ClientError) -> ExplainReply {
    do throws(ClientError) {
      return try call(ExplainCall(screen: screen, content: true))
    } catch {
      guard case .failed(.invalidParameter(parameter: "content")) = error else { throw error }
      return try call(ExplainCall(screen: screen))
    }
  }
}
