import Foundation

/// A process that ends with its owner, however that ends: `Tests/Guest/keep` watches a pipe that only we hold open.
struct KeptProcess: ~Copyable, Sendable {
  private let pipeEnd: Int32
  private let keeper: pid_t

  /// Starts `command`; what it prints is appended to the file `log`.
  init(_ command: [String], log: String) throws {
    var ends: [Int32] = [-1, -1]
    // A pair of sockets, since pipe2 is not to be had: no other process may inherit our end.
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0, &ends) == 0 else {
      throw VirtualMachineError("socketpair: \(String(cString: strerror(errno)))")
    }
    let readEnd = try Descriptor(ends[0], "socketpair")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, readEnd.number, 0)
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

    let words = [ScriptFile(name: "keep").path] + command
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var pid: pid_t = 0
    let failure = posix_spawn(&pid, words[0], &actions, &attributes, &arguments, environ)
    guard failure == 0 else {
      close(ends[1])
      throw VirtualMachineError("Cannot start \(command[0]): \(String(cString: strerror(failure)))")
    }
    pipeEnd = ends[1]
    keeper = pid
  }

  /// Ends the process and waits until it has gone.
  deinit {
    close(pipeEnd)
    var status: Int32 = 0
    while waitpid(keeper, &status, 0) < 0 && errno == EINTR {}
  }
}
