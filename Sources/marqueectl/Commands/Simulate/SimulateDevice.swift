import ArgumentParser
import ControlProtocol

/// The command `marqueectl simulate device on|off`.
struct SimulateDevice: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device", abstract: "Pull the card out, or put it back.")

  @OptionGroup var options: SimulateOptions
  @Argument(help: "on or off.") var state: Switch

  func run() throws {
    var call = SimulateCall(.device)
    call.on = state.isOn
    try options.run(call)
  }
}
