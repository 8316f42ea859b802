import ArgumentParser
import ControlProtocol

/// The command `marqueectl simulate probe TIME`.
struct SimulateProbe: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe", abstract: "Make each look at a connector take a time.",
    usage: "marqueectl simulate probe [<options>] <time>")

  @OptionGroup var options: SimulateOptions
  @OptionGroup var time: SimulatedTime
  @Option(help: "Only this connector.") var screen: String?

  func run() throws {
    var call = SimulateCall(.probe, screen: screen)
    call.seconds = time.seconds
    try options.run(call)
  }
}
