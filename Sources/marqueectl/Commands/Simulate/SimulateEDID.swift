import ArgumentParser
import ControlProtocol

/// The command `marqueectl simulate edid CONNECTOR`.
struct SimulateEDID: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edid", abstract: "Put another display in the place of one, without an unplug that could be seen.")

  @OptionGroup var options: SimulateOptions
  @OptionGroup var display: SimulatedDisplayOptions
  @Argument(help: "The connector, as HDMI-A-1.") var connector: String

  func run() throws {
    var call = SimulateCall(.edid, screen: connector)
    try display.apply(to: &call)
    try options.run(call)
  }
}
