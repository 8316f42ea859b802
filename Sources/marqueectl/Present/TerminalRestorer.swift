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
  private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]

  /// Sees to it that a crash gives the terminal back: `farewell` is written and the modes are set.
  static func arm(terminal: Int32, modes: termios, farewell: [UInt8]) {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, farewell.count))
    copy.initialize(from: farewell, count: farewell.count)
    kept.pointee = Kept(terminal: terminal, modes: modes, length: farewell.count, farewell: copy)
    for number in crashes {
      signal(number) { number in
        TerminalRestorer.giveBack()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Only calls that are allowed in a signal's handler (signal-safety(7)).
  private static func giveBack() {
    let kept = Self.kept
    guard kept.pointee.terminal >= 0 else { return }
    _ = write(kept.pointee.terminal, kept.pointee.farewell, kept.pointee.length)
    _ = tcsetattr(kept.pointee.terminal, TCSANOW, &kept.pointee.modes)
  }

  /// Crashes are again what they were.
  static func disarm() {
    for number in crashes { signal(number, SIG_DFL) }
    kept.pointee.terminal = -1
  }
}
