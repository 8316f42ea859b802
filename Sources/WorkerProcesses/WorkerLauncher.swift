internal import CLinuxEvents
internal import Glibc

/// Starts a program with a socket and nothing else of ours.
@safe public enum WorkerLauncher {
  /// What fontconfig, Pango and the C library look at.
  ///
  /// The daemon's other variables are none of a worker's business.
  private static let inherited = [
    "FONTCONFIG_FILE", "FONTCONFIG_PATH", "HOME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH",
    "PANGO_LANGUAGE", "PATH", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
  ]

  /// The few variables that are handed on, and others that replace or join them, as `NAME=value`.
  public static func environment(adding others: [String: String]) -> [String] {
    var variables: [String: String] = [:]
    for name in inherited {
      if let value = unsafe getenv(name) { variables[name] = unsafe String(cString: value) }
    }
    variables.merge(others) { _, new in new }
    return variables.map { "\($0.key)=\($0.value)" }.sorted()
  }

  /// `posix_spawn`: standard input and output are `/dev/null`, unless the socket is one of them; standard error is ours, signals are as
  /// for a fresh process.
  ///
  /// Every other descriptor of ours is close-on-exec; a worker closes the rest itself.
  ///
  /// - Returns: zero and the pid, or the errno.
  static func spawn(
    _ path: String, arguments: [String], environment: [String], socket: Int32, as number: Int32
  ) -> (result: Int32, pid: pid_t) {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    // Equal numbers clear close-on-exec (POSIX.1-2024; glibc 2.29).
    unsafe posix_spawn_file_actions_adddup2(&actions, socket, number)

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    // A process group of its own: a Ctrl-C in the terminal is the daemon's to handle.
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var pid: pid_t = 0
    let result = unsafe withCStrings(arguments) { arguments in
      unsafe withCStrings(environment) { environment in
        unsafe posix_spawn(&pid, path, &actions, &attributes, arguments, environment)
      }
    }
    return (result, pid)
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) }
    defer { unsafe pointers.forEach { unsafe free($0) } }
    unsafe pointers.append(nil)
    return unsafe pointers.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("an array with its final nil is never empty") }
      return unsafe body(base)
    }
  }
}
