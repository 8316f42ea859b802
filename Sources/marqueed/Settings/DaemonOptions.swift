import CLinuxEvents
import ControlServer
import EventLoop
import Glibc
import MonitorPower
import RasterizerHost

/// What the daemon needs to know to start.
struct DaemonOptions {
  let arguments: MarqueedArguments
  let configuration: ConfigurationSource
  var stateDirectory: String
  let rasterizerPath: String
  /// The programs that read files.
  let documentPrograms: DocumentPoolSettings
  let ddcProgram: DDCProgram
  /// The folder of the sockets by which systemd starts the programs that draw and read files; nil if the daemon starts them.
  var workerSockets: String?
  let environment: DaemonEnvironment
  /// Descriptors that the supervisor passed.
  let inherited: [InheritedDescriptor]
  /// A report is played again: nothing is kept, and nobody can connect.
  var replay: ReplayOrigin?

  init(_ arguments: MarqueedArguments, _ environment: DaemonEnvironment) {
    self.arguments = arguments
    configuration = ConfigurationSource(path: arguments.config, environment: environment)
    stateDirectory = arguments.state ?? DaemonOptions.standardState(environment)
    rasterizerPath =
      arguments.rasterizer ?? environment["MARQUEE_RASTERIZER"]
      ?? "\(DaemonEnvironment.programDirectory)/marquee-rasterizer"
    documentPrograms = DocumentPoolSettings(directory: DaemonEnvironment.programDirectory)
    ddcProgram = DDCProgram(path: "\(DaemonEnvironment.programDirectory)/marquee-ddc")
    workerSockets = environment["MARQUEE_WORKERS"].flatMap { $0.isEmpty ? nil : $0 }
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

/// What the daemon was started with besides its options.
struct DaemonEnvironment {
  private let variables: [String: String]
  let userID: UInt32
  let processID: Int32
  /// It was started by a supervisor: it waits where a person would want an error.
  var isService: Bool

  init(variables: [String: String], userID: UInt32, processID: Int32, isService: Bool) {
    self.variables = variables
    self.userID = userID
    self.processID = processID
    self.isService = isService
  }

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

  subscript(name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  var all: [String: String] { variables }

  /// The directory of the running program.
  static var programDirectory: String { ProgramStart.ownFolder ?? "." }
}

/// The units by which systemd starts the programs that draw texts and read files.
struct WorkerUnits {
  let texts: WorkerUnit
  let documents: (pictures: WorkerUnit, pages: WorkerUnit)

  /// - Parameter folder: of the units' sockets, without a slash at its end; nil without such units.
  init?(folder: String?) {
    guard let folder else { return nil }
    func unit(_ program: String) -> WorkerUnit { WorkerUnit(program: program, folder: folder) }
    texts = unit("marquee-rasterizer")
    documents = (unit("marquee-pictures"), unit("marquee-pages"))
  }

  /// Why some of them do not start their program, a sentence each.
  var troubles: [String] { all.compactMap(\.trouble) }

  func report(by report: @escaping (String) -> Void) {
    for unit in all { unit.didFail = report }
  }

  private var all: [WorkerUnit] { [texts, documents.pictures, documents.pages] }
}
