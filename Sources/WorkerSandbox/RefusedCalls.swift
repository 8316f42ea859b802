/// Calls that lead out of a process that may make all others.
///
/// These are the ways past its socket: the network and other sockets (the daemon's own among them, where the same user is admin), programs,
/// processes and their memory, devices, namespaces, and large parts of the kernel that no text needs.
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

  /// Calls that change files which the process may only read.
  ///
  /// Landlock refuses `truncate` from version 3 on (Linux 6.2), and the others not at all. `openat2` hides its flags from a filter.
  static let changesOfFiles = [
    "truncate", "creat", "openat2", "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "lchown", "fchown", "fchownat",
    "setxattr", "lsetxattr", "fsetxattr", "setxattrat", "removexattr", "lremovexattr", "fremovexattr", "removexattrat",
    "utime", "utimes", "futimesat", "utimensat", "file_setattr",
  ]
}

/// Commands of `fcntl` (linux/fcntl.h).
enum FileCommands {
  /// Copies of descriptors, flags, locks and seals: `F_DUPFD`, `F_GETFD` … `F_SETLKW`, `F_DUPFD_CLOEXEC`, `F_ADD_SEALS` and `F_GET_SEALS`.
  static let usual: [UInt32] = [0, 1, 2, 3, 4, 5, 6, 7, 1030, 1033, 1034]
  /// `F_SETOWN`, `F_SETSIG`, `F_SETOWN_EX`, `F_SETLEASE` and `F_NOTIFY`: commands that have the kernel send signals.
  static let signalling: [UInt32] = [8, 10, 15, 1024, 1026]
}

/// Requests to devices by `ioctl`.
enum DeviceRequests {
  /// What libddcutil asks of an I2C line (linux/i2c-dev.h): `I2C_SLAVE`, `I2C_FUNCS`, `I2C_SLAVE_FORCE` and `I2C_RDWR`.
  static let ofLines: [UInt32] = [0x0703, 0x0705, 0x0706, 0x0707]
}

/// The socket over which the kernel and udev tell of devices (systemd's sd-device-monitor).
///
/// Nothing can be sent by it.
enum UdevSocket {
  /// `AF_NETLINK`.
  static let family: UInt64 = 16
  /// `NETLINK_KOBJECT_UEVENT`.
  static let protocolNumber: UInt64 = 15
  /// `SO_RCVBUF`, `SO_PASSCRED`, `SO_ATTACH_FILTER` and `SO_RCVBUFFORCE`.
  static let options: [UInt64] = [8, 16, 26, 33]
  static let calls = ["bind", "getsockname", "getsockopt", "recvfrom"]
}
