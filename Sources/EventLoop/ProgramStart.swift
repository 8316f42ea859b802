package import Glibc

/// Starts programs (posix_spawn(3)) with default signals. Each has its own process group, so that Ctrl-C in the terminal does not reach it.
@safe package enum ProgramStart {
  /// The folder of this program.
  package static var ownFolder: String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink("/proc/self/exe", &path, path.count)
    let name = String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return name.lastIndex(of: "/").map { String(name[..<$0]) }
  }

  /// A descriptor of the program: one of ours, or `/dev/null` if `ours` is nil.
  package typealias File = (number: Int32, ours: Int32?)

  /// Returns zero and the pid, or the errno. Our other descriptors must be close-on-exec.
  ///
  /// - Parameter environment: the program's variables as `NAME=value`; nil for our own.
  package static func start(
    _ path: String, arguments: [String], environment: [String]? = nil, files: [File]
  ) -> (result: Int32, pid: pid_t) {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for file in files {
      if let ours = file.ours {
        // If the numbers are equal, the call clears close-on-exec (POSIX.1-2024; glibc 2.29).
        unsafe posix_spawn_file_actions_adddup2(&actions, ours, file.number)
      } else {
        let access = file.number == STDIN_FILENO ? O_RDONLY : O_WRONLY
        unsafe posix_spawn_file_actions_addopen(&actions, file.number, "/dev/null", access, 0)
      }
    }

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var pid: pid_t = 0
    let result = unsafe withCStrings(arguments) { arguments in
      guard let environment else { return unsafe posix_spawn(&pid, path, &actions, &attributes, arguments, environ) }
      return unsafe withCStrings(environment) { environment in
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
