/// How a scenario starts the daemon.
public struct DaemonSetup: Hashable, Sendable {
  /// The text of its configuration file; nil for none.
  public var configuration: String?
  /// Further arguments.
  public var arguments: [String]
  /// It runs as a service, under `supervisor`, which starts it again and keeps its descriptors.
  ///
  /// The bench's process is that one.
  public var isSupervised = false
  /// A call of the kernel that the daemon's machine has not got.
  public var missingCall: String?
  /// Its standard input, output and error are closed.
  public var closesStandardFiles = false
  /// Nobody synchronises the bench's clock, and it is taken to be right nevertheless.
  public var trustsClock = false
  /// The watchdog's interval, where it is supervised.
  public var watchdogMicroseconds: Int?
  /// Files that the supervisor has open from the start, as from an earlier life, by the name under which it keeps them.
  public var storedDescriptors: [String: String] = [:]
  /// Further variables of its environment.
  public var environment: [String: String] = [:]

  /// Makes a setup.
  public init(_ configuration: String? = nil, arguments: [String] = []) {
    self.configuration = configuration
    self.arguments = arguments
  }

  /// The same as a service.
  public func supervised(watchdogMicroseconds: Int? = nil) -> DaemonSetup {
    var setup = self
    setup.isSupervised = true
    setup.watchdogMicroseconds = watchdogMicroseconds
    return setup
  }

  /// The words of the command, with the programs in a directory.
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

  /// One app whose only scene shows some content, as the configuration has it: `pattern: grid`.
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
