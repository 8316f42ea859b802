/// The options with which a scenario starts the daemon.
public struct DaemonSetup: Hashable, Sendable {
  /// The text of its configuration file; nil for none.
  public var configuration: String?
  /// More arguments.
  public var arguments: [String]
  /// The daemon runs as a service under `supervisor`, which restarts it and keeps its descriptors.
  ///
  /// The bench's process is the supervisor.
  public var isSupervised = false
  /// A kernel call that fails on the daemon's machine, as if the kernel lacked it.
  public var missingCall: String?
  /// The daemon starts with closed standard input, output and error.
  public var closesStandardFiles = false
  /// The daemon trusts the bench's clock, although no time service synchronises it.
  public var trustsClock = false
  /// The watchdog's interval, if the daemon is supervised.
  public var watchdogMicroseconds: Int?
  /// Files that the supervisor holds open from the start, as if from an earlier run, by their names in its store.
  public var storedDescriptors: [String: String] = [:]
  /// More variables of the daemon's environment.
  public var environment: [String: String] = [:]

  /// Makes a setup.
  public init(_ configuration: String? = nil, arguments: [String] = []) {
    self.configuration = configuration
    self.arguments = arguments
  }

  /// The same setup as a service.
  public func supervised(watchdogMicroseconds: Int? = nil) -> DaemonSetup {
    var setup = self
    setup.isSupervised = true
    setup.watchdogMicroseconds = watchdogMicroseconds
    return setup
  }

  /// The words of the command. The programs are in a directory.
  func command(in directory: String, _ arguments: [String]) -> [String] {
    var daemon = ["\(directory)/marqueed"] + arguments + self.arguments
    if let missingCall { daemon = ["\(directory)/without-call", missingCall] + daemon }
    if trustsClock { daemon = ["env", "MARQUEE_CLOCK=trusted"] + daemon }
    if !environment.isEmpty { daemon = ["env"] + environment.map { "\($0)=\($1)" } + daemon }
    if closesStandardFiles { daemon = ["sh", "-c", "exec \"$0\" \"$@\" <&- >&- 2>&-"] + daemon }
    guard isSupervised else { return daemon }
    let watchdog = watchdogMicroseconds.map { ["--watchdog", "\($0)"] } ?? []
    let stored = storedDescriptors.flatMap { ["--store", "\($0.key)=\($0.value)"] }
    return ["\(directory)/supervisor"] + watchdog + stored + daemon
  }

  /// One app whose only scene shows a content in the syntax of the configuration, such as `pattern: grid`.
  public static func showing(_ content: String, screens: String = "") -> DaemonSetup {
    DaemonSetup(
      """
      \(screens)
      apps:
        lobby:
          scenes:
            externalDisplayNonInteractive:
              - name: main
                content: { \(content) }

      """)
  }
}
