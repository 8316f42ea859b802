import ArgumentParser
import ControlProtocol

/// The command `marqueectl simulate clock on|off`.
struct SimulateClock: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock", abstract: "Let the clock go by itself, or stop it.")

  @OptionGroup var options: SimulateOptions
  @Argument(help: "on or off.") var state: Switch

  func run() throws {
    var call = SimulateCall(.clock)
    call.on = state.isOn
    try options.run(call)
  }
}
