import ArgumentParser
import Configuration
import ControlProtocol
import Glibc
import Logging

/// `marqueed`: reads the options, then becomes the daemon.
@main
struct MarqueedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marqueed",
    abstract: "Shows the right picture on every connected display, without a desktop.",
    discussion: """
      The exit status says why it ended: 0 told to, 64 wrong options, 65 an error in the configuration, 66 no such file, \
      69 no card with displays, 70 pictures stand still and nothing helped, 71 the system refused something, 73 a daemon \
      lives on the socket, 75 another program holds the card, 77 no permission.
      """, version: Release.version)

  @Option(help: ArgumentHelp("The configuration file.", valueName: "file"))
  var config: String?

  @Option(help: "Real displays, simulated ones, or whichever is there.")
  var backend: BackendChoice = .auto

  @Option(help: ArgumentHelp("Only this card; may be given more than once.", valueName: "path"))
  var device: [String] = []

  @Option(help: ArgumentHelp("Only cards of this DRM driver, as virtio_gpu.", valueName: "name"))
  var driver: String?

  @Option(help: ArgumentHelp("Only cards of this seat.", valueName: "name"))
  var seat = "seat0"

  @Flag(help: "Use legacy calls even where the card has atomic commits.")
  var legacy = false

  @Option(help: ArgumentHelp("Where sessions and choices are kept.", valueName: "directory"))
  var state: String?

  @Option(help: ArgumentHelp("The rasteriser's program.", valueName: "path"))
  var rasterizer: String?

  @Option(help: ArgumentHelp("The simulated connectors, with commas between.", valueName: "names"))
  var connectors: String?

  @Flag(help: "Wait for a card that is not there or is held, as under systemd, instead of ending.")
  var wait = false

  @Option(help: ArgumentHelp("The least that is logged: debug, info, notice, warning or error.", valueName: "level"))
  var logLevel: LogLevel?

  @Flag(help: "Only check the configuration.")
  var check = false

  nonisolated func validate() throws {
    let given = [
      ("--config", config), ("--driver", driver), ("--seat", seat), ("--state", state), ("--rasterizer", rasterizer),
    ]
    for (name, value) in given where value?.isEmpty == true {
      throw ValidationError("\(name) has an empty value: leave it out, or say what is meant.")
    }
    guard let connectors else { return }
    let names = connectors.split(separator: ",", omittingEmptySubsequences: false)
    guard names.allSatisfy({ !$0.isEmpty && !$0.contains(" ") }), Set(names).count == names.count else {
      throw ValidationError(
        "--connectors \"\(connectors)\": expected different names with commas between, as HDMI-A-1,DP-1.")
    }
  }

  nonisolated func run() throws {
    // ArgumentParser calls it on the main thread.
    try MainActor.assumeIsolated { try begin() }
  }

  @MainActor private func begin() throws {
    var environment = DaemonEnvironment.current()
    environment.isService = environment.isService || wait
    let wanted = environment["MARQUEE_LOG"]
    let level = logLevel ?? wanted.flatMap(LogLevel.init(rawValue:))
    LogWriter.install(level: level?.level ?? .info, isJournal: environment["JOURNAL_STREAM"] != nil)
    if level == nil, let wanted {
      Logger(label: "marqueed").warning(
        "MARQUEE_LOG is \"\(wanted)\": expected \(LogLevel.allCases.map(\.rawValue).joined(separator: ", ")); it is info now"
      )
    }
    do throws(DaemonError) {
      if check {
        let file = try ConfigurationSource(path: config, environment: environment).load()
        for notice in file.configuration.notices { print("note: \(notice)") }
        print("\(file.path ?? "the built-in configuration"): no errors")
        return
      }
      try Daemon.run(DaemonOptions(self, environment))
    } catch {
      Logger(label: "marqueed").critical("\(error)")
      throw ExitCode(error.status)
    }
  }
}
