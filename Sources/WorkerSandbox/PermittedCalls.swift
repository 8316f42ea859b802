/// The calls of the kernel that a process needs that reads hostile bytes; whatever else these make a library try is refused.
enum PermittedCalls {
  /// For pictures and documents.
  static let decoding =
    memory + files + ownState + threads + time + [
      // The socket, and the memory that goes over it.
      "recvmsg", "sendmsg", "poll", "ppoll", "memfd_create", "ftruncate", "fallocate",
    ]

  /// For monitors, with requests to their lines and udev's socket besides.
  static let monitors = memory + files + ownState + threads + time + ["poll", "ppoll", "recvmsg"]

  private static let memory = [
    "brk", "mmap", "munmap", "mremap", "mprotect", "madvise", "mincore", "membarrier",
  ]
  /// Which files, Landlock says.
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
    "sched_getparam", "sched_getscheduler", "sched_getattr", "sched_get_priority_max",
    "sched_get_priority_min",
  ]
  private static let time = ["clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time"]
}
