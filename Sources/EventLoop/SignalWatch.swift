internal import CLinuxEvents
internal import Glibc
package import SystemPackage

/// Calls a handler for each signal of a set, in the turns of a loop (signalfd(2)).
package final class SignalWatch {
  private let descriptor: Int32
  private var watch: Watch?

  package init(
    loop: EventLoop, signals: SignalSet, handler: @escaping (_ signal: Int32) -> Void
  ) throws(Errno) {
    descriptor = signals.makeDescriptor()
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    let number = descriptor
    watch = try loop.watch(number, for: .readable) { _ in
      while let signal = SignalSet.next(from: number) { handler(signal) }
    }
  }

  /// Drops the signals that wait.
  package func drop() {
    while SignalSet.next(from: descriptor) != nil {}
  }

  deinit { close(descriptor) }
}

/// A set of signals (signal(7)).
@safe package struct SignalSet: Sendable {
  private var set = sigset_t()

  package init(_ signals: [Int32]) {
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
  }

  /// Adds these to the blocked signals, and returns the signals that were blocked before. Call it before the first thread starts, because
  /// threads inherit the blocked signals.
  @discardableResult
  package func block() -> SignalSet { change(SIG_BLOCK) }

  package func contains(_ signal: Int32) -> Bool {
    var set = set
    return unsafe sigismember(&set, signal) == 1
  }

  package func unblock() { _ = change(SIG_UNBLOCK) }

  /// Blocks these and unblocks all others.
  package func blockAlone() { _ = change(SIG_SETMASK) }

  private func change(_ how: Int32) -> SignalSet {
    var (new, before) = (self, self)
    unsafe pthread_sigmask(how, &new.set, &before.set)
    return before
  }

  /// Returns a non-blocking descriptor for `next`, or -1 with `errno` set. The signals must be blocked.
  package func makeDescriptor() -> Int32 {
    var set = set
    return unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
  }

  package static func next(from descriptor: Int32) -> Int32? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    return unsafe read(descriptor, &info, size) == size ? Int32(bitPattern: info.ssi_signo) : nil
  }
}
