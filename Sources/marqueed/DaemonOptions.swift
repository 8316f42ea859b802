import ControlProtocol
import ControlServer

/// What the daemon needs to know to start.
struct DaemonOptions {
  let configuration: ConfigurationSource
  let backend: BackendChoice
  let devices: [String]
  let driver: String?
  let seat: String
  let forcesLegacy: Bool
  let stateDirectory: String
  let rasterizerPath: String
  let simulatedConnectors: [String]?
  let environment: DaemonEnvironment
  /// Descriptors that the supervisor passed.
  let inherited: [InheritedDescriptor]

  init(_ command: MarqueedCommand, _ environment: DaemonEnvironment) {
    configuration = ConfigurationSource(path: command.config, environment: environment)
    backend = command.backend
    devices = command.device
    driver = command.driver
    seat = command.seat
    forcesLegacy = command.legacy
    stateDirectory = command.state ?? DaemonOptions.standardState(environment)
    rasterizerPath =
      command.rasterizer ?? environment["MARQUEE_RASTERIZER"]
      ?? "\(DaemonEnvironment.programDirectory)/marquee-rasterizer"
    simulatedConnectors = command.connectors?.split(separator: ",").map(String.init)
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
