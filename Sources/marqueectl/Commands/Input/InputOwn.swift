import ArgumentParser
import ControlClient

/// The command `marqueectl input own APP`.
struct InputOwn: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "own",
    abstract: "Own the input of an app until interrupted: its windows may be on an external display.")

  @OptionGroup var options: DaemonOptions
  @Argument(help: "The app's name.") var app: String

  func run() throws {
    let client = try options.connect()
    do throws(ClientError) {
      let ownership = try InputOwnership(app: app, stream: client)
      Console.print("\(app): input is owned, until this is interrupted")
      try ownership.wait()
    } catch {
      throw ToolFailure(error)
    }
  }
}
