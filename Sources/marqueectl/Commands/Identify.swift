import ArgumentParser
import ControlProtocol

/// The command `marqueectl identify [SCREEN]`.
struct Identify: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Show each screen's name on it for some seconds.")

  @OptionGroup var options: PictureOptions
  @Argument(help: "Only this screen.") var screen: String?
  @Option(name: .customLong("for"), parsing: .unconditional, help: "How long, as 10s; 5s if not given.")
  var time: Duration?

  func validate() throws { try time?.check("--for", within: IdentifyCall.times) }

  func run() throws {
    try options.run(IdentifyCall(screen: screen, seconds: time?.seconds, noWait: options.noWaitParameter))
  }
}
