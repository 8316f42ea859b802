import ArgumentParser
import ControlProtocol

/// The command `marqueectl sessions`.
struct Sessions: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the scene sessions, connected or not.",
    discussion: "With options, only those that answer all of them.")

  @OptionGroup var options: DaemonOptions
  @Option(help: "Only those of this app.") var app: String?
  @Option(help: "Only those in this state.") var state: Word<SceneStateInfo>?
  @Option(
    name: .customLong("user-info"),
    help: ArgumentHelp("Only those that keep this value; may stand several times.", valueName: "name=value"))
  var userInfo: [NamedValue] = []

  func run() throws {
    let values = try NamedValue.object(userInfo)
    let call = SessionsCall(app: app, state: state?.value, userInfo: values.isEmpty ? nil : values)
    try options.run(call) { reply in
      guard !reply.sessions.isEmpty else {
        return call == SessionsCall() ? "There is no session yet." : "There is no such session."
      }
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
