import ArgumentParser
import ControlProtocol

/// The command `marqueectl simulate updates on|off`.
struct SimulateUpdates: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "updates", abstract: "Make small changes cheaper in place, or not.")

  @OptionGroup var options: SimulateOptions
  @Argument(help: "on or off.") var state: Switch
  @Option(help: "Only this connector.") var screen: String?

  func run() throws {
    var call = SimulateCall(.updates, screen: screen)
    call.on = state.isOn
    try options.run(call)
  }
}
