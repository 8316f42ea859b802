import ArgumentParser
import ControlProtocol

/// The command `marqueectl sessions`.
struct Sessions: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "List the scene sessions, connected or not.")

  @OptionGroup var options: DaemonOptions

  func run() throws {
    try options.run(SessionsCall()) { reply in
      guard !reply.sessions.isEmpty else { return "There is no session yet." }
      var table = Table(["SESSION", "APP", "CONFIGURATION", "SCREEN", "STATE"])
      for session in reply.sessions {
        table.add([
          session.identifier, session.app, session.configuration, session.screen ?? "-", session.state.rawValue,
        ])
      }
      return table.text
    }
  }
}
