import ArgumentParser
import ControlProtocol
import Glibc

@main
struct Marqueectl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marqueectl",
    abstract: "The command line for marqueed, which shows the right picture on every connected display.",
    discussion: """
      Exit status: 0 done, 1 failed, 2 wrong usage, 3 no daemon, 4 refused, 5 timed out, 6 a check could not be made.
      With --json, a failed command writes an object to standard error: error, kind, near, expected, hint.
      The daemon's socket is $MARQUEE_SOCKET. If this variable is not set, it is the first of these sockets at which a daemon answers:

      - /run/marquee/marquee.sock
      - $XDG_RUNTIME_DIR/marquee/marquee.sock
      - /tmp/marquee-UID/marquee.sock
      """,
    version: Release.version,
    groupedSubcommands: [
      CommandGroup(
        name: "Screen",
        subcommands: [
          Screens.self, Modes.self, Mode.self, Rotate.self, Scale.self, Overscan.self, Volume.self, Power.self,
          Blank.self,
          Freeze.self, Identify.self, SupportCommand.self, MirrorCommand.self, Reset.self, Explain.self,
        ]),
      CommandGroup(
        name: "Content",
        subcommands: [
          Show.self, DeckCommand.self, ContentCommand.self, AlarmCommand.self, Plays.self, Present.self,
        ]),
      CommandGroup(
        name: "App",
        subcommands: [
          Apps.self, Foreground.self, PlaceCommand.self, Unregister.self, Sessions.self, SessionCommand.self,
          Input.self,
        ]),
      CommandGroup(
        name: "Event and check",
        subcommands: [
          Events.self, WaitCommand.self, OnTrouble.self, Screenshot.self, CompareCommand.self, VerifyCommand.self,
        ]),
      CommandGroup(
        name: "Daemon",
        subcommands: [
          StatusCommand.self, Reload.self, Plan.self, Metrics.self, AuditCommand.self, ReportCommand.self,
        ]),
      CommandGroup(name: "Simulation", subcommands: [Simulate.self, ReadEDID.self]),
    ])

  /// Runs the command. It sets our own exit statuses, because the library uses 64 for wrong usage.
  static func main() {
    closeGaps()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let code as ExitCode {
      // The command has printed its result.
      Glibc.exit(code.rawValue)
    } catch {
      if let failure = ToolFailure(error) { failure.exit() }
      switch exitCode(for: error) {
      case .success: Console.print(CompletionScript.finished(fullMessage(for: error)))
      case let code:
        let words = Array(CommandLine.arguments.dropFirst())
        if let unknown = UnknownSubcommand(in: words) { unknown.failure.exit() }
        let isJSON = OutputOptions.isWanted(in: words)
        let text = UsageMessage.text(isJSON ? message(for: error) : fullMessage(for: error))
        ToolFailure(message: text, status: code == .validationFailure ? .usage : .failed).exit()
      }
    }
  }

  /// Opens an unusable file for each closed standard descriptor. Otherwise a file or connection that is opened later would get the
  /// descriptor's number, and then the output for the terminal.
  private static func closeGaps() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
