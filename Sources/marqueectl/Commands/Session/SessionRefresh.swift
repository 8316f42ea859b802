import ArgumentParser
import ControlProtocol

/// The command `marqueectl session refresh [SESSION] [--app APP]`.
struct SessionRefresh: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh",
    abstract: "Have scenes laid out anew, those in the background as well: one, an app's, or all.")

  @OptionGroup var options: DaemonOptions
  @Argument(help: "The session, as `marqueectl sessions` lists it.") var session: String?
  @Option(help: "Only sessions of this app.") var app: String?

  func run() throws {
    try options.run(RefreshSessionsCall(session: session, app: app)) { reply in
      reply.sessions.isEmpty ? "no scene was laid out" : reply.sessions.joined(separator: "\n")
    }
  }
}
