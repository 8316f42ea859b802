import ArgumentParser
import ControlProtocol

/// The command `marqueectl simulate hotplug`.
struct SimulateHotplug: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "hotplug", abstract: "Send a bare hotplug event.")

  @OptionGroup var options: SimulateOptions

  func run() throws {
    try options.run(SimulateCall(.hotplug))
  }
}
