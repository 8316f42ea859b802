internal import CLandlock
internal import CLinuxEvents
internal import CSeccomp
internal import Glibc

/// What of the machine is left to the process: some files, its socket, memory and threads.
///
/// A kernel that lacks a part of it leaves the others: an old box shows texts too.
@safe enum Sandbox {
  /// Other ways out of the process than its socket: the network and other sockets (the daemon's own among them, where the same
  /// user is admin), programs, processes and their memory, devices, namespaces, and large parts of the kernel that no text needs.
  private static let refusedCalls = [
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4",
    "execve", "execveat", "fork", "vfork", "kill", "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise",
    "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "kcmp", "ioctl",
    "mount", "umount2", "mount_setattr", "move_mount", "fsopen", "open_tree", "pivot_root", "chroot", "unshare",
    "setns",
    "open_by_handle_at", "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_setup", "keyctl", "add_key",
    "request_key", "personality", "quotactl", "mq_open", "msgget", "semget", "shmget", "rt_sigqueueinfo",
    "rt_tgsigqueueinfo", "tkill", "io_uring_enter", "io_uring_register", "fsconfig", "fsmount", "fspick",
    "open_tree_attr", "landlock_create_ruleset", "name_to_handle_at", "fanotify_init", "inotify_init1", "syslog",
    "reboot", "swapon", "swapoff", "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load",
    "acct", "settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "sethostname", "setdomainname",
    "lookup_dcookie", "vhangup", "nfsservctl", "move_pages", "migrate_pages", "mbind", "set_mempolicy",
    "setpriority", "ioprio_set", "sched_setaffinity", "sched_setparam", "sched_setscheduler", "sched_setattr",
  ]

  /// The commands of `fcntl` that decoding needs: copies of descriptors, flags, locks and seals.
  ///
  /// Commands that send signals are absent.
  private static let fileCommands: [Int32] = [
    F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW,
    // F_ADD_SEALS and F_GET_SEALS.
    1033, 1034,
  ]
  /// `F_SETOWN`, `F_SETSIG`, `F_SETOWN_EX`, `F_SETLEASE` and `F_NOTIFY` (linux/fcntl.h): commands that have the kernel send signals.
  private static let signallingFileCommands: [Int32] = [8, 10, 15, 1024, 1026]

  /// `SCMP_ACT_ERRNO` (seccomp.h), which is a macro with an argument.
  private static func refusal(_ error: Int32) -> UInt32 { 0x0005_0000 | UInt32(bitPattern: error) & 0xFFFF }

  /// Gives everything else up, for good.
  static func enter(_ policy: WorkerPolicy) {
    switch policy.files {
    case .readingAllAndWritingTheFontCache:
      let cache = openFontCache()
      _ = marquee_restrict_writing(cache)
      if cache >= 0 { close(cache) }
    case .readingTheSystem: restrictReading(to: SystemFiles.paths)
    }
    switch policy.calls {
    case .refusing: refuseCalls()
    case .decoding: permitCalls()
    }
  }

  /// C: `landlock_restrict_self`.
  private static func restrictReading(to paths: [String]) {
    let rules = marquee_landlock_begin()
    guard rules >= 0 else { return }
    for path in paths { _ = unsafe marquee_landlock_permit_reading(rules, path) }
    _ = marquee_landlock_restrict(rules)
  }

  /// C: `seccomp_load`.
  private static func refuseCalls() {
    guard let filter = unsafe seccomp_init(marquee_seccomp_allow()) else { return }
    defer { unsafe seccomp_release(filter) }
    for name in refusedCalls {
      // Negative where this architecture, or the library, has no such call.
      let call = unsafe seccomp_syscall_resolve_name(name)
      if call >= 0 { _ = unsafe marquee_seccomp_refuse(filter, call, EPERM) }
    }
    _ = unsafe marquee_seccomp_refuse_processes(filter)
    // Only the own process gets signals and limits. The value 0 is the own process for prlimit64, and the C library passes nothing else.
    let own = scmp_datum_t(getpid())
    unsafe add(filter, refusal(EPERM), "tgkill", scmp_arg_cmp(arg: 0, op: SCMP_CMP_NE, datum_a: own, datum_b: 0))
    unsafe add(filter, refusal(EPERM), "prlimit64", scmp_arg_cmp(arg: 0, op: SCMP_CMP_NE, datum_a: 0, datum_b: 0))
    for command in signallingFileCommands { unsafe add(filter, refusal(EPERM), "fcntl", isCommand(command)) }
    _ = unsafe seccomp_load(filter)
  }

  /// C: `seccomp_load`.
  private static func permitCalls() {
    guard let filter = unsafe seccomp_init(refusal(EPERM)) else { return }
    defer { unsafe seccomp_release(filter) }
    for name in DecodingCalls.names {
      let call = unsafe seccomp_syscall_resolve_name(name)
      if call >= 0 { _ = unsafe seccomp_rule_add_array(filter, marquee_seccomp_allow(), call, 0, nil) }
    }
    // abort() sends its signal with tgkill.
    let own = scmp_datum_t(getpid())
    unsafe add(
      filter, marquee_seccomp_allow(), "tgkill", scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: own, datum_b: 0))
    for process in [0, own] {
      let isOwn = scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: process, datum_b: 0)
      unsafe add(filter, marquee_seccomp_allow(), "prlimit64", isOwn)
    }
    for command in fileCommands { unsafe add(filter, marquee_seccomp_allow(), "fcntl", isCommand(command)) }
    // Threads may be made and processes not. clone3 hides its flags from a filter; where it is missing, the C library takes clone.
    let threads = scmp_datum_t(CLONE_THREAD)
    var isThread = scmp_arg_cmp(arg: 0, op: SCMP_CMP_MASKED_EQ, datum_a: threads, datum_b: threads)
    _ = unsafe seccomp_rule_add_array(
      filter, marquee_seccomp_allow(), seccomp_syscall_resolve_name("clone"), 1, &isThread)
    _ = unsafe seccomp_rule_add_array(filter, refusal(ENOSYS), seccomp_syscall_resolve_name("clone3"), 0, nil)
    _ = unsafe seccomp_load(filter)
  }

  /// The kernel reads 32 bits of a command, so a filter must not compare the others.
  private static func isCommand(_ command: Int32) -> scmp_arg_cmp {
    scmp_arg_cmp(arg: 1, op: SCMP_CMP_MASKED_EQ, datum_a: 0xFFFF_FFFF, datum_b: scmp_datum_t(command))
  }

  /// Adds a rule for one argument of a call.
  private static func add(_ filter: scmp_filter_ctx, _ action: UInt32, _ name: String, _ argument: scmp_arg_cmp) {
    let call = unsafe seccomp_syscall_resolve_name(name)
    guard call >= 0 else { return }
    var argument = argument
    _ = unsafe seccomp_rule_add_array(filter, action, call, 1, &argument)
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
