import ArgumentParser
import ControlProtocol

/// What every command to the simulated backend takes.
struct SimulateOptions: ParsableArguments {
  @OptionGroup var daemon: DaemonOptions

  func run(_ call: SimulateCall) throws {
    try daemon.run(call) { $0.message ?? "" }
  }
}
