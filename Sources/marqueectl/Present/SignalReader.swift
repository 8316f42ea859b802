import CLinuxEvents
import Glibc

/// Signals as bytes of a descriptor (signalfd(2)), as long as this value lives.
final class SignalReader {
  /// For poll(2).
  let descriptor: Int32
  private var before = sigset_t()

  /// Those that a person or the system sends to a program on a terminal.
  private static let watched = [SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT]

  init() throws(TerminalError) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in Self.watched { sigaddset(&set, number) }
    pthread_sigmask(SIG_BLOCK, &set, &before)
    descriptor = signalfd(-1, &set, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
    guard descriptor >= 0 else { throw TerminalError(what: "Signals could not be watched", errno: errno) }
    // A terminal that is gone is noticed where it is written to.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGTTOU, SIG_IGN)
  }

  deinit {
    signal(SIGPIPE, SIG_DFL)
    signal(SIGTTOU, SIG_DFL)
    pthread_sigmask(SIG_SETMASK, &before, nil)
    close(descriptor)
  }

  /// The next one; nil where there is none.
  func next() -> Int32? {
    var info = signalfd_siginfo()
    let length = MemoryLayout<signalfd_siginfo>.size
    guard read(descriptor, &info, length) == length else { return nil }
    return Int32(info.ssi_signo)
  }

  /// Stops this process as Ctrl-Z does elsewhere, and returns when it goes on.
  func stop() {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    kill(0, SIGTSTP)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }
}
