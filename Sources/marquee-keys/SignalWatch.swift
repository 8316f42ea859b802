internal import CLinuxEvents
internal import EventLoop
internal import Glibc
internal import SystemPackage

/// Hears SIGTERM, SIGINT and SIGHUP in the loop's turns (signalfd).
final class SignalWatch {
  private let descriptor: Int32
  private var watch: Watch?

  private static var signals: sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in [SIGTERM, SIGINT, SIGHUP] { unsafe sigaddset(&set, signal) }
    return set
  }

  /// Before any thread is started, since each inherits what is blocked.
  static func block() {
    var set = signals
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  init(loop: EventLoop, handler: @escaping (Int32) -> Void) throws(Errno) {
    var set = SignalWatch.signals
    descriptor = unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    let number = descriptor
    watch = try loop.watch(number, for: .readable) { _ in
      var info = signalfd_siginfo()
      let size = MemoryLayout<signalfd_siginfo>.size
      while unsafe read(number, &info, size) == size { handler(Int32(bitPattern: info.ssi_signo)) }
    }
  }

  deinit { close(descriptor) }
}
