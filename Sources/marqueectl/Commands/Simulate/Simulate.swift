import ArgumentParser

/// The command `marqueectl simulate …`.
struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Command the displays of the simulated backend.",
    subcommands: [
      SimulatePlug.self, SimulateUnplug.self, SimulateEDID.self, SimulateHotplug.self, SimulateProbe.self,
      SimulateModeset.self, SimulateFault.self, SimulateVBlank.self, SimulateUpdates.self, SimulateDevice.self,
      SimulateClock.self, SimulateAdvance.self, SimulateTime.self, SimulateResume.self,
    ])
}
