import ControlProtocol
import ControlServer
import MonitorPower
import RasterizerHost

/// What the daemon needs to know to start.
struct DaemonOptions {
  let configuration: ConfigurationSource
  let backend: BackendChoice
  let devices: [String]
  let driver: String?
  let seat: String
  let forcesLegacy: Bool
  var stateDirectory: String
  let rasterizerPath: String
  /// The programs that read files.
  let documentPrograms: DocumentPoolSettings
  let ddcProgram: DDCProgram
  /// The folder of the sockets by which systemd starts the programs that draw and read files; nil if the daemon starts them.
  var workerSockets: String?
  let simulatedConnectors: [String]?
  let environment: DaemonEnvironment
  /// Descriptors that the supervisor passed.
  let inherited: [InheritedDescriptor]
  /// A report is played again: nothing is kept, and nobody can connect.
  var replay: ReplayOrigin?

  init(_ arguments: MarqueedArguments, _ environment: DaemonEnvironment) {
    configuration = ConfigurationSource(path: arguments.config, environment: environment)
    backend = arguments.backend
    devices = arguments.devices
    driver = arguments.driver
    seat = arguments.seat
    forcesLegacy = arguments.legacy
    stateDirectory = arguments.state ?? DaemonOptions.standardState(environment)
    rasterizerPath =
      arguments.rasterizer ?? environment["MARQUEE_RASTERIZER"]
      ?? "\(DaemonEnvironment.programDirectory)/marquee-rasterizer"
    documentPrograms = DocumentPoolSettings(directory: DaemonEnvironment.programDirectory)
    ddcProgram = DDCProgram(path: "\(DaemonEnvironment.programDirectory)/marquee-ddc")
    workerSockets = environment["MARQUEE_WORKERS"].flatMap { $0.isEmpty ? nil : $0 }
    simulatedConnectors = arguments.connectors
    self.environment = environment
    inherited = InheritedDescriptor.all(environment: environment.all, processID: environment.processID)
  }

  private static func standardState(_ environment: DaemonEnvironment) -> String {
    if let given = environment["STATE_DIRECTORY"] { return String(given.prefix { $0 != ":" }) }
    if environment.userID == 0 { return "/var/lib/marquee" }
    if let given = environment["XDG_STATE_HOME"] { return "\(given)/marquee" }
    return environment["HOME"].map { "\($0)/.local/state/marquee" } ?? "/tmp/marquee-\(environment.userID)/state"
  }
}
