import CLinuxEvents
import Configuration
import ContentModel
import EventLoop
import Glibc
import KMSBackend
import Logging
import RasterizerHost
import SystemPackage

@main
enum MarqueedCommand {
  static func main() {
    // This comes before any code that opens a file.
    StandardFiles.complete()
    // This comes before the first thread.
    ZoneDatabase.prepare()
    // A wrong command line ends the program in `parse`.
    guard let arguments = try? MarqueedArguments.parse(CommandLine.arguments) else { exit(EX_USAGE) }
    exit(run(arguments))
  }

  /// Returns the exit status.
  private static func run(_ arguments: MarqueedArguments) -> Int32 {
    var environment = DaemonEnvironment.current()
    environment.isService = environment.isService || arguments.wait
    let wanted = environment["MARQUEE_LOG"]
    let level = arguments.logLevel ?? wanted.flatMap(LogLevel.init(rawValue:))
    LogWriter.install(
      level: level?.level ?? (arguments.replay == nil ? .info : .error), isJournal: environment["JOURNAL_STREAM"] != nil
    )
    if level == nil, let wanted {
      Logger(label: "marqueed").warning(
        "MARQUEE_LOG is \"\(wanted)\": expected \(LogLevel.allCases.map(\.rawValue).joined(separator: ", ")); it is info now"
      )
    }
    // libseat reads it. This comes before the first thread.
    if let name = arguments.seat.libraryName { setenv("LIBSEAT_BACKEND", name, 1) }
    if let report = arguments.replay { return Replay.run(report, arguments, environment) }
    do throws(DaemonError) {
      if arguments.checks.contains(.configuration) {
        try check(arguments, environment)
      } else {
        try Daemon.run(DaemonOptions(arguments, environment))
      }
      return EXIT_SUCCESS
    } catch {
      Logger(label: "marqueed").critical("\(error)")
      return error.status
    }
  }

  private static func check(_ arguments: MarqueedArguments, _ environment: DaemonEnvironment) throws(DaemonError) {
    let file = try ConfigurationSource(path: arguments.config, environment: environment).load()
    // Beside a long form these lines are comments, so that the output is a valid file.
    let mark = file.configuration.usesShortForm ? "# " : ""
    func say(_ text: String) { print(text.split(separator: "\n").map { mark + $0 }.joined(separator: "\n")) }
    for notice in file.configuration.notices { say("note: \(notice)") }
    let options = DaemonOptions(arguments, environment)
    let text = RasterizerSettings(path: options.rasterizerPath)
    let missing = DaemonWorkers.missingPrograms(
      text: text, documents: options.documentPrograms,
      ddc: file.configuration.usesDDC ? options.ddcProgram : nil)
    for trouble in missing + KernelSandbox.current.warnings { say("note: \(trouble)") }
    try checkMarkup(file.configuration, file.path ?? "", options)
    var media = MediaWarnings.find(file.configuration.media)
    media.incomplete = try checkDrawings(media.drawings, options)
    if let skipped = media.skippedText { say("note: \(skipped)") }
    let keyFrames = KeyFrameCheck(media.videos, program: options.videoProgram)
    for note in keyFrames.notes { say("note: \(note)") }
    let warnings =
      file.configuration.unknownNames + file.configuration.languageWarnings + media.errors + media.incomplete
      + keyFrames.refusals
    if arguments.checks.contains(.strict), !warnings.isEmpty {
      throw .configuration(ConfigurationTrouble(file.path ?? "", ConfigurationErrors(warnings)))
    }
    for warning in warnings + keyFrames.warnings { say("warning: \(warning)") }
    if file.configuration.usesShortForm {
      print("# The long form:\n\(file.configuration.longForm)\n# The end of the long form.")
    }
    let number = warnings.count + keyFrames.warnings.count
    let count = number == 0 ? "" : ", \(number) warning\(number == 1 ? "" : "s")"
    say("\(file.path ?? "the built-in configuration"): no errors\(count)")
  }

  private static func makeLoop() throws(DaemonError) -> EventLoop {
    do throws(Errno) {
      return try EventLoop()
    } catch {
      throw .system("the event loop could not be made", error)
    }
  }

  private static func checkDrawings(
    _ drawings: [DrawingCheck.Drawing], _ options: DaemonOptions
  ) throws(DaemonError) -> [ConfigurationError] {
    guard !drawings.isEmpty else { return [] }
    let loop = try makeLoop()
    let documents = DocumentPool(loop: loop, settings: options.documentPrograms)
    var result: [ConfigurationError]?
    DrawingCheck(documents: documents).check(drawings) {
      result = $0
      loop.stop()
    }
    if result == nil { loop.run() }
    documents.stop()
    return result ?? []
  }

  private static func checkMarkup(
    _ configuration: Configuration, _ path: String, _ options: DaemonOptions
  ) throws(DaemonError) {
    let loop = try makeLoop()
    let rasterizer = RasterizerProcess(loop: loop, settings: RasterizerSettings(path: options.rasterizerPath))
    var result: MarkupCheck.Result?
    MarkupCheck.start(configuration, insteadOf: nil, rasterizer: rasterizer) {
      result = $0
      loop.stop()
    }
    if result == nil { loop.run() }
    rasterizer.stop()
    for note in result?.unchecked ?? [] { print("note: \(note)") }
    if let errors = result?.errors, !errors.isEmpty {
      throw .configuration(ConfigurationTrouble(path, ConfigurationErrors(errors)))
    }
  }
}

nonisolated enum StandardFiles {
  /// Opens `/dev/null` for each of the descriptors 0, 1 and 2 that is closed. Without that, the next opened file would become standard
  /// error, and messages would be written into a card or a socket.
  static func complete() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      // open(2) returns the lowest free number, which is this one.
      _ = open("/dev/null", O_RDWR)
    }
  }
}

nonisolated enum ProgramCode {
  /// Releases the memory of the program's code. Most of it is not needed after the start, and the kernel loads pages again when they are
  /// used.
  static func release() throws(Errno) {
    let error = marquee_release_code()
    guard error == 0 else { throw Errno(rawValue: error) }
  }
}
