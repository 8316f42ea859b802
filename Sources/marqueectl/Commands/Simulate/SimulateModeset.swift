import ArgumentParser
import ControlProtocol

/// The command `marqueectl simulate modeset TIME`.
struct SimulateModeset: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "modeset", abstract: "Make each modeset take a time.",
    usage: "marqueectl simulate modeset [<options>] <time>")

  @OptionGroup var options: SimulateOptions
  @OptionGroup var time: SimulatedTime
  @Option(help: "Only this connector.") var screen: String?

  func run() throws {
    var call = SimulateCall(.modeset, screen: screen)
    call.seconds = time.seconds
    try options.run(call)
  }
}
