import ArgumentParser
import ControlProtocol

/// The command `marqueectl simulate advance TIME`.
struct SimulateAdvance: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advance", abstract: "Advance the clock at once.",
    usage: "marqueectl simulate advance [<options>] <time>")

  @OptionGroup var options: SimulateOptions
  @OptionGroup var time: SimulatedTime

  func run() throws {
    var call = SimulateCall(.advance)
    call.seconds = time.seconds
    try options.run(call)
  }
}
