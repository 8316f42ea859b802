/// How a scenario starts the daemon.
public struct DaemonSetup: Hashable, Sendable {
  /// The text of its configuration file; nil for none.
  public var configuration: String?
  /// Further arguments.
  public var arguments: [String]

  /// Makes a setup.
  public init(_ configuration: String? = nil, arguments: [String] = []) {
    self.configuration = configuration
    self.arguments = arguments
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
