internal import CLinuxEvents
internal import CSeccomp
internal import Glibc

/// What of the machine is left to the process: files to read, the font cache to write, its socket, memory and threads.
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
    "request_key", "personality", "quotactl", "mq_open", "msgget", "semget", "shmget",
  ]

  /// Gives everything else up, for good.
  static func enter() {
    let cache = openFontCache()
    _ = marquee_restrict_writing(cache)
    if cache >= 0 { close(cache) }
    filterCalls()
  }

  /// C: `seccomp_load`.
  private static func filterCalls() {
    guard let filter = unsafe seccomp_init(marquee_seccomp_allow()) else { return }
    defer { unsafe seccomp_release(filter) }
    for name in refusedCalls {
      // Negative where this architecture, or the library, has no such call.
      let call = unsafe seccomp_syscall_resolve_name(name)
      if call >= 0 { _ = unsafe marquee_seccomp_refuse(filter, call, EPERM) }
    }
    _ = unsafe marquee_seccomp_refuse_processes(filter)
    _ = unsafe seccomp_load(filter)
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
