import ArgumentParser
import ControlProtocol

/// The command `marqueectl simulate vblank on|off`.
struct SimulateVBlank: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vblank", abstract: "Make flips end at vertical blanks, or at once.")

  @OptionGroup var options: SimulateOptions
  @Argument(help: "on or off.") var state: Switch
  @Option(help: "Only this connector.") var screen: String?

  func run() throws {
    var call = SimulateCall(.vblank, screen: screen)
    call.on = state.isOn
    try options.run(call)
  }
}
