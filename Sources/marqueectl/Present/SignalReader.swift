import EventLoop
import Glibc

/// Receives signals through a descriptor (signalfd(2)) while this object exists.
final class SignalReader {
  /// For poll(2).
  let descriptor: Int32
  private let before: SignalSet

  /// The signals for a view, and the signals that would end this process (signal(7)). `SIGPIPE` is ignored, and signals of crashes have
  /// handlers.
  private static let watched = [SIGWINCH, SIGTSTP, SIGCONT] + ending
  static let ending: [Int32] =
    [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT]
    + [SIGXCPU, SIGXFSZ] + (34...64)

  init(_ watched: [Int32] = watched) throws(SystemCallError) {
    let set = SignalSet(watched)
    before = set.block()
    descriptor = set.makeDescriptor()
    guard descriptor >= 0 else { throw SystemCallError(what: "Signals could not be watched", errno: errno) }
    // A write to the terminal detects a lost terminal.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGTTOU, SIG_IGN)
  }

  deinit {
    signal(SIGPIPE, SIG_DFL)
    signal(SIGTTOU, SIG_DFL)
    before.blockAlone()
    close(descriptor)
  }

  /// The next signal; nil if none has arrived.
  func next() -> Int32? { SignalSet.next(from: descriptor) }

  /// Stops this process as Ctrl-Z or a read in the background does, and returns after it continues. The kernel does not stop a process
  /// without a shell that could continue it.
  func stop(by number: Int32 = SIGTSTP) {
    let set = SignalSet([number])
    set.unblock()
    kill(0, number)
    // SIGTTIN stays unblocked, because it is not a watched signal.
    if number == SIGTSTP { set.block() }
  }

  /// Whether a pending SIGCONT will report that the process has continued.
  var isContinued: Bool {
    var pending = sigset_t()
    return sigpending(&pending) == 0 && sigismember(&pending, SIGCONT) == 1
  }

  /// Ends this process by a signal, as if it were not watched.
  static func end(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    SignalSet([number]).unblock()
    raise(number)
    exit(128 + number)
  }
}
