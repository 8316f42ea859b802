import ArgumentParser
import ControlProtocol

/// The command `marqueectl simulate plug CONNECTOR`.
struct SimulatePlug: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "plug", abstract: "Plug a display in.")

  @OptionGroup var options: SimulateOptions
  @OptionGroup var display: SimulatedDisplayOptions
  @Argument(help: "The connector, as HDMI-A-1.") var connector: String

  func run() throws {
    var call = SimulateCall(.plug, screen: connector)
    try display.apply(to: &call)
    try options.run(call)
  }
}
