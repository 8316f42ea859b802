internal import ArgumentParser
internal import ControlProtocol
internal import Dispatch
internal import EventLoop
internal import Glibc

@main
struct MarqueeRemote: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marquee-remote",
    abstract:
      "Web pages for talks and screens: a remote for phones, a console for laptops, and a page with all screens.",
    discussion: """
      The program connects to the socket of marqueed: $MARQUEE_SOCKET, otherwise the same paths as marqueectl. It needs no other access. If \
      it ends, the talk continues. A device pairs with a code. Each code works once, for ten minutes.
      """,
    version: Release.version, subcommands: [ServeCommand.self, CodeCommand.self], defaultSubcommand: ServeCommand.self)

  /// Runs the command. An error has the program's name before it, as in each of our programs.
  static func main() async {
    do {
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      let text = fullMessage(for: error)
      guard exitCode(for: error) != .success, text.hasPrefix("Error: ") else { exit(withError: error) }
      ConsoleOutput.writeError("marquee-remote: \(text.dropFirst(7))")
      Glibc.exit(exitCode(for: error).rawValue)
    }
  }
}

/// The reason why the program ends, in a sentence.
struct RemoteFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Lines for the terminal, or for the program that started this one.
enum ConsoleOutput {
  /// Writes to standard output; false if it is closed.
  @discardableResult
  static func write(_ line: String) -> Bool { WholeWrite.write(Array("\(line)\n".utf8), to: STDOUT_FILENO) == nil }

  static func writeError(_ line: String) { _ = WholeWrite.write(Array("\(line)\n".utf8), to: STDERR_FILENO) }
}

enum ProcessEnvironment {
  /// The variables of this program that are set.
  static var variables: [String: String] {
    let names = ["MARQUEE_MEDIA", "RUNTIME_DIRECTORY", "STATE_DIRECTORY", "XDG_RUNTIME_DIR"]
    return Dictionary(
      uniqueKeysWithValues: names.compactMap { name in unsafe getenv(name).map { unsafe (name, String(cString: $0)) } })
  }
}

enum StandardInput {
  /// The lines of standard input until its end.
  static func lines() -> AsyncStream<String> {
    AsyncStream { continuation in
      BlockingThread.start("marquee-input") {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }
}

/// The signals that end the program.
enum Signals {
  /// Returns at SIGTERM or SIGINT.
  static func wait() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let sources = [SIGTERM, SIGINT].map { number in
      // Before the source has its handler, the signal ends the program at once. A signal ignored earlier would be lost.
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield() }
      source.resume()
      return source
    }
    for await _ in stream { break }
    for source in sources { source.cancel() }
  }
}

/// Lowers the priority of this process, so that a busy processor first draws the daemon's picture.
enum ProcessNiceness {
  /// The `Nice=` of the unit.
  private static let niceness: Int32 = 10

  /// Raises the niceness of all threads of this process. Each thread has its own niceness in the kernel. Dispatch sets the niceness of its
  /// threads, and can lower it only as root.
  static func raise() {
    let kind = __priority_which_t(PRIO_PROCESS.rawValue)
    // Keep a higher niceness: a person set it on purpose.
    for thread in (FolderNames.read("/proc/self/task") ?? []).compactMap({ id_t($0) })
    where getpriority(kind, thread) < niceness {
      setpriority(kind, thread, niceness)
    }
  }
}
