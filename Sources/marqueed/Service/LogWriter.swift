import EventLoop
import Glibc
import Logging
import Synchronization

/// Writes log lines: to the journal as entries with fields, else to standard error, each in one write.
///
/// What is known beside a message (its metadata: `screen`, `event`, `app`, …) is in the journal's fields `MARQUEE_SCREEN` and so on. An entry that
/// the journal does not take goes to standard error with the priority in front (sd-daemon(3)).
///
/// It never waits for a reader: lines that nobody takes are dropped and counted, and the count comes first when somebody reads again.
nonisolated struct LogWriter: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level
  private let isJournal: Bool
  private let journal: JournalSocket?
  private let descriptor: Int32

  /// Of one file, by all that write to it.
  private let losses: Losses
  /// What a pipe takes without waiting once poll(2) has said that it takes something (PIPE_BUF, pipe(7)).
  private static let portion = 4096

  /// Makes every `Logger` write here.
  static func install(level: Logger.Level, isJournal: Bool) {
    let writer = LogWriter(logLevel: level, isJournal: isJournal, journal: isJournal ? JournalSocket() : nil)
    LoggingSystem.bootstrap { _ in writer }
  }

  init(logLevel: Logger.Level, isJournal: Bool, journal: JournalSocket? = nil, descriptor: Int32 = STDERR_FILENO) {
    self.logLevel = logLevel
    self.isJournal = isJournal
    self.journal = journal
    self.descriptor = descriptor
    losses = Losses()
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var text = ""
    // A message of several lines is several lines of the journal, each with its priority.
    for part in event.message.description.split(separator: "\n") where !isTaken(part, event) {
      text += line(event.level, part)
    }
    guard !text.isEmpty else { return }
    let dropped = losses.count.exchange(0, ordering: .relaxed)
    if dropped > 0 {
      guard write(line(.warning, "\(dropped) messages are missing here: nobody read the log")) else {
        losses.count.add(dropped + 1, ordering: .relaxed)
        return
      }
    }
    if !write(text) { losses.count.add(1, ordering: .relaxed) }
  }

  /// Whether the journal has it with its fields.
  private func isTaken(_ text: Substring, _ event: LogEvent) -> Bool {
    guard let journal else { return false }
    let known = metadata.merging(event.metadata ?? [:]) { $1 }
    let fields = known.sorted { $0.key < $1.key }.map { (name: "MARQUEE_\($0.key.uppercased())", value: "\($0.value)") }
    return journal.send(
      [("PRIORITY", "\(priority(event.level))"), ("SYSLOG_IDENTIFIER", "marqueed")] + fields + [
        ("MESSAGE", String(text))
      ])
  }

  private func line(_ level: Logger.Level, _ text: Substring) -> String {
    isJournal ? "<\(priority(level))>\(text)\n" : "marqueed: \(label(level))\(text)\n"
  }

  /// False where nobody takes it, or not all of it.
  private func write(_ text: String) -> Bool {
    var bytes = ArraySlice(Array(text.utf8))
    while !bytes.isEmpty {
      // The file is shared with other processes, so it cannot be made one that does not block.
      var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&entry, 1, 0) == 1, entry.revents & Int16(POLLOUT) != 0 else { return false }
      let count = bytes.prefix(LogWriter.portion).withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  private func priority(_ level: Logger.Level) -> Int {
    switch level {
    case .critical: 2
    case .error: 3
    case .warning: 4
    case .notice: 5
    case .info: 6
    case .debug, .trace: 7
    }
  }

  private func label(_ level: Logger.Level) -> String {
    switch level {
    case .critical, .error: "error: "
    case .warning: "warning: "
    case .notice, .info: ""
    case .debug, .trace: "debug: "
    }
  }

  private final class Losses: Sendable {
    let count = Atomic<Int>(0)
  }
}

/// The journal's own socket, which takes a message with fields beside it ("Native Journal Protocol", systemd.io).
///
/// An entry is a datagram of lines `FIELD=value`. What the journal does not take at once is the caller's to say otherwise.
nonisolated struct JournalSocket: Sendable {
  /// Where systemd-journald listens.
  static let path = "/run/systemd/journal/socket"

  private let address: UnixAddress
  /// Open for as long as the process lives.
  private let descriptor: Int32

  /// Nil where no socket can be made.
  init?(path: String = JournalSocket.path) {
    guard let address = UnixAddress(path) else { return nil }
    self.address = address
    let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { return nil }
  }

  /// Sends an entry; false where nobody took it.
  ///
  /// A field's name has capital letters, digits and underscores; a value is one line, what would begin another becomes a blank.
  func send(_ fields: [(name: String, value: String)]) -> Bool {
    var bytes: [UInt8] = []
    for field in fields {
      bytes += field.name.utf8
      bytes.append(UInt8(ascii: "="))
      bytes += field.value.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
      bytes.append(UInt8(ascii: "\n"))
    }
    // Anew each time: a journal that was started again has another socket there.
    return address.connect(descriptor)
      && Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }
}

/// What `--log-level` and `MARQUEE_LOG` say.
nonisolated enum LogLevel: String, CaseIterable {
  case debug
  case info
  case notice
  case warning
  case error

  var level: Logger.Level {
    switch self {
    case .debug: .debug
    case .info: .info
    case .notice: .notice
    case .warning: .warning
    case .error: .error
    }
  }
}
