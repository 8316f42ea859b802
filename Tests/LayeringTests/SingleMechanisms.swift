/// Mechanisms with one implementation. The rules name its files, in `Sources/` and in `Tests/`.
///
/// A second implementation needs a reason here. Usually the first one can be used, or lacks only a parameter.
enum SingleMechanisms {
  static let all: [(rule: SourceRule, places: [String: String])] = [
    mechanism(
      "the address of a Unix socket", use: "EventLoop.UnixAddress, or TestSocket of TestKit", patterns: ["sockaddr_un"],
      places: [
        "Sources/EventLoop/UnixAddress.swift": "the one",
        "Sources/ControlClient/ClientSocket.swift": "a library product, which links nothing of the daemon",
      ]),
    mechanism(
      "the start of a program", use: "EventLoop.ProgramStart, or StartedProgram of TestKit",
      patterns: ["posix_spawn (", "posix_spawnp (", "fork (", "vfork (", "Process ( )", "Process . run ("],
      places: [
        "Sources/EventLoop/ProgramStart.swift": "the one",
        "Sources/RasterWorker/Sandbox/Sandbox.swift": "a check that the sandbox refuses it",
      ]),
    mechanism(
      "the end of a program", use: "EventLoop.ChildEnd, or StartedProgram of TestKit", patterns: ["waitpid ("],
      places: [
        "Sources/EventLoop/WorkerProcess.swift": "the one",
        "Sources/RasterWorker/Sandbox/Sandbox.swift": "a check that the sandbox refuses a start",
        "Tests/DocumentTests/DocumentPoolTests.swift": "a check that no child is left",
        "Tests/ContentTests/RasterizerProcessTests.swift": "a check that no child is left",
      ]),
    mechanism(
      "the file of a listening socket", use: "EventLoop.SocketFile, or TestSocket of TestKit", patterns: [". bind ("],
      places: [
        "Sources/EventLoop/SocketFile.swift": "the one",
        "Sources/EventLoop/UnixAddress.swift": "the call",
        "Tests/TestKit/TestSocket.swift": "that of tests",
      ]),
    mechanism(
      "a set of signals", use: "EventLoop.SignalSet and SignalWatch",
      patterns: ["signalfd (", "sigprocmask (", "pthread_sigmask (", "makeSignalSource ("],
      places: [
        "Sources/marquee-remote/MarqueeRemote.swift":
          "its main function is asynchronous: threads that do not block the signals exist before its first line",
        "Sources/EventLoop/SignalWatch.swift": "the one",
        "Tests/Phones/main.swift": "it waits by sigwait(3), which takes the set itself",
      ]),
    mechanism(
      "a wait that doubles", use: "DisplayTypes.Backoff",
      patterns: [
        "pause * 2", "pause * = 2", "delay * 2", "delay * = 2", "interval * 2", "interval * = 2", "wait * 2",
        "1 << min", "1 << max", "pow ( 2", "milliseconds : [ UInt64 ] =", "nanoseconds : [ UInt64 ] =",
        "pauses : [", "pauses = [",
      ],
      places: ["Sources/DisplayTypes/Values/Backoff.swift": "the one"]),
    mechanism(
      "a seeded generator", use: "SeededGenerator of TestKit",
      patterns: [": RandomNumberGenerator", ", RandomNumberGenerator", "0xBF58_476D_1CE4_E5B9"],
      places: [
        "Sources/ContentModel/Timeline/PlaylistRounds.swift": "the order of shuffled playlists, which must stay",
        "Tests/TestKit/SeededGenerator.swift": "the one",
        "Tests/MarqueedTests/SessionIdentifierTests.swift": "it returns chosen numbers",
      ]),
    mechanism(
      "a reader of folders", use: "EventLoop.FolderNames", patterns: ["readdir ("],
      places: [
        "Sources/EventLoop/FolderNames.swift": "the one",
        "Sources/KernelModeSetting/Cards/CardHolders.swift": "a library product, which links nothing of the daemon",
        "Sources/Content/Media/MediaFileSystem.swift": "it stops early, and looks at the kinds of files",
      ]),
    mechanism(
      "a temporary folder", use: "TemporaryFolder of TestKit", patterns: ["mkdtemp ("],
      places: [
        "Sources/marqueed/Reports/Replay.swift": "the one of the programs",
        "Tests/TestKit/TemporaryFolder.swift": "the one",
      ]),
  ]

  private static func mechanism(
    _ name: String, use: String, patterns: [String], places: [String: String]
  ) -> (rule: SourceRule, places: [String: String]) {
    (SourceRule(name, "there is one already: use \(use)", patterns: patterns, except: Set(places.keys)), places)
  }
}
