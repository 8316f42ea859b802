import CLinuxEvents
import ControlServer
import EventLoop
import Glibc
import MonitorPower
import RasterizerHost

/// The settings of the daemon's start, from its arguments and its environment.
struct DaemonOptions {
  let arguments: MarqueedArguments
  let configuration: ConfigurationSource
  var stateDirectory: String
  let rasterizerPath: String
  let documentPrograms: DocumentPoolSettings
  let videoProgram: String
  let soundProgram: String
  let ddcProgram: DDCProgram
  /// The folder of the sockets by which systemd starts the workers; nil if the daemon starts them.
  var workerSockets: String?
  let environment: DaemonEnvironment
  let inherited: [InheritedDescriptor]
  /// The report to replay; then nothing is kept, and no client can connect. Nil without a replay.
  var replay: ReplayOrigin?

  init(_ arguments: MarqueedArguments, _ environment: DaemonEnvironment) {
    let programs = ProgramStart.ownFolder ?? "."
    self.arguments = arguments
    configuration = ConfigurationSource(path: arguments.config, environment: environment)
    stateDirectory = arguments.state ?? DaemonOptions.standardState(environment)
    rasterizerPath = arguments.rasterizer ?? environment["MARQUEE_RASTERIZER"] ?? "\(programs)/marquee-rasterizer"
    documentPrograms = DocumentPoolSettings(directory: programs)
    videoProgram = "\(programs)/marquee-video"
    soundProgram = "\(programs)/marquee-sound"
    ddcProgram = DDCProgram(path: "\(programs)/marquee-ddc")
    workerSockets = environment["MARQUEE_WORKERS"]
    self.environment = environment
    inherited = InheritedDescriptor.all(environment: environment.variables, processID: environment.processID)
  }

  private static func standardState(_ environment: DaemonEnvironment) -> String {
    if let given = environment["STATE_DIRECTORY"] { return String(given.prefix { $0 != ":" }) }
    if environment.userID == 0 { return "/var/lib/marquee" }
    if let given = environment["XDG_STATE_HOME"] { return "\(given)/marquee" }
    return environment["HOME"].map { "\($0)/.local/state/marquee" } ?? "/tmp/marquee-\(environment.userID)/state"
  }
}

struct DaemonEnvironment {
  let variables: [String: String]
  let userID: UInt32
  let processID: Int32
  /// Whether a supervisor started the daemon. It then waits in cases in which a person gets an error.
  var isService: Bool

  static func current() -> DaemonEnvironment {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let pair = String(cString: text)
      if let equals = pair.firstIndex(of: "=") {
        variables[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
      }
      entry += 1
    }
    return DaemonEnvironment(
      variables: variables, userID: getuid(), processID: getpid(), isService: variables["NOTIFY_SOCKET"] != nil)
  }

  /// Nil for an empty variable.
  subscript(name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
}
