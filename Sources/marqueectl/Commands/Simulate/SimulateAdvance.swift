import ArgumentParser
import ControlProtocol

/// The command `marqueectl simulate advance TIME`.
struct SimulateAdvance: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advance", abstract: "Advance the clock at once.")

  @OptionGroup var options: SimulateOptions
  @Argument(help: "The time, as 10s.") var time: Duration

  func validate() throws { try time.check("The time", within: SimulateCall.times) }

  func run() throws {
    var call = SimulateCall(.advance)
    call.seconds = time.seconds
    try options.run(call)
  }
}
