import ArgumentParser
import ControlProtocol

/// The command `marqueectl simulate unplug CONNECTOR`.
struct SimulateUnplug: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "unplug", abstract: "Pull a display out.")

  @OptionGroup var options: SimulateOptions
  @Argument(help: "The connector, as HDMI-A-1.") var connector: String

  func run() throws {
    try options.run(SimulateCall(.unplug, screen: connector))
  }
}
