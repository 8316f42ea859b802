internal import CLinuxEvents
package import DisplayTypes
internal import Glibc
internal import Rasterizing

/// Gives up rights before the process reads input, so that a hostile text or file that takes it over gains little.
@safe package enum Hardening {
  /// Seconds of processor time for a request, independent of the daemon's deadline.
  private static let secondsPerRequest: rlim_t = 30

  /// Gives up all rights that the policy does not name, and reports the means that the kernel lacks.
  package static func apply(_ policy: WorkerPolicy) -> SandboxReport {
    limit(policy)
    return SandboxReport(files: Sandbox.restrictFiles(policy.files), calls: Sandbox.restrictCalls(policy.calls))
  }

  /// Limits memory, files and time, and gives up privileges.
  package static func limit(_ policy: WorkerPolicy) {
    // End with the daemon. If the daemon has died before this call, its closed socket ends the process.
    if policy.endsWithParent { _ = marquee_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL)) }
    _ = marquee_prctl(PR_SET_NO_NEW_PRIVS, 1)
    let others = UInt32(policy.socket + 1)
    // Until the restart, a thread of a library may use some of them.
    _ = policy.startsAgain ? marquee_close_from_at_exec(others) : marquee_close_from(others)
    umask(0o077)
    limit(RLIMIT_CORE, to: 0)
    limit(RLIMIT_NOFILE, to: 64)
    let space = AddressSpace.limit(
      policy.addressSpace, memory: AddressSpace.memory, atLeast: policy.leastAddressSpace)
    limit(RLIMIT_AS, to: rlim_t(space))
    // This limit includes memory files, which do not count as address space.
    limit(RLIMIT_FSIZE, to: rlim_t(MemoryFile.maximumBytes))
    // The display thread has priority, and this process ends first if memory is short.
    if let niceness = policy.niceness { setpriority(Int32(PRIO_PROCESS.rawValue), 0, niceness) }
    let score = unsafe open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
    if score >= 0 {
      _ = unsafe write(score, "800", 3)
      close(score)
    }
    switch policy.files {
    case .readingAllAndWritingTheFontCache, .usingDevices: break
    case .readingTheSystem, .readingTheNetworksFiles: silence()
    }
  }

  /// Sets the processor time for the next request. SIGXCPU ends a process that needs more.
  static func beginRequest() {
    var usage = rusage()
    guard unsafe getrusage(RUSAGE_SELF.rawValue, &usage) == 0 else { return }
    let used = rlim_t(max(0, usage.ru_utime.tv_sec) + max(0, usage.ru_stime.tv_sec)) + 1
    var limit = rlimit()
    guard unsafe getrlimit(Int32(RLIMIT_CPU.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = min(used + secondsPerRequest, limit.rlim_max)
    _ = unsafe setrlimit(Int32(RLIMIT_CPU.rawValue), &limit)
  }

  /// Discards the messages of libraries. Standard error is the daemon's log, which a hostile file could fill.
  private static func silence() {
    let nowhere = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nowhere >= 0 else { return }
    dup2(nowhere, 2)
    close(nowhere)
  }

  /// Lowers a limit. Keeps a lower limit that already exists, even if the user may raise it.
  private static func limit(_ resource: __rlimit_resource, to value: rlim_t) {
    var limit = rlimit()
    let isKnown = unsafe getrlimit(Int32(resource.rawValue), &limit) == 0
    let allowed = isKnown ? min(value, limit.rlim_max) : value
    limit = rlimit(rlim_cur: allowed, rlim_max: allowed)
    _ = unsafe setrlimit(Int32(resource.rawValue), &limit)
  }
}

/// The address space of a worker on a machine, in bytes.
package enum AddressSpace {
  /// The minimum, which is enough for libraries, a text and a page of a screen's size.
  package static let least: UInt64 = 512 << 20

  /// Limits a worker's bytes to half of the machine's memory, so that a worker that takes too much fails alone.
  ///
  /// - Parameter memory: nil if the machine does not report it.
  package static func limit(_ wanted: UInt64, memory: UInt64?, atLeast least: UInt64 = least) -> UInt64 {
    guard let memory else { return wanted }
    return min(wanted, max(least, memory / 2))
  }

  package static var memory: UInt64? {
    let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
    guard pages > 0, size > 0 else { return nil }
    let (bytes, isTooLarge) = UInt64(pages).multipliedReportingOverflow(by: UInt64(size))
    return isTooLarge ? .max : bytes
  }
}
