internal import DisplayTypes
internal import EventLoop
internal import Glibc

/// The machine's clocks, in seconds.
enum SystemTime {
  /// A clock that only goes forward.
  static var monotonic: Double { Double(MonotonicTime.now.nanoseconds) / 1e9 }

  /// The time since 1970.
  static var wall: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return seconds(time)
  }

  static func seconds(_ time: timespec) -> Double { Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 }
}

/// Separate threads for work that waits.
enum BlockingThread {
  /// Starts a thread that ends after the work. If there is no memory for it, the work is not done.
  static func start(_ name: String, _ work: @escaping @Sendable () -> Void) {
    (try? LoopThread.start(name: name, main: work))?.post { EventLoop.current?.stop() }
  }
}

/// The reason why the system refused a file or a directory, in plain words.
enum FileErrorText {
  static func text(_ number: Int32) -> String {
    switch number {
    case ENOENT: "it does not exist"
    case ENOTDIR: "it is no directory"
    case EISDIR: "it is a directory"
    case EACCES, EPERM: "this program’s user may not use it"
    case EROFS: "its disk is read-only"
    case ENOSPC, EDQUOT: "its disk is full"
    default: unsafe String(cString: strerror(number))
    }
  }
}
