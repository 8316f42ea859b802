import ArgumentParser
import ControlProtocol

/// The command `marqueectl session set SESSION [NAME=VALUE …]`.
struct SessionSet: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Keep values with a session, in place of those that were there; none to keep nothing."
  )

  @OptionGroup var options: DaemonOptions
  @Argument(help: "The session, as `marqueectl sessions` lists it.") var session: String
  @Argument(help: "A value with its name; JSON where it is that, else a text.") var values: [NamedValue] = []

  func run() throws {
    try options.run(SetUserInfoCall(session: session, userInfo: try NamedValue.object(values))) { _ in "" }
  }
}
