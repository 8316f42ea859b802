internal import Glibc
public import WorkerSandbox

/// A worker's `main`.
@safe public enum WorkerProgram {
  /// Reads the command line, gives up rights, and serves the socket; never returns.
  ///
  /// - Parameter name: the program's, for its usage.
  public static func run(_ name: String, _ policy: WorkerPolicy, handler: () -> any RequestHandler) -> Never {
    guard let options = WorkerOptions(CommandLine.arguments.dropFirst()) else {
      let usage =
        "usage: \(name) [--idle-milliseconds N | --check-sandbox]\nmarqueed starts it, with a socket as descriptor 3\n"
      _ = unsafe write(2, usage, usage.utf8.count)
      exit(2)
    }
    let sandbox = Hardening.apply(policy)
    if options.checksSandbox { exit(SandboxCheck.run(policy)) }
    // Whoever cannot be ended by its daemon reads nothing.
    if UnitStart.isOurs, !UnitStart.report(on: WorkerLoop.socket) { exit(1) }
    WorkerLoop(options, sandbox: sandbox, handler: handler()).run()
  }
}
