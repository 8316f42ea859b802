import Glibc

/// Gives a terminal back as it was, also where the program ends by a mistake of its own.
///
/// `kill -9` leaves no time for anything: `reset` brings such a terminal back.
enum TerminalRestorer {
  /// What a signal's handler needs: plain memory, written before the handlers are set and never freed.
  private struct Kept {
    var terminal: Int32 = -1
    var modes = termios()
    var length = 0
    var farewell: UnsafeMutablePointer<UInt8>?
  }

  /// Guard: written by the main thread only, before the handlers below are set; handlers only read it.
  nonisolated(unsafe) private static let kept: UnsafeMutablePointer<Kept> = {
    let memory = UnsafeMutablePointer<Kept>.allocate(capacity: 1)
    memory.initialize(to: Kept())
    return memory
  }()

  /// The signals by which a program ends of a mistake.
  private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS]

  /// Once: whoever ends the program by exit(3) gives the terminal back too, and handlers have a stack of their own, since a crash may be for
  /// want of one.
  private static let isPrepared: Bool = {
    atexit { TerminalRestorer.giveBack() }
    let size = 64 * 1024
    var stack = stack_t(
      ss_sp: UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16), ss_flags: 0, ss_size: size)
    return sigaltstack(&stack, nil) == 0
  }()

  /// Sees to it that a crash gives the terminal back: `farewell` is written and the modes are set.
  static func arm(terminal: Int32, modes: termios, farewell: [UInt8]) {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, farewell.count))
    copy.initialize(from: farewell, count: farewell.count)
    kept.pointee = Kept(terminal: terminal, modes: modes, length: farewell.count, farewell: copy)
    _ = isPrepared
    var action = sigaction()
    action.sa_flags = SA_ONSTACK
    action.__sigaction_handler.sa_handler = { number in
      TerminalRestorer.giveBack()
      signal(number, SIG_DFL)
      raise(number)
    }
    for number in crashes { sigaction(number, &action, nil) }
  }

  /// Only calls that are allowed in a signal's handler (signal-safety(7)).
  private static func giveBack() {
    let kept = Self.kept
    guard kept.pointee.terminal >= 0 else { return }
    var rest = kept.pointee.farewell
    var length = kept.pointee.length
    // A terminal that takes nothing for a second is left.
    for _ in 0..<10 where length > 0 {
      let count = write(kept.pointee.terminal, rest, length)
      if count > 0 {
        rest = rest?.advanced(by: count)
        length -= count
      } else {
        var entry = pollfd(fd: kept.pointee.terminal, events: Int16(POLLOUT), revents: 0)
        poll(&entry, 1, 100)
      }
    }
    _ = tcsetattr(kept.pointee.terminal, TCSANOW, &kept.pointee.modes)
  }

  /// Crashes are again what they were.
  static func disarm() {
    for number in crashes { signal(number, SIG_DFL) }
    kept.pointee.terminal = -1
  }
}
