internal import CSeccomp
internal import Glibc

/// Restricts the process to some files, its socket, memory and threads. If the kernel lacks a part of the sandbox, the other parts apply,
/// because an old machine has to show texts too.
@safe package enum Sandbox {
  /// Gives up files with Landlock, also for programs that this process becomes. This cannot be undone.
  ///
  /// - Returns: 0, or the errno of the call that failed.
  package static func restrictFiles(_ files: WorkerPolicy.Files) -> Int32 {
    do throws(SandboxFailure) {
      switch files {
      case .readingAllAndWritingTheFontCache: try restrictWritingToTheFontCache()
      case .readingTheSystem, .readingTheNetworksFiles:
        let rules = try LandlockRules(.allRights)
        let more = if case .readingTheNetworksFiles = files { SystemFiles.ofNetwork } else { [String]() }
        for path in SystemFiles.paths + more { try rules.permit(rules.attributes.reading, at: path) }
        try rules.enforce()
      case .usingDevices(let devices, let paths):
        // Keep the right to start programs, because the program starts itself again later.
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

  /// Gives up system calls with seccomp. This cannot be undone.
  ///
  /// - Returns: 0, or the errno of the call that failed.
  package static func restrictCalls(_ calls: WorkerPolicy.Calls) -> Int32 {
    do throws(SandboxFailure) {
      switch calls {
      case .refusing: try refuseCalls()
      case .decoding: try permitCalls(PermittedCalls.decoding)
      case .playing: try permitCalls(PermittedCalls.decoding, with: .pairs)
      case .monitors: try permitCalls(PermittedCalls.monitors, with: .lines)
      case .sounding: try permitCalls(PermittedCalls.decoding + PermittedCalls.sound, with: .sound)
      case .streaming: try permitCalls(PermittedCalls.decoding + PermittedCalls.network, with: .network)
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
    // Landlock before version 3 allows emptying a read-only file.
    let emptying = scmp_datum_t(O_TRUNC)
    for (call, flags) in [("open", UInt32(1)), ("openat", 2)] {
      try filter.add(
        refusal, call, scmp_arg_cmp(arg: flags, op: SCMP_CMP_MASKED_EQ, datum_a: emptying, datum_b: emptying))
    }
    try addClone(to: filter, refusal, isThread: false)
    // Allow signals and limits only for this process. For prlimit64 the value 0 is this process, and the C library passes only 0.
    let own = scmp_datum_t(getpid())
    try filter.add(refusal, "tgkill", scmp_arg_cmp(arg: 0, op: SCMP_CMP_NE, datum_a: own, datum_b: 0))
    try filter.add(refusal, "prlimit64", scmp_arg_cmp(arg: 0, op: SCMP_CMP_NE, datum_a: 0, datum_b: 0))
    for command in RefusedCalls.fileCommands { try filter.add(refusal, "fcntl", CallFilter.isCommand(command)) }
    try filter.enforce()
  }

  /// Adds the rule for threads, or the rule for processes. The process may only make threads. clone3 hides its flags from a filter. Without
  /// clone3 the C library uses clone.
  private static func addClone(
    to filter: borrowing CallFilter, _ action: CallFilter.Action, isThread: Bool
  ) throws(SandboxFailure) {
    let threads = scmp_datum_t(CLONE_THREAD)
    try filter.add(
      action, "clone",
      scmp_arg_cmp(arg: 0, op: SCMP_CMP_MASKED_EQ, datum_a: threads, datum_b: isThread ? threads : 0))
    try filter.add(.refuse(ENOSYS), "clone3")
  }

  /// Calls that are permitted with some arguments only.
  private enum Special {
    /// Requests to I2C lines, and the socket of udev.
    case lines
    /// Pairs of local sockets, which reach no other process, and the memory of a graphics card.
    case pairs
    /// Pairs of local sockets, and requests to sound cards.
    case sound
    /// As `pairs`, and sockets of the internet.
    case network
  }

  private static func permitCalls(_ names: [String], with special: Special? = nil) throws(SandboxFailure) {
    // A library may have started threads before the sandbox.
    let filter = try CallFilter(other: .refuse(EPERM), allThreads: special != nil)
    try filter.add(.allow, names)
    // abort() sends its signal with tgkill.
    let own = scmp_datum_t(getpid())
    try filter.add(.allow, "tgkill", scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: own, datum_b: 0))
    for process in [0, own] {
      try filter.add(.allow, "prlimit64", scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: process, datum_b: 0))
    }
    for command in PermittedCalls.fileCommands { try filter.add(.allow, "fcntl", CallFilter.isCommand(command)) }
    switch special {
    case nil: break
    case .pairs:
      try addPairs(to: filter)
      for request in PermittedCalls.bufferRequests { try filter.add(.allow, "ioctl", CallFilter.isCommand(request)) }
    case .sound:
      try addPairs(to: filter)
      for kind in PermittedCalls.soundRequests {
        try filter.add(
          .allow, "ioctl", scmp_arg_cmp(arg: 1, op: SCMP_CMP_MASKED_EQ, datum_a: 0xFF00, datum_b: kind << 8))
      }
    case .network:
      try addPairs(to: filter)
      for family in PermittedCalls.networkFamilies {
        try filter.add(.allow, "socket", scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: family, datum_b: 0))
      }
      for request in PermittedCalls.networkRequests + PermittedCalls.bufferRequests {
        try filter.add(.allow, "ioctl", CallFilter.isCommand(request))
      }
    case .lines:
      for request in PermittedCalls.lineRequests { try filter.add(.allow, "ioctl", CallFilter.isCommand(request)) }
      // A thread of libddcutil listens to udev. It may start later, and ends the program if it cannot listen.
      try filter.add(.allow, UdevSocket.calls)
      try filter.add(
        .allow, "socket", scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: UdevSocket.family, datum_b: 0),
        scmp_arg_cmp(arg: 2, op: SCMP_CMP_EQ, datum_a: UdevSocket.protocolNumber, datum_b: 0))
      for option in UdevSocket.options {
        try filter.add(.allow, "setsockopt", scmp_arg_cmp(arg: 2, op: SCMP_CMP_EQ, datum_a: option, datum_b: 0))
      }
    }
    try addClone(to: filter, .allow, isThread: true)
    try filter.enforce()
  }

  private static func addPairs(to filter: borrowing CallFilter) throws(SandboxFailure) {
    try filter.add(
      .allow, "socketpair", scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: scmp_datum_t(AF_UNIX), datum_b: 0))
  }

  /// Makes and opens fontconfig's cache, because fontconfig could not make it later. Returns -1 without a home directory.
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

/// The rights of a worker's process.
package struct WorkerPolicy: Sendable {
  package enum Files: Sendable {
    /// The process may read all files of its user, and write only the font cache.
    case readingAllAndWritingTheFontCache
    /// The process may only read the files that libraries load: code, fonts and tables of the system, but no personal files.
    case readingTheSystem
    /// As `readingTheSystem`, and the files for names and certificates of servers.
    case readingTheNetworksFiles
    /// As `readingTheSystem`, and files below more paths, and devices. It may also write to the devices and send requests to them.
    case usingDevices([String], reading: [String])
  }

  package enum Calls: Sendable {
    /// All calls except `RefusedCalls`.
    case refusing
    case decoding
    /// As `decoding`, and pairs of local sockets, for all threads.
    case playing
    /// Only the calls for requests to a monitor over I2C lines, for all threads.
    case monitors
    /// As `playing`, and requests to sound cards.
    case sounding
    /// As `playing`, and sockets of the internet.
    case streaming
  }

  /// Bytes of address space for the largest work. On a small machine it is less (`AddressSpace`).
  let addressSpace: UInt64
  /// The bytes that it gets on any machine.
  let leastAddressSpace: UInt64
  package let files: Files
  package let calls: Calls
  /// The niceness of the process (nice(2)); nil for that of its parent.
  let niceness: Int32?
  /// The highest descriptor that the process keeps open.
  let socket: Int32
  /// Whether the program starts itself again before it reads input.
  let startsAgain: Bool
  /// Whether the kernel ends it when its parent ends.
  let endsWithParent: Bool

  package init(
    addressSpace: UInt64, atLeast leastAddressSpace: UInt64 = AddressSpace.least, files: Files, calls: Calls,
    niceness: Int32? = 5, socket: Int32 = 3, startsAgain: Bool = false,
    endsWithParent: Bool = true
  ) {
    self.niceness = niceness
    self.addressSpace = addressSpace
    self.leastAddressSpace = leastAddressSpace
    self.files = files
    self.calls = calls
    self.socket = socket
    self.startsAgain = startsAgain
    self.endsWithParent = endsWithParent
  }
}

/// The files of the system that libraries read while they decode: code, fonts, and tables of character sets and colours.
@safe enum SystemFiles {
  private static let usual = [
    "/usr", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache", "/etc/fonts", "/var/cache/fontconfig",
    "/sys/devices/system/cpu", "/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/dev/null",
  ]
  /// The fonts of the user, below the home directory.
  private static let own = [".fonts", ".local/share/fonts", ".cache/fontconfig", ".config/fontconfig"]

  /// The files by which the C library and GnuTLS find servers and check their certificates.
  static let ofNetwork = [
    "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/host.conf", "/etc/gai.conf", "/etc/services",
    "/etc/ssl", "/etc/gnutls", "/etc/ca-certificates", "/run/systemd/resolve", "/run/resolvconf", "/run/NetworkManager",
    "/etc/localtime",
  ]

  static var paths: [String] {
    guard let home = unsafe getenv("HOME") else { return usual }
    let directory = unsafe String(cString: home)
    return directory.hasPrefix("/") ? usual + own.map { "\(directory)/\($0)" } : usual
  }

  /// The program and its libraries, by the mappings of this process (proc(5), `maps`).
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

/// Tries the forbidden actions inside the sandbox, for `--check-sandbox`.
@safe package enum SandboxCheck {
  /// Prints a line for each action, and returns the exit status: 0 if the sandbox holds.
  package static func run(_ policy: WorkerPolicy) -> Int32 {
    var status: Int32 = 0
    func report(_ action: String, isRefused: Bool) { report(action, isRefused, "refused", otherwise: "possible") }
    func report(_ action: String, _ isRight: Bool, _ result: String, otherwise: String) {
      let line = "\(action): \(isRight ? result : otherwise)\n"
      _ = unsafe write(1, line, line.utf8.count)
      if !isRight { status = 1 }
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
    case .readingTheSystem, .readingTheNetworksFiles, .usingDevices:
      let users = unsafe open("/etc/passwd", O_RDONLY | O_CLOEXEC)
      report("files of others", isRefused: users < 0)
      let folder = unsafe open("/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      report("folders of others", isRefused: folder < 0)
    }
    switch policy.calls {
    case .refusing: report("changes of files that may be read", isRefused: changesNoFile())
    case .decoding: break
    case .playing: report("sockets of pairs", makesPair(), "permitted", otherwise: "impossible")
    case .streaming:
      report("sockets of pairs", makesPair(), "permitted", otherwise: "impossible")
      let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      report("sockets of the internet", socket >= 0, "permitted", otherwise: "impossible")
      if socket >= 0 { close(socket) }
    case .sounding:
      report("sockets of pairs", makesPair(), "permitted", otherwise: "impossible")
      report("requests to other devices", isRefused: marquee_try_other_request(1) < 0 && errno == EPERM)
    case .monitors:
      report("requests to other devices", isRefused: marquee_try_other_request(1) < 0 && errno == EPERM)
      // If the filter is too strict, no monitor replies, or the program ends.
      let reachesLines = marquee_try_line_request(-1) < 0 && errno == EBADF
      report("requests to I2C lines", reachesLines, "permitted", otherwise: "impossible")
      let socket = socket(Int32(UdevSocket.family), Int32(SOCK_RAW.rawValue), Int32(UdevSocket.protocolNumber))
      report("messages of udev", socket >= 0, "permitted", otherwise: "impossible")
      if socket >= 0 { close(socket) }
    }
    report("programs", isRefused: runsNoProgram())
    return status
  }

  private static func makesNoProcess() -> Bool {
    var child: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
    let result = unsafe posix_spawn(&child, "/bin/true", nil, nil, &arguments, nil)
    if result == 0 { _ = waitpid(child, nil, 0) }
    return result != 0
  }

  private static func makesPair() -> Bool {
    var pair: [Int32] = [-1, -1]
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0 else { return false }
    for descriptor in pair { close(descriptor) }
    return true
  }

  /// Whether changes of files are refused. The path does not exist, so a permitted call fails with another error.
  private static func changesNoFile() -> Bool {
    func isRefused(_ result: Int32) -> Bool { result < 0 && errno == EPERM }
    return unsafe isRefused(truncate("", 0)) && isRefused(chmod("", 0)) && isRefused(chown("", 0, 0))
      && isRefused(utimensat(AT_FDCWD, "", nil, 0)) && isRefused(open("", O_RDONLY | O_TRUNC | O_CLOEXEC))
  }

  private static func runsNoProgram() -> Bool {
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
    // If the program starts, it replaces this process, which then prints no more lines.
    return unsafe execv("/bin/true", &arguments) < 0
  }
}
