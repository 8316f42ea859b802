/// A command that runs in the guest while the test continues.
public struct BackgroundCommand: Sendable {
  /// The machine it runs in.
  public let machine: VirtualMachine
  /// The guest's process.
  public let processIdentifier: Int
  /// The file in the guest with the output of the command.
  public let logPath: String

  /// The output of the command so far.
  public func output() throws -> String {
    String(decoding: try machine.read(logPath), as: UTF8.self)
  }

  /// Whether it still runs.
  public func isRunning() throws -> Bool {
    try machine.run("kill -0 \(processIdentifier)").succeeded
  }

  /// Sends a signal by its name, only to this process.
  public func signal(_ name: String) throws {
    try machine.check("kill -s \(name) \(processIdentifier)")
  }

  /// Sends SIGTERM to the process and its children, and waits for their end. After the limit it sends SIGKILL.
  public func stop(within limit: Duration = .seconds(5)) throws {
    let seconds = limit.components.seconds
    try machine.run(
      """
      kill -s TERM -- -\(processIdentifier) || exit 0
      timeout \(seconds) tail --pid=\(processIdentifier) -f /dev/null || kill -s KILL -- -\(processIdentifier)
      """, timeout: limit + .seconds(10))
  }
}
