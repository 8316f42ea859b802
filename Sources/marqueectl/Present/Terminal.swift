import CLinuxEvents
import Glibc

/// The terminal of this process in raw mode, on its alternate screen. `leave` restores it. This type opens the terminal again, so that
/// descriptors of other processes stay blocking. Output that the terminal does not take at once waits here.
final class Terminal {
  /// For poll(2).
  let descriptor: Int32
  private var modes = termios()
  private var pending: [UInt8] = []
  private var isEntered = false
  private let isConsole: Bool
  /// Whether pictures must be removed when the terminal is restored.
  var hasKittyPictures = false {
    didSet { if isEntered { armRestorer() } }
  }

  /// Turns on the alternate screen, and turns off the cursor and wrapping at the last column.
  private static let start = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J"
  private static let mouseOn = "\u{1B}[?1003h\u{1B}[?1006h"
  private static let mouseOff = "\u{1B}[?1003l\u{1B}[?1006l"
  private var mouse = false

  init(kind: String) throws(SystemCallError) {
    let number = open("/dev/tty", O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard number >= 0 else { throw SystemCallError(what: "The terminal could not be opened", errno: errno) }
    descriptor = number
    isConsole = kind == "linux"
  }

  deinit {
    leave()
    close(descriptor)
  }

  private var restoreSequence: String {
    // Linux's own console has no alternate screen, so clear its only screen.
    Self.mouseOff + "\u{1B}[0m" + (hasKittyPictures ? "\u{1B}_Ga=d,d=A,q=2\u{1B}\\" : "") + "\u{1B}[?7h"
      + (isConsole ? "\u{1B}[H\u{1B}[2J" : "") + "\u{1B}[?25h\u{1B}[?1049l"
  }

  /// Whether this process is in its foreground group (tcgetpgrp(3)).
  var isForeground: Bool { tcgetpgrp(descriptor) == getpgrp() }

  /// Takes over the terminal. After a stop by SIGSTOP it keeps the modes from before the stop.
  func enter() throws(SystemCallError) {
    guard isEntered || tcgetattr(descriptor, &modes) == 0 else {
      throw SystemCallError(what: "The terminal's modes could not be read", errno: errno)
    }
    var raw = modes
    cfmakeraw(&raw)
    armRestorer()
    guard tcsetattr(descriptor, TCSANOW, &raw) == 0 else {
      throw SystemCallError(what: "The terminal's modes could not be set", errno: errno)
    }
    // Earlier input was for the shell.
    tcflush(descriptor, TCIFLUSH)
    isEntered = true
    mouse = false
    // CAN ends a sequence that is half written (ECMA-48).
    if !pending.isEmpty { pending = [0x18] }
    write(Array(Self.start.utf8))
  }

  private func armRestorer() {
    TerminalRestorer.arm(terminal: descriptor, modes: modes, restoreSequence: Array(restoreSequence.utf8))
  }

  /// Restores the terminal. It gives up after two seconds if the terminal takes no output.
  func leave() {
    guard isEntered else { return }
    isEntered = false
    // Waiting output is obsolete. CAN ends a sequence that is half written (ECMA-48).
    if !pending.isEmpty { pending = [0x18] }
    pending += Array(restoreSequence.utf8)
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    for _ in 0..<20 where !flush() {
      guard poll(&entry, 1, 100) >= 0 || errno == EINTR else { break }
    }
    pending = []
    // Drop late reports of the mouse, so that the shell does not read them as commands.
    tcflush(descriptor, TCIFLUSH)
    _ = tcsetattr(descriptor, TCSANOW, &modes)
    TerminalRestorer.disarm()
  }

  /// Writes as much as the terminal takes, and keeps the rest.
  func write(_ bytes: [UInt8]) {
    pending += bytes
    _ = flush()
  }

  var isDrained: Bool { pending.isEmpty }

  /// Writes waiting output. Returns true if nothing is left.
  func flush() -> Bool {
    while !pending.isEmpty {
      let count = pending.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, min($0.count, 4096)) }
      guard count > 0 || (count < 0 && errno == EINTR) else { return false }
      pending.removeFirst(max(0, count))
    }
    return true
  }

  func setMouse(_ isOn: Bool) {
    guard isOn != mouse else { return }
    mouse = isOn
    write(Array((isOn ? Self.mouseOn : Self.mouseOff).utf8))
  }

  /// Columns, rows, and a cell's pixels if the terminal knows them (TIOCGWINSZ).
  func size() -> (columns: Int, rows: Int, cellWidth: Int, cellHeight: Int) {
    var size = winsize()
    guard marquee_window_size(descriptor, &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24, 0, 0) }
    let (columns, rows) = (Int(size.ws_col), Int(size.ws_row))
    return (columns, rows, Int(size.ws_xpixel) / columns, Int(size.ws_ypixel) / rows)
  }
}

/// Restores a terminal, also if the program crashes. After `kill -9` it cannot. The command `reset` restores such a terminal.
enum TerminalRestorer {
  /// The data of the signal handlers: plain memory that is written before the handlers are set, and never freed.
  private struct Kept {
    var terminal: Int32 = -1
    var modes = termios()
    var length = 0
    var restoreSequence: UnsafeMutablePointer<UInt8>?
  }

  /// Safe without a lock: only the main thread writes it, before it sets the handlers below. Handlers only read it.
  nonisolated(unsafe) private static let kept: UnsafeMutablePointer<Kept> = {
    let memory = UnsafeMutablePointer<Kept>.allocate(capacity: 1)
    memory.initialize(to: Kept())
    return memory
  }()

  private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS]

  /// Evaluated once. exit(3) then restores the terminal. Signal handlers get their own stack, because a crash may be a stack overflow.
  private static let isPrepared: Bool = {
    atexit { TerminalRestorer.restore() }
    let size = 64 * 1024
    var stack = stack_t(
      ss_sp: UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16), ss_flags: 0, ss_size: size)
    return sigaltstack(&stack, nil) == 0
  }()

  /// Prepares for a crash. Its handler writes `restoreSequence` and sets the modes.
  static func arm(terminal: Int32, modes: termios, restoreSequence: [UInt8]) {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, restoreSequence.count))
    copy.initialize(from: restoreSequence, count: restoreSequence.count)
    kept.pointee = Kept(terminal: terminal, modes: modes, length: restoreSequence.count, restoreSequence: copy)
    _ = isPrepared
    var action = sigaction()
    action.sa_flags = SA_ONSTACK
    action.__sigaction_handler.sa_handler = { number in
      TerminalRestorer.restore()
      signal(number, SIG_DFL)
      raise(number)
    }
    for number in crashes { sigaction(number, &action, nil) }
  }

  /// Restores the terminal with only the calls that a signal handler may make (signal-safety(7)).
  private static func restore() {
    let kept = Self.kept
    guard kept.pointee.terminal >= 0 else { return }
    var rest = kept.pointee.restoreSequence
    var length = kept.pointee.length
    // Give up if the terminal takes nothing for a second.
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
    // Otherwise the shell would read an unread reply of the terminal as typed text.
    tcflush(kept.pointee.terminal, TCIFLUSH)
    _ = tcsetattr(kept.pointee.terminal, TCSANOW, &kept.pointee.modes)
  }

  static func disarm() {
    for number in crashes { signal(number, SIG_DFL) }
    kept.pointee.terminal = -1
  }
}
