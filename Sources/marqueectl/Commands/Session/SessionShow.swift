import ArgumentParser
import ControlProtocol

/// The command `marqueectl session show SESSION`.
struct SessionShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Say all that is kept with a session.")

  @OptionGroup var options: DaemonOptions
  @Argument(help: "The session, as `marqueectl sessions` lists it.") var session: String

  func run() throws {
    try options.run(GetSessionCall(session: session)) { reply in
      let display = [reply.make, reply.model, reply.serial].filter { !$0.isEmpty }.joined(separator: " ")
      return [
        "session \(reply.session.identifier): \(reply.session.state.rawValue)",
        "app     \(reply.session.app), \(reply.session.role), configuration \(reply.session.configuration)",
        "display \(display.isEmpty ? "unknown" : display) on \(reply.connector)"
          + (reply.lastSeen.map { ", last seen on \($0)" } ?? ""),
        "shows   \(reply.content.map(JSONText.of) ?? "what is configured")",
        "keeps   \(JSONText.of(JSONValue.object(reply.userInfo)))",
      ].joined(separator: "\n")
    }
  }
}
