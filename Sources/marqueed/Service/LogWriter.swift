import EventLoop
import Glibc
import Logging
import Synchronization

/// Writes log lines to the journal as entries with fields, or to standard error, each in one write. The metadata of a message (`screen`,
/// `event`, `app`, …) become fields of the journal (`MARQUEE_SCREEN` and so on). If the journal refuses an entry, it goes to standard error
/// with its priority in front (sd-daemon(3)). Writing never waits for a reader. Lines that cannot be written are dropped and counted. The
/// next line that is written comes after a line with their number.
nonisolated struct LogWriter: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level
  private let isJournal: Bool
  private let journal: JournalSocket?
  private let descriptor: Int32
  /// All copies share the count.
  private let losses = Losses()
  /// The bytes that a pipe accepts without blocking once poll(2) has reported room (PIPE_BUF, pipe(7)).
  private static let portion = 4096

  static func install(level: Logger.Level, isJournal: Bool) {
    let writer = LogWriter(logLevel: level, isJournal: isJournal, journal: isJournal ? JournalSocket() : nil)
    LoggingSystem.bootstrap { _ in writer }
  }

  init(logLevel: Logger.Level, isJournal: Bool, journal: JournalSocket? = nil, descriptor: Int32 = STDERR_FILENO) {
    self.logLevel = logLevel
    self.isJournal = isJournal
    self.journal = journal
    self.descriptor = descriptor
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var text = ""
    // Each line of a message is an entry of the journal with its priority.
    for part in event.message.description.split(separator: "\n") where !isTaken(part, event) {
      text += line(event.level, part)
    }
    guard !text.isEmpty else { return }
    let dropped = losses.count.exchange(0, ordering: .relaxed)
    if dropped > 0 {
      guard write(line(.warning, "\(dropped) messages are missing here: no reader took them")) else {
        losses.count.add(dropped + 1, ordering: .relaxed)
        return
      }
    }
    if !write(text) { losses.count.add(1, ordering: .relaxed) }
  }

  /// Whether the journal has accepted the text with its fields.
  private func isTaken(_ text: Substring, _ event: LogEvent) -> Bool {
    guard let journal else { return false }
    let known = metadata.merging(event.metadata ?? [:]) { $1 }
    let fields = known.sorted { $0.key < $1.key }.map { (name: "MARQUEE_\($0.key.uppercased())", value: "\($0.value)") }
    return journal.send(
      [("PRIORITY", "\(Self.marks(event.level).priority)"), ("SYSLOG_IDENTIFIER", "marqueed")] + fields + [
        ("MESSAGE", String(text))
      ])
  }

  private func line(_ level: Logger.Level, _ text: Substring) -> String {
    let (priority, label) = Self.marks(level)
    return isJournal ? "<\(priority)>\(text)\n" : "marqueed: \(label)\(text)\n"
  }

  /// False if no reader takes all bytes.
  private func write(_ text: String) -> Bool {
    var bytes = ArraySlice(Array(text.utf8))
    while !bytes.isEmpty {
      // Other processes use the same file, so it must not become non-blocking.
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

  private static func marks(_ level: Logger.Level) -> (priority: Int, label: String) {
    switch level {
    case .critical: (2, "error: ")
    case .error: (3, "error: ")
    case .warning: (4, "warning: ")
    case .notice: (5, "")
    case .info: (6, "")
    case .debug, .trace: (7, "debug: ")
    }
  }

  private final class Losses: Sendable {
    let count = Atomic<Int>(0)
  }
}

/// The socket of systemd-journald, which accepts messages with fields ("Native Journal Protocol", systemd.io).
nonisolated struct JournalSocket: Sendable {
  private let address: UnixAddress
  /// Open until the process ends.
  private let descriptor: Int32

  init?(path: String = "/run/systemd/journal/socket") {
    guard let address = UnixAddress(path) else { return nil }
    self.address = address
    let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { return nil }
  }

  /// Sends an entry; false if the journal does not accept it immediately. A field's name has capital letters, digits and underscores. A
  /// line break in a value becomes a space.
  func send(_ fields: [(name: String, value: String)]) -> Bool {
    var bytes: [UInt8] = []
    for field in fields {
      bytes += field.name.utf8
      bytes.append(UInt8(ascii: "="))
      bytes += field.value.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
      bytes.append(UInt8(ascii: "\n"))
    }
    // Connect for each entry, because a restarted journal has a new socket.
    return address.connect(descriptor)
      && Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }
}

/// The words of `--log-level` and `MARQUEE_LOG`.
nonisolated enum LogLevel: String, CaseIterable {
  case debug, info, notice, warning, error

  var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .info }
}
