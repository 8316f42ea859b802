import CLinuxEvents
import EventLoop
import Glibc
import SystemPackage

/// Hears SIGTERM, SIGINT, SIGHUP and SIGUSR2 in the loop's turns (signalfd).
final class SignalWatch {
  private let descriptor: Int32
  private var watch: Watch?

  /// The signals that are heard.
  ///
  /// Blocked before any thread is started, since each inherits what is blocked.
  private static var signals: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGTERM, SIGINT, SIGHUP, SIGUSR2] { sigaddset(&set, signal) }
    return set
  }

  static func block() {
    var set = signals
    pthread_sigmask(SIG_BLOCK, &set, nil)
    signal(SIGPIPE, SIG_IGN)
  }

  init(loop: EventLoop, handler: @escaping (Int32) -> Void) throws(DaemonError) {
    var set = SignalWatch.signals
    descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
    guard descriptor >= 0 else { throw .system("signals cannot be heard", Errno(rawValue: errno)) }
    let number = descriptor
    do throws(Errno) {
      watch = try loop.watch(number, for: .readable) { _ in
        var info = signalfd_siginfo()
        while read(number, &info, MemoryLayout<signalfd_siginfo>.size) == MemoryLayout<signalfd_siginfo>.size {
          handler(Int32(bitPattern: info.ssi_signo))
        }
      }
    } catch {
      throw .system("signals cannot be watched", error)
    }
  }

  deinit { close(descriptor) }
}
