internal import CSeccomp
internal import Glibc

/// What of the machine is left to the process: some files, its socket, memory and threads.
///
/// A kernel that lacks a part of it leaves the others: an old box shows texts too.
@safe package enum Sandbox {
  /// Gives up files by Landlock, for good.
  ///
  /// Programs that this process becomes have given them up too.
  ///
  /// - Returns: 0, or the errno of the call that failed.
  package static func restrictFiles(_ files: WorkerPolicy.Files) -> Int32 {
    do throws(SandboxFailure) {
      switch files {
      case .readingAllAndWritingTheFontCache: try restrictWritingToTheFontCache()
      case .readingTheSystem:
        let rules = try LandlockRules(.allRights)
        for path in SystemFiles.paths { try rules.permit(rules.attributes.reading, at: path) }
        try rules.enforce()
      case .usingDevices(let devices, let paths):
        // The program starts itself again afterwards.
        let rules = try LandlockRules(.allButPrograms)
        for path in SystemFiles.paths + SystemFiles.mapped + paths {
          try rules.permit(rules.attributes.reading, at: path)
        }
        try rules.permit(rules.attributes.listing, at: "/dev")
        for device in devices { try rules.permit(rules.attributes.usingDevice, at: device) }
        try rules.enforce()
      }
      return 0
    } catch {
      return error.error
    }
  }

  /// Gives up calls of the kernel by seccomp, for good.
  ///
  /// - Returns: 0, or the errno of the call that failed.
  package static func restrictCalls(_ calls: WorkerPolicy.Calls) -> Int32 {
    do throws(SandboxFailure) {
      switch calls {
      case .refusing: try refuseCalls()
      case .decoding: try permitCalls(PermittedCalls.decoding)
      case .monitors: try permitCalls(PermittedCalls.monitors, withLines: true)
      }
      return 0
    } catch {
      return error.error
    }
  }

  private static func restrictWritingToTheFontCache() throws(SandboxFailure) {
    let cache = openFontCache()
    defer { if cache >= 0 { close(cache) } }
    let rules = try LandlockRules(.changes)
    if cache >= 0 { try rules.permit(rules.attributes.writing, at: cache) }
    try rules.enforce()
  }

  private static func refuseCalls() throws(SandboxFailure) {
    let filter = try CallFilter(other: .allow, allThreads: false)
    let refusal = CallFilter.Action.refuse(EPERM)
    try filter.add(refusal, RefusedCalls.names + RefusedCalls.changesOfFiles)
    // Landlock before version 3 lets a file be emptied that may only be read.
    let emptying = scmp_datum_t(O_TRUNC)
    for (call, flags) in [("open", UInt32(1)), ("openat", 2)] {
      try filter.add(
        refusal, call, scmp_arg_cmp(arg: flags, op: SCMP_CMP_MASKED_EQ, datum_a: emptying, datum_b: emptying))
    }
    // Threads may be made and processes not. clone3 hides its flags from a filter; where it is missing, the C library takes clone.
    let threads = scmp_datum_t(CLONE_THREAD)
    try filter.add(
      refusal, "clone", scmp_arg_cmp(arg: 0, op: SCMP_CMP_MASKED_EQ, datum_a: threads, datum_b: 0))
    try filter.add(.refuse(ENOSYS), ["clone3"])
    // Only the own process gets signals and limits. The value 0 is the own process for prlimit64, and the C library passes nothing else.
    let own = scmp_datum_t(getpid())
    try filter.add(refusal, "tgkill", scmp_arg_cmp(arg: 0, op: SCMP_CMP_NE, datum_a: own, datum_b: 0))
    try filter.add(refusal, "prlimit64", scmp_arg_cmp(arg: 0, op: SCMP_CMP_NE, datum_a: 0, datum_b: 0))
    for command in FileCommands.signalling { try filter.add(refusal, "fcntl", CallFilter.isCommand(command)) }
    try filter.enforce()
  }

  /// - Parameter withLines: whether I2C lines may be asked, and udev be listened to; then the filter holds for the threads that do so.
  private static func permitCalls(_ names: [String], withLines: Bool = false) throws(SandboxFailure) {
    let filter = try CallFilter(other: .refuse(EPERM), allThreads: withLines)
    try filter.add(.allow, names)
    // abort() sends its signal with tgkill.
    let own = scmp_datum_t(getpid())
    try filter.add(.allow, "tgkill", scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: own, datum_b: 0))
    for process in [0, own] {
      try filter.add(.allow, "prlimit64", scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: process, datum_b: 0))
    }
    for command in FileCommands.usual { try filter.add(.allow, "fcntl", CallFilter.isCommand(command)) }
    if withLines {
      for request in DeviceRequests.ofLines { try filter.add(.allow, "ioctl", CallFilter.isCommand(request)) }
      // A thread of libddcutil listens to udev. It begins at its own time, and ends the program if it cannot.
      try filter.add(.allow, UdevSocket.calls)
      try filter.add(
        .allow, "socket", scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: UdevSocket.family, datum_b: 0),
        scmp_arg_cmp(arg: 2, op: SCMP_CMP_EQ, datum_a: UdevSocket.protocolNumber, datum_b: 0))
      for option in UdevSocket.options {
        try filter.add(.allow, "setsockopt", scmp_arg_cmp(arg: 2, op: SCMP_CMP_EQ, datum_a: option, datum_b: 0))
      }
    }
    // Threads may be made and processes not. clone3 hides its flags from a filter; where it is missing, the C library takes clone.
    let threads = scmp_datum_t(CLONE_THREAD)
    try filter.add(
      .allow, "clone", scmp_arg_cmp(arg: 0, op: SCMP_CMP_MASKED_EQ, datum_a: threads, datum_b: threads))
    try filter.add(.refuse(ENOSYS), ["clone3"])
    try filter.enforce()
  }

  /// Where fontconfig keeps what it has read of the fonts: made here, since it could not make it later; -1 without a home.
  private static func openFontCache() -> Int32 {
    var directory: String
    if let cache = unsafe getenv("XDG_CACHE_HOME") {
      directory = unsafe String(cString: cache)
    } else if let home = unsafe getenv("HOME") {
      directory = unsafe String(cString: home) + "/.cache"
    } else {
      return -1
    }
    guard directory.hasPrefix("/") else { return -1 }
    _ = unsafe mkdir(directory, 0o700)
    directory += "/fontconfig"
    _ = unsafe mkdir(directory, 0o755)
    return unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  }
}

/// What a worker's process may use of the machine.
public struct WorkerPolicy: Sendable {
  /// Which files it may read and write.
  public enum Files: Sendable {
    /// Any that the user may read; only the font cache may be written.
    case readingAllAndWritingTheFontCache
    /// Only those that libraries load: code, fonts and tables of the system, none of anybody's own.
    case readingTheSystem
    /// The same and what lies at more paths, and devices, which it may also write to and send requests to.
    case usingDevices([String], reading: [String])
  }

  /// Which calls of the kernel it may make.
  public enum Calls: Sendable {
    /// All but those that lead out of the process.
    case refusing
    /// Only those that decoding needs.
    case decoding
    /// Only those that need to be made to ask a monitor, with requests to I2C lines alone; for all threads.
    case monitors
  }

  /// Bytes of address space for the largest work; a small machine gives less (`AddressSpace`).
  public var addressSpace: UInt64
  /// Files.
  public var files: Files
  /// Calls of the kernel.
  public var calls: Calls
  /// Its socket is the highest descriptor that it keeps.
  public var socket: Int32
  /// Whether it starts itself again before it reads anything.
  public var startsAgain: Bool
  /// Whether the kernel ends it when the process that has started it ends.
  public var endsWithParent: Bool

  /// Makes a policy; see the properties.
  public init(
    addressSpace: UInt64, files: Files, calls: Calls, socket: Int32 = 3, startsAgain: Bool = false,
    endsWithParent: Bool = true
  ) {
    self.addressSpace = addressSpace
    self.files = files
    self.calls = calls
    self.socket = socket
    self.startsAgain = startsAgain
    self.endsWithParent = endsWithParent
  }
}

/// What libraries read of the system while they decode: their code, fonts, and tables of character sets and colours.
@safe enum SystemFiles {
  private static let usual = [
    "/usr", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache", "/etc/fonts", "/var/cache/fontconfig",
    "/sys/devices/system/cpu", "/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/dev/null",
  ]
  /// Where a person keeps fonts, below the home directory.
  private static let own = [".fonts", ".local/share/fonts", ".cache/fontconfig", ".config/fontconfig"]

  static var paths: [String] {
    guard let home = unsafe getenv("HOME") else { return usual }
    let directory = unsafe String(cString: home)
    return directory.hasPrefix("/") ? usual + own.map { "\(directory)/\($0)" } : usual
  }

  /// The program and its libraries, wherever they lie: what this process has mapped (proc(5), `maps`).
  static var mapped: Set<String> {
    guard let file = unsafe fopen("/proc/self/maps", "re") else { return [] }
    defer { unsafe fclose(file) }
    var paths: Set<String> = []
    var line: UnsafeMutablePointer<CChar>?
    var size = 0
    defer { unsafe free(line) }
    while unsafe getline(&line, &size, file) > 0, let bytes = unsafe line {
      // Address, permissions, offset, device, inode, path.
      let words = unsafe String(cString: bytes).prefix { $0 != "\n" }.split(separator: " ", maxSplits: 5)
      if let path = words.last?.drop(while: { $0 == " " }), path.hasPrefix("/") { paths.insert(String(path)) }
    }
    return paths
  }
}

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
