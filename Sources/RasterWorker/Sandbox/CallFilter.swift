internal import CSeccomp
internal import Glibc

/// A filter of system calls (seccomp), before it is in force.
@safe struct CallFilter: ~Copyable {
  enum Action {
    case allow
    case refuse(Int32)

    fileprivate var code: UInt32 {
      switch self {
      case .allow: marquee_seccomp_allow()
      // `SCMP_ACT_ERRNO` (seccomp.h), which is a macro with an argument.
      case .refuse(let error): 0x0005_0000 | UInt32(bitPattern: error) & 0xFFFF
      }
    }
  }

  private let filter: scmp_filter_ctx

  /// - Parameters:
  ///   - other: the action for calls without a rule.
  ///   - allThreads: whether the filter also applies to threads that a library has already started.
  init(other: Action, allThreads: Bool) throws(SandboxFailure) {
    guard let filter = unsafe seccomp_init(other.code) else { throw SandboxFailure(error: ENOMEM) }
    do throws(SandboxFailure) {
      // Makes results the kernel's errnos.
      try Self.check(unsafe seccomp_attr_set(filter, SCMP_FLTATR_API_SYSRAWRC, 1))
      if allThreads { try Self.check(unsafe seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1)) }
    } catch {
      unsafe seccomp_release(filter)
      throw error
    }
    unsafe self.filter = filter
  }

  deinit { unsafe seccomp_release(filter) }

  /// Adds rules for calls. Skips calls that this architecture or the library does not have.
  func add(_ action: Action, _ names: [String]) throws(SandboxFailure) {
    for name in names { try add(action, name) }
  }

  /// Adds a rule for a call with matching arguments.
  func add(_ action: Action, _ name: String, _ arguments: scmp_arg_cmp...) throws(SandboxFailure) {
    let call = unsafe seccomp_syscall_resolve_name(name)
    guard call >= 0 else { return }
    try Self.check(
      unsafe seccomp_rule_add_array(filter, action.code, call, UInt32(arguments.count), arguments))
  }

  /// Puts the filter in force, which cannot be undone.
  consuming func enforce() throws(SandboxFailure) { try Self.check(unsafe seccomp_load(filter)) }

  /// Compares 32 bits of a command, because the kernel reads only those.
  static func isCommand(_ command: UInt32) -> scmp_arg_cmp {
    scmp_arg_cmp(arg: 1, op: SCMP_CMP_MASKED_EQ, datum_a: 0xFFFF_FFFF, datum_b: scmp_datum_t(command))
  }

  private static func check(_ result: Int32) throws(SandboxFailure) {
    guard result < 0 else { return }
    throw SandboxFailure(error: -result)
  }
}

/// The system calls that a process with hostile input needs. All others are refused.
enum PermittedCalls {
  /// The calls for pictures and documents.
  static let decoding =
    memory + files + ownState + threads + time + [
      // The socket, and the memory files that it passes.
      "recvmsg", "sendmsg", "poll", "ppoll", "memfd_create", "ftruncate", "fallocate",
    ]

  /// The calls for monitors. Requests to I2C lines and udev's socket have their own rules.
  static let monitors = memory + files + ownState + threads + time + ["poll", "ppoll", "recvmsg"]

  /// The call that receives samples, besides those for decoding.
  static let sound = ["recvfrom"]
  /// The kinds of ALSA's requests (sound/asound.h): streams and controls. Timers are left out, because they have the kind of terminals.
  static let soundRequests: [UInt64] = [0x41, 0x55]

  /// The calls of connections, besides those for decoding.
  static let network = [
    "connect", "bind", "shutdown", "getsockname", "getpeername", "getsockopt", "setsockopt", "sendto", "recvfrom",
    "sendmmsg",
  ]
  /// `AF_INET`, `AF_INET6`, and `AF_NETLINK`, by which the C library asks for the machine's own addresses. A socket of the last one may have no
  /// rights to change anything. Local sockets are refused, because one of them is the daemon's.
  static let networkFamilies: [UInt64] = [2, 10, 16]
  /// `FIONREAD`.
  static let networkRequests: [UInt32] = [0x541B]

  /// `DMA_BUF_IOCTL_SYNC`, around writing into the memory of a graphics card.
  static let bufferRequests: [UInt32] = [0x4008_6200]

  private static let memory = ["brk", "mmap", "munmap", "mremap", "mprotect", "madvise", "mincore", "membarrier"]
  /// The calls for files. Landlock restricts which files.
  private static let files = [
    "open", "openat", "close", "read", "pread64", "readv", "write", "writev", "lseek", "dup", "stat", "lstat",
    "fstat", "newfstatat", "statx", "access", "faccessat", "faccessat2", "readlink", "readlinkat", "getdents64",
    "getcwd", "statfs", "fstatfs", "fadvise64", "flock", "pipe2", "eventfd2",
  ]
  private static let ownState = [
    "getpid", "gettid", "getppid", "getuid", "geteuid", "getgid", "getegid", "getrusage", "getrlimit", "setrlimit",
    "uname", "sysinfo", "getrandom", "prctl", "arch_prctl", "rt_sigaction", "rt_sigprocmask",
    "rt_sigreturn", "sigaltstack", "exit", "exit_group", "restart_syscall", "getpriority",
  ]
  private static let threads = [
    "futex", "set_robust_list", "get_robust_list", "rseq", "set_tid_address", "sched_yield", "sched_getaffinity",
    "sched_getparam", "sched_getscheduler", "sched_getattr", "sched_get_priority_max", "sched_get_priority_min",
  ]
  private static let time = ["clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time"]

  /// Commands of `fcntl` (linux/fcntl.h) for copies of descriptors, flags, locks and seals: `F_DUPFD`, `F_GETFD` … `F_SETLKW`,
  /// `F_DUPFD_CLOEXEC`, `F_ADD_SEALS` and `F_GET_SEALS`.
  static let fileCommands: [UInt32] = [0, 1, 2, 3, 4, 5, 6, 7, 1030, 1033, 1034]
  /// The requests of libddcutil to an I2C line (linux/i2c-dev.h): `I2C_SLAVE`, `I2C_FUNCS`, `I2C_SLAVE_FORCE` and `I2C_RDWR`.
  static let lineRequests: [UInt32] = [0x0703, 0x0705, 0x0706, 0x0707]
}

/// The calls that have effects outside the process other than through its socket. All others are allowed. They concern the network, other
/// sockets, programs, processes and their memory, devices, namespaces, and large parts of the kernel that no text needs. Other sockets
/// include the daemon's socket, whose admin is the same user.
enum RefusedCalls {
  static let names = [
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

  /// Calls that change files which the process may only read. Landlock refuses `truncate` from version 3 on (Linux 6.2), and never the
  /// others. `openat2` hides its flags from a filter.
  static let changesOfFiles = [
    "truncate", "creat", "openat2", "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "lchown", "fchown", "fchownat",
    "setxattr", "lsetxattr", "fsetxattr", "setxattrat", "removexattr", "lremovexattr", "fremovexattr", "removexattrat",
    "utime", "utimes", "futimesat", "utimensat", "file_setattr",
  ]

  /// Commands of `fcntl` that make the kernel send signals: `F_SETOWN`, `F_SETSIG`, `F_SETOWN_EX`, `F_SETLEASE` and `F_NOTIFY`.
  static let fileCommands: [UInt32] = [8, 10, 15, 1024, 1026]
}

/// The socket over which the kernel and udev report devices (systemd's sd-device-monitor). It cannot send.
enum UdevSocket {
  /// `AF_NETLINK`.
  static let family: UInt64 = 16
  /// `NETLINK_KOBJECT_UEVENT`.
  static let protocolNumber: UInt64 = 15
  /// `SO_RCVBUF`, `SO_PASSCRED`, `SO_ATTACH_FILTER` and `SO_RCVBUFFORCE`.
  static let options: [UInt64] = [8, 16, 26, 33]
  static let calls = ["bind", "getsockname", "getsockopt", "recvfrom"]
}
