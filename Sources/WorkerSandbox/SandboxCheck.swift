internal import CSeccomp
internal import Glibc

/// Tries from within what the sandbox forbids: `--check-sandbox`.
@safe package enum SandboxCheck {
  /// Prints what is refused and what is not; the exit status is 0 where all is refused.
  package static func run(_ policy: WorkerPolicy) -> Int32 {
    var status: Int32 = 0
    func report(_ what: String, isRefused: Bool) {
      say("\(what): \(isRefused ? "refused" : "possible")\n")
      if !isRefused { status = 1 }
    }
    report("sockets", isRefused: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) < 0)
    report("processes", isRefused: makesNoProcess())
    report("signals to others", isRefused: kill(getppid(), 0) < 0)
    let parent = getppid()
    report("signals to threads of others", isRefused: marquee_try_thread_signal(parent) < 0)
    report("limits of others", isRefused: marquee_try_limits(parent) < 0)
    report("signals by files", isRefused: marquee_try_file_owner(1, parent) < 0 && marquee_try_file_signal(1) < 0)
    report("priorities of others", isRefused: marquee_try_priority(parent) < 0)
    report("processors of others", isRefused: marquee_try_processors(parent) < 0)
    let path = "/tmp/marquee-sandbox-check-\(getpid())"
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    report("files", isRefused: file < 0)
    if file >= 0 {
      close(file)
      _ = unsafe unlink(path)
    }
    switch policy.files {
    case .readingAllAndWritingTheFontCache: break
    case .readingTheSystem, .usingDevices:
      let users = unsafe open("/etc/passwd", O_RDONLY | O_CLOEXEC)
      report("files of others", isRefused: users < 0)
      let folder = unsafe open("/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      report("folders of others", isRefused: folder < 0)
    }
    switch policy.calls {
    case .refusing: report("changes of files that may be read", isRefused: changesNoFile())
    case .decoding: break
    case .monitors:
      report("requests to other devices", isRefused: marquee_try_other_request(1) < 0 && errno == EPERM)
      // A filter that is too strict makes every monitor silent, or ends the program.
      let asks = marquee_try_line_request(-1) < 0 && errno == EBADF
      let socket = socket(Int32(UdevSocket.family), Int32(SOCK_RAW.rawValue), Int32(UdevSocket.protocolNumber))
      for (what, isPermitted) in [("requests to I2C lines", asks), ("messages of udev", socket >= 0)] {
        say("\(what): \(isPermitted ? "permitted" : "impossible")\n")
        if !isPermitted { status = 1 }
      }
      if socket >= 0 { close(socket) }
    }
    report("programs", isRefused: runsNoProgram())
    return status
  }

  private static func say(_ line: String) { _ = unsafe write(1, line, line.utf8.count) }

  private static func makesNoProcess() -> Bool {
    var child: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
    let result = unsafe posix_spawn(&child, "/bin/true", nil, nil, &arguments, nil)
    if result == 0 { _ = waitpid(child, nil, 0) }
    return result != 0
  }

  /// The path names no file: a call that is possible finds that out.
  private static func changesNoFile() -> Bool {
    func isRefused(_ result: Int32) -> Bool { result < 0 && errno == EPERM }
    return unsafe isRefused(truncate("", 0)) && isRefused(chmod("", 0)) && isRefused(chown("", 0, 0))
      && isRefused(utimensat(AT_FDCWD, "", nil, 0)) && isRefused(open("", O_RDONLY | O_TRUNC | O_CLOEXEC))
  }

  private static func runsNoProgram() -> Bool {
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
    // Where it runs, it is this process that runs it, and nothing is printed any more.
    return unsafe execv("/bin/true", &arguments) < 0
  }
}
