import ArgumentParser
import ControlProtocol

/// The command `marqueectl simulate probe TIME`.
struct SimulateProbe: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe", abstract: "Make each look at a connector take a time.")

  @OptionGroup var options: SimulateOptions
  @Argument(help: "The time, as 3s.") var time: Duration
  @Option(help: "Only this connector.") var screen: String?

  func validate() throws { try time.check("The time", within: SimulateCall.times) }

  func run() throws {
    var call = SimulateCall(.probe, screen: screen)
    call.seconds = time.seconds
    try options.run(call)
  }
}
