internal import Glibc
internal import RemoteServer

/// Where there is not time for everything the picture goes first.
enum Priority {
  /// What the unit has as `Nice=`.
  private static let niceness: Int32 = 10

  /// Puts this process behind others, each of its threads and those that they start.
  ///
  /// The kernel counts niceness by thread. Dispatch gives its threads another one, which it may lower for root only.
  static func comeLater() {
    let threads = SystemFiles.names(in: "/proc/self/task")
    let kind = __priority_which_t(PRIO_PROCESS.rawValue)
    // Who has put it further behind meant that.
    for thread in threads.compactMap({ id_t($0) }) where getpriority(kind, thread) < niceness {
      setpriority(kind, thread, niceness)
    }
  }
}
