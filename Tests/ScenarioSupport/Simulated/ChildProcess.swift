internal import Foundation
internal import VirtualMachine

/// A program of the build on this machine.
///
/// It ends with the thread that started it.
final class ChildProcess {
  let identifier: pid_t
  let logPath: String
  private var status: Int?

  /// Starts a program; what it prints goes to the file `log`.
  init(_ words: [String], environment: [String: String], log: String) throws {
    logPath = log
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    // Swift's threads block most signals, and a child inherits that: SIGTERM would never reach it.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let all = ["setpriv", "--pdeathsig", "KILL"] + words
    var arguments: [UnsafeMutablePointer<CChar>?] = all.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var started: pid_t = 0
    let failure = posix_spawnp(&started, all[0], &actions, &attributes, &arguments, &variables)
    guard failure == 0 else {
      throw ScenarioFailure("Cannot start \(words[0]): \(String(cString: strerror(failure)))")
    }
    identifier = started
  }

  deinit {
    guard status == nil else { return }
    Foundation.kill(identifier, SIGKILL)
    var ignored: Int32 = 0
    waitpid(identifier, &ignored, 0)
  }

  /// The exit status, 128 + N after signal N; nil while it runs.
  func exitStatus() -> Int? {
    if let status { return status }
    var raw: Int32 = 0
    guard waitpid(identifier, &raw, WNOHANG) == identifier else { return nil }
    let signal = raw & 0x7F
    status = Int(signal == 0 ? (raw >> 8) & 0xFF : 128 + signal)
    return status
  }

  /// Waits until it has ended: a minute at least, since the host may be busy.
  func wait(within seconds: Double) throws -> Int {
    let seconds = max(seconds, 60)
    guard let status = Deadline(after: seconds).poll(every: 5, { exitStatus() }) else {
      throw ScenarioFailure("Process \(identifier) still runs after \(seconds) seconds. It says:\n\(output)")
    }
    return status
  }

  /// What it has printed.
  var output: String {
    String(decoding: FileManager.default.contents(atPath: logPath) ?? Data(), as: UTF8.self)
  }

  /// Runs a shell script and returns what it prints.
  static func shell(_ script: String) throws -> String {
    let log = FileManager.default.temporaryDirectory.appending(path: "marquee-\(UUID().uuidString).log").path
    defer { try? FileManager.default.removeItem(atPath: log) }
    let process = try ChildProcess(["sh", "-c", script], environment: [:], log: log)
    let status = try process.wait(within: 30)
    guard status == 0 else { throw ScenarioFailure("This ends with status \(status): \(script)\n\(process.output)") }
    return process.output
  }
}
