import ArgumentParser
import ControlProtocol

/// The command `marqueectl input send SESSION KIND [NAME=VALUE …]`.
struct InputSend: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Hand an application scene what a user has done, while a controller owns its app's input.")

  @OptionGroup var options: DaemonOptions
  @Argument(help: "The session, as `marqueectl sessions` lists it.") var session: String
  @Argument(help: "What it is, in the app's words, as key.") var kind: String
  @Argument(help: "A value with its name; JSON where it is that, else a text.") var values: [NamedValue] = []

  func run() throws {
    try options.run(SendInputCall(session: session, kind: kind, values: try NamedValue.object(values))) { _ in "" }
  }
}
