import ArgumentParser
import ControlProtocol
import Glibc

/// The command line for marqueed.
@main
struct Marqueectl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marqueectl",
    abstract: "The command line for marqueed, which shows the right picture on every connected display.",
    discussion: """
      Exit status: 0 done, 1 failed, 2 wrong usage, 3 no daemon, 4 refused, 5 timed out.
      The daemon is looked for at $MARQUEE_SOCKET, else /run/marquee/marquee.sock,
      else $XDG_RUNTIME_DIR/marquee/marquee.sock, else /tmp/marquee-UID/marquee.sock.
      """,
    version: Release.version,
    subcommands: screenCommands + [Explain.self] + contentCommands + [Present.self] + pictureCommands + appCommands
      + sessionCommands + eventCommands + planCommands
      + [Plays.self, StatusCommand.self, Metrics.self, ReportCommand.self, Simulate.self, ReadEDID.self])

  /// Runs the command; the exit statuses are our own, since the library's has 64 for wrong usage.
  static func main() {
    closeGaps()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let failure as ToolFailure {
      failure.exit()
    } catch {
      switch exitCode(for: error) {
      case .success: Console.print(fullMessage(for: error))
      case let code:
        ToolFailure(message: fullMessage(for: error), status: code == .validationFailure ? .usage : .failed).exit()
      }
    }
  }

  /// Opens an unusable file for a closed standard descriptor.
  ///
  /// Otherwise a file or connection that is opened later would get its number and the output for the terminal.
  private static func closeGaps() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
