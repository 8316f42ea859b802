import ArgumentParser
import ControlProtocol

/// The command `marqueectl simulate resume`.
struct SimulateResume: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Let the machine wake up from a suspend.")

  @OptionGroup var options: SimulateOptions

  func run() throws {
    try options.run(SimulateCall(.resume))
  }
}
