import ArgumentParser
import ControlProtocol

struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Control the displays of the simulated backend.",
    subcommands: [
      SimulateList.self, SimulatePlug.self, SimulateUnplug.self, SimulateEDID.self, SimulateHotplug.self,
      SimulateProbe.self, SimulateModeset.self, SimulateFault.self, SimulateVBlank.self, SimulateUpdates.self,
      SimulateDevice.self, SimulateClock.self, SimulateAdvance.self, SimulateTime.self, SimulateResume.self,
    ])
}

extension ClientOptions {
  fileprivate func run(_ call: SimulateCall) throws { try run(call) { $0.message ?? "" } }
}

/// The display to plug in: an EDID from a file, or a simulated one.
struct SimulatedDisplayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("A file with EDID bytes, such as an edid file below /sys/class/drm.", valueName: "file"),
    completion: .file())
  var edid: String?
  @Option(help: ArgumentHelp("A display that prefers this mode (default: 1920x1080@60).", valueName: "mode"))
  var display: String?
  @Option(help: "The make of the simulated display.") var make: String?
  @Option(help: "The model of the simulated display.") var model: String?
  @Option(help: "The serial of the simulated display.") var serial: String?
  @Flag(help: "The EDID is invalid, or missing if no file is given.") var unreadable = false
  @Option(name: .customLong("edid-after"), parsing: .unconditional, help: "The delay of the EDID, as 3s.")
  var delay: DurationArgument?
  @Option(help: "The modes before the EDID is available: guessed or none.") var modes: EnumArgument<SimulatedModes>?
  @Flag(help: "Send no event when the delayed EDID is available.") var unannounced = false

  func validate() throws {
    try delay?.check("--edid-after", within: SimulateCall.times)
    if edid != nil, display != nil { throw ValidationError("Give either --edid or --display.") }
  }

  func call(_ command: SimulationCommand, _ connector: String) throws -> SimulateCall {
    SimulateCall(
      command: command, screen: connector,
      edid: try edid.map { Base64.encode(try InputFile.bytes(from: $0, limit: 32 * 1024, kind: "EDID")) },
      unreadable: unreadable ? true : nil,
      display: edid == nil && !unreadable ? display ?? "1920x1080@60" : nil, make: make, model: model, serial: serial,
      seconds: delay?.seconds, modes: modes?.value, announced: unannounced ? false : nil)
  }
}

/// The time of a command `marqueectl simulate`.
struct SimulatedTime: ParsableArguments {
  // Parsed as words, because a negative time would be an unknown option.
  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The time, as 10s or 300ms.", valueName: "time"))
  var words: [String]

  private var unparsed: UnparsedArguments { UnparsedArguments(words) }

  private var time: DurationArgument? {
    let values = unparsed.values
    return values.count == 1 ? values.first.flatMap(DurationArgument.init(argument:)) : nil
  }

  var seconds: Double? { time?.seconds }

  func validate() throws {
    try unparsed.check()
    guard let time else {
      throw ValidationError(
        "\"\(unparsed.values.joined(separator: " "))\" is not a time: expected one, as 10s or 300ms.")
    }
    try time.check("The time", within: SimulateCall.times)
  }
}

struct SimulateList: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the connectors.")

  @OptionGroup var options: ClientOptions

  func run() throws {
    try options.run(SimulatedConnectorsCall()) { reply in
      let rows = reply.connectors.map {
        [$0.name, $0.builtIn ? "internal panel" : "external", $0.connected ? $0.mode?.name ?? "dark" : "-"]
      }
      return TextTable(["CONNECTOR", "FOR", "DISPLAY"], rows: rows).text
    }
  }
}

struct SimulatePlug: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "plug", abstract: "Plug a display in.")

  @OptionGroup var options: ClientOptions
  @OptionGroup var display: SimulatedDisplayOptions
  @Argument(help: "The connector, as HDMI-A-1.", completion: Completions.connectors) var connector: String

  func run() throws { try options.run(display.call(.plug, connector)) }
}

struct SimulateUnplug: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "unplug", abstract: "Unplug a display.")

  @OptionGroup var options: ClientOptions
  @Argument(help: "The connector, as HDMI-A-1.", completion: Completions.connectors) var connector: String

  func run() throws { try options.run(SimulateCall(.unplug, screen: connector)) }
}

struct SimulateEDID: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edid", abstract: "Replace a display by another one without an unplug event.")

  @OptionGroup var options: ClientOptions
  @OptionGroup var display: SimulatedDisplayOptions
  @Argument(help: "The connector, as HDMI-A-1.", completion: Completions.connectors) var connector: String

  func run() throws { try options.run(display.call(.edid, connector)) }
}

struct SimulateHotplug: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hotplug", abstract: "Send a hotplug event without a change.")

  @OptionGroup var options: ClientOptions

  func run() throws { try options.run(SimulateCall(.hotplug)) }
}

struct SimulateFault: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fault", abstract: "Simulate an error of the hardware.",
    discussion: """
      marqueectl simulate fault refuse --commit flip --error EBUSY --count 3
      marqueectl simulate fault refuseMode --mode 3840x2160 --error EINVAL [--passes-test]
      marqueectl simulate fault loseFlips --count 1
      marqueectl simulate fault linkBad [--clock KILOHERTZ]
      marqueectl simulate fault none
      """)

  @OptionGroup var options: ClientOptions
  @Argument(help: "refuse, refuseMode, loseFlips, linkBad or none.") var kind: EnumArgument<SimulationFault>
  @Option(help: "Only this connector.", completion: Completions.connectors) var screen: String?
  @Option(help: "refuse: test, modeset, flip, update or turn-off (default: flip).") var commit = "flip"
  @Option(help: "refuse, refuseMode: the error, as EBUSY or EINVAL.") var error: String?
  @Option(help: "refuseMode: the mode's name or size.", completion: Completions.modes) var mode: String?
  @Flag(help: "refuseMode: a test of the mode passes.") var passesTest = false
  @Option(
    help: ArgumentHelp("linkBad: the maximum pixel clock of a mode that repairs the link.", valueName: "kilohertz"))
  var clock: Int?
  @Option(help: ArgumentHelp("The number of commits or flips that fail (default: 1).", valueName: "number")) var count:
    Int?

  func validate() throws {
    if kind.value == .refuseMode, mode == nil { throw ValidationError("refuseMode needs --mode.") }
  }

  func run() throws {
    var call = SimulateCall(command: .fault, screen: screen, fault: kind.value, count: count)
    switch kind.value {
    case .refuse: (call.commit, call.error) = (commit, error ?? "EBUSY")
    case .refuseMode: (call.mode, call.error, call.passesTest) = (mode, error ?? "EINVAL", passesTest ? true : nil)
    case .linkBad: call.clockKilohertz = clock
    case .loseFlips, .none: break
    }
    try options.run(call)
  }
}

struct SimulateProbe: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe", abstract: "Set the duration of each probe of a connector.",
    usage: "marqueectl simulate probe [<options>] <time>")

  @OptionGroup var options: ClientOptions
  @OptionGroup var time: SimulatedTime
  @Option(help: "Only this connector.", completion: Completions.connectors) var screen: String?

  func run() throws { try options.run(SimulateCall(command: .probe, screen: screen, seconds: time.seconds)) }
}

struct SimulateModeset: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "modeset", abstract: "Set the duration of each modeset.",
    usage: "marqueectl simulate modeset [<options>] <time>")

  @OptionGroup var options: ClientOptions
  @OptionGroup var time: SimulatedTime
  @Option(help: "Only this connector.", completion: Completions.connectors) var screen: String?

  func run() throws { try options.run(SimulateCall(command: .modeset, screen: screen, seconds: time.seconds)) }
}

struct SimulateVBlank: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vblank", abstract: "End flips at vertical blanks (on), or at once (off).")

  @OptionGroup var options: ClientOptions
  @Argument(help: "on or off.") var state: OnOffArgument
  @Option(help: "Only this connector.", completion: Completions.connectors) var screen: String?

  func run() throws { try options.run(SimulateCall(command: .vblank, screen: screen, on: state.isOn)) }
}

struct SimulateUpdates: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "updates", abstract: "Turn updates in place, which are cheaper for small changes, on or off.")

  @OptionGroup var options: ClientOptions
  @Argument(help: "on or off.") var state: OnOffArgument
  @Option(help: "Only this connector.", completion: Completions.connectors) var screen: String?

  func run() throws { try options.run(SimulateCall(command: .updates, screen: screen, on: state.isOn)) }
}

struct SimulateDevice: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device", abstract: "Remove the card, or insert it again.")

  @OptionGroup var options: ClientOptions
  @Argument(help: "on or off.") var state: OnOffArgument

  func run() throws { try options.run(SimulateCall(command: .device, on: state.isOn)) }
}

struct SimulateClock: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock", abstract: "Start the clock (on), or stop it (off).")

  @OptionGroup var options: ClientOptions
  @Argument(help: "on or off.") var state: OnOffArgument

  func run() throws { try options.run(SimulateCall(command: .clock, on: state.isOn)) }
}

struct SimulateAdvance: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advance", abstract: "Advance the clock by a time, without waiting.",
    usage: "marqueectl simulate advance [<options>] <time>")

  @OptionGroup var options: ClientOptions
  @OptionGroup var time: SimulatedTime

  /// Waits without a limit, because a long time with moving pictures takes long to draw.
  func run() throws {
    try options.run(SimulateCall(command: .advance, seconds: time.seconds), timeoutSeconds: nil) { $0.message ?? "" }
  }
}

struct SimulateTime: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "time", abstract: "Set the time of day. It advances with the clock.")

  @OptionGroup var options: ClientOptions
  @Argument(help: "The time, as 2026-03-29T01:59:00+01:00, or unknown to simulate a clock that is not set.") var time:
    String

  func run() throws { try options.run(SimulateCall(command: .time, time: time)) }
}

struct SimulateResume: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Simulate a resume of the machine from suspend.")

  @OptionGroup var options: ClientOptions

  func run() throws { try options.run(SimulateCall(.resume)) }
}
