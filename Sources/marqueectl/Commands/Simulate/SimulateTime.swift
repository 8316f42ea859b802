import ArgumentParser
import ControlProtocol

/// The command `marqueectl simulate time TIME|unknown`.
struct SimulateTime: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "time", abstract: "Set the time of day; it goes with the clock.")

  @OptionGroup var options: SimulateOptions
  @Argument(help: "The time, as 2026-03-29T01:59:00+01:00, or unknown for a clock that nobody has set.") var time:
    String

  func run() throws {
    var call = SimulateCall(.time)
    call.time = time
    try options.run(call)
  }
}
