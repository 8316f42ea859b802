import ArgumentParser
import ControlProtocol

/// The command `marqueectl simulate fault KIND`.
struct SimulateFault: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fault", abstract: "Make something go wrong.",
    discussion: """
      marqueectl simulate fault refuse --commit flip --error EBUSY --count 3
      marqueectl simulate fault refuseMode --mode 3840x2160 --error EINVAL [--passes-test]
      marqueectl simulate fault loseFlips --count 1
      marqueectl simulate fault linkBad [--clock KILOHERTZ]
      marqueectl simulate fault none
      """)

  @OptionGroup var options: SimulateOptions
  @Argument(help: "refuse, refuseMode, loseFlips, linkBad or none.") var kind: Word<SimulationFault>
  @Option(help: "Only this connector.") var screen: String?
  @Option(help: "refuse: test, modeset, flip, update or turn-off; flip if not given.") var commit = "flip"
  @Option(help: "refuse, refuseMode: the error, as EBUSY or EINVAL.") var error: String?
  @Option(help: "refuseMode: the mode's name or size.") var mode: String?
  @Flag(help: "refuseMode: a test of the mode passes.") var passesTest = false
  @Option(help: ArgumentHelp("linkBad: the highest pixel clock that mends it.", valueName: "kilohertz")) var clock: Int?
  @Option(help: ArgumentHelp("How many commits or flips fail; 1 if not given.", valueName: "number")) var count: Int?

  func validate() throws {
    if kind.value == .refuseMode, mode == nil { throw ValidationError("refuseMode needs --mode.") }
  }

  func run() throws {
    var call = SimulateCall(.fault, screen: screen)
    call.fault = kind.value
    call.count = count
    switch kind.value {
    case .refuse:
      call.commit = commit
      call.error = error ?? "EBUSY"
    case .refuseMode:
      call.mode = mode
      call.error = error ?? "EINVAL"
      call.passesTest = passesTest ? true : nil
    case .linkBad: call.clockKilohertz = clock
    case .loseFlips, .none: break
    }
    try options.run(call)
  }
}
