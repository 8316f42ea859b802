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
