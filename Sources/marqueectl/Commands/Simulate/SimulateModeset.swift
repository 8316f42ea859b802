import ArgumentParser
import ControlProtocol

/// The command `marqueectl simulate modeset TIME`.
struct SimulateModeset: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "modeset", abstract: "Make each modeset take a time.")

  @OptionGroup var options: SimulateOptions
  @Argument(help: "The time, as 300ms.") var time: Duration
  @Option(help: "Only this connector.") var screen: String?

  func validate() throws { try time.check("The time", within: SimulateCall.times) }

  func run() throws {
    var call = SimulateCall(.modeset, screen: screen)
    call.seconds = time.seconds
    try options.run(call)
  }
}
