import Glibc
import SpeakerView

/// The child program `marquee-remote`, which serves pages to phones on the local network while this presenter runs.
///
/// It prints a line after it listens, after its address changes, and for each `code` or `code observe` on its standard input: the address,
/// a code, a link with both, and the role. It ends with its standard input, so also if this program is killed.
final class PhoneChild {
  /// An event of the child.
  enum Event {
    /// A code for a phone that controls the talk.
    case ready(PhoneInfo)
    /// The address with a code for a phone that looks on.
    case observer(String)
    /// Why phones are gone, and how they come back.
    case ended(String)
  }

  private let path: String
  private let arguments: [String]
  /// Nil while it does not run.
  private(set) var program: ChildProgram?
  private var line: [UInt8] = []
  /// The end of its standard error.
  private var errorOutput: [UInt8] = []
  private var hasComplained = false
  /// Since when it serves, on the monotonic clock; nil until its first line.
  private var servesSince: UInt64?
  /// Whether its output has ended and only its status is missing.
  private(set) var isEnding = false
  private var restarts = PhoneRestarts()
  /// The time of the next start, on the monotonic clock; nil if it runs, or waits for the speaker.
  private(set) var startsAt: UInt64?

  /// The path of the program.
  ///
  /// Throws a message if it is nowhere.
  static func path() throws -> String {
    guard let path = ChildProgram.find("marquee-remote", besideThisOne: true) else {
      throw ToolFailure(
        message: "--phone needs the program marquee-remote, which is neither beside marqueectl nor on the search path. "
          + "Install it, or present without --phone.", status: .failed)
    }
    return path
  }

  convenience init(address: String?) throws {
    try self.init(Self.path(), (address.map { ["--listen", $0] } ?? ["--phone"]) + ["--print-address"])
  }

  init(_ path: String, _ arguments: [String]) throws {
    (self.path, self.arguments) = (path, arguments)
    try start()
  }

  /// Starts it if it does not run.
  func start() throws {
    guard program == nil else { return }
    (line, errorOutput, hasComplained, servesSince, isEnding, startsAt) = ([], [], false, nil, false, nil)
    do throws(SystemCallError) {
      program = try ChildProgram(path, arguments)
    } catch {
      throw ToolFailure(message: error.description, status: .failed)
    }
  }

  /// Starts it on the speaker's request.
  func startByHand() throws {
    restarts = PhoneRestarts()
    try start()
  }

  var runs: Bool { program != nil }

  /// The descriptor of its output for poll(2); nil after its end.
  var descriptor: Int32? { isEnding ? nil : program?.output }

  /// The descriptor of its errors for poll(2); nil if there is none.
  ///
  /// They are read at once, because a full pipe would block the child.
  var complaints: Int32? { hasComplained ? nil : program?.errors }

  func readComplaints() {
    guard let program else { return }
    while let bytes = ChildProgram.read(program.errors) {
      guard !bytes.isEmpty else { return }
      errorOutput = Array((errorOutput + bytes).suffix(4096))
    }
    hasComplained = true
  }

  /// Another code, for another phone.
  func requestCode(observes: Bool) { program?.send(observes ? "code observe" : "code") }

  /// The events of its complete lines, in order.
  func read() -> [Event] {
    guard let program, !isEnding else { return [] }
    guard let bytes = ChildProgram.read(program.output) else {
      isEnding = true
      // A child without output is of no use and is ended. A child that ends by itself keeps its status.
      program.kill(by: SIGKILL)
      return takeEnd().map { [$0] } ?? []
    }
    line += bytes
    var events: [Event] = []
    while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
      let words = String(decoding: line[..<end], as: UTF8.self).split(separator: " ").map(String.init)
      line.removeSubrange(...end)
      if let one = Self.event(words) { events.append(one) }
    }
    if !events.isEmpty, servesSince == nil { servesSince = PresenterClock.monotonic }
    if line.count > 4096 { line = [] }
    return events
  }

  /// That it has ended, as a sentence for the speaker; nil before, and once that is taken.
  ///
  /// It waits for nothing.
  func takeEnd() -> Event? {
    guard isEnding, let status = program?.exitStatus() else { return nil }
    readComplaints()
    (program, isEnding) = (nil, false)
    let now = PresenterClock.monotonic
    startsAt = restarts.next(afterServing: servesSince.map { now - min($0, now) }, now: now)
    let reason = Self.reason(status: status, errorOutput: String(decoding: errorOutput, as: UTF8.self))
    return .ended(
      startsAt == nil
        ? "No phone can take part: \(reason). Press a, then c, to start it again."
        : "No phone can take part for a moment: \(reason). It restarts now, and phones must pair again (a).")
  }

  /// The reason for its end: the signal, otherwise its error message, otherwise its status.
  static func reason(status: Int32, errorOutput: String) -> String {
    guard status <= 128 else {
      return "marquee-remote was ended by a signal (\(String(cString: strsignal(status - 128))))"
    }
    // Other lines are its log, and after an error in its options it explains these.
    let errors = errorOutput.split(separator: "\n").compactMap { line in
      let own = line.hasPrefix("marquee-remote: ") ? line.dropFirst(16) : line
      return own.hasPrefix("Error: ") ? String(own.dropFirst(7)) : nil
    }
    guard var text = errors.last else { return "marquee-remote has ended (status \(status)) without a message" }
    while text.hasSuffix(".") { text.removeLast() }
    return "marquee-remote has ended: \(text)"
  }

  /// The event of a line; nil for an unknown line.
  static func event(_ words: [String]) -> Event? {
    guard words.count >= 4 else { return nil }
    return switch words[3] {
    case "control": .ready(PhoneInfo(address: words[0], code: words[1], link: words[2]))
    case "observe": .observer(words[2])
    default: nil
    }
  }
}

/// When the program for phones is started again after it has ended: a value.
struct PhoneRestarts {
  /// So often in a row; afterwards the speaker does it by a key.
  static let maxRestarts = 3
  /// Nanoseconds before each.
  static let pause: UInt64 = 1_000_000_000
  /// Nanoseconds of service after which an end begins another row.
  static let steady: UInt64 = 300_000_000_000

  private var count = 0

  /// The time of the next automatic start; nil if that is as hopeless as the last one.
  ///
  /// `service` is the time for which it has served, in nanoseconds; nil if it never has.
  mutating func next(afterServing service: UInt64?, now: UInt64) -> UInt64? {
    guard let service else { return nil }
    if service >= Self.steady { count = 0 }
    guard count < Self.maxRestarts else { return nil }
    count += 1
    return now + Self.pause
  }
}

/// The form of `--phone-address`, which becomes marquee-remote's `--listen`.
enum PhoneAddress {
  /// Whether it is a port, or a numeric address and a port: `192.168.1.5:8484`, `[fd00::5]:8484`.
  static func isOne(_ text: String) -> Bool {
    if UInt16(text) != nil { return true }
    guard let colon = text.lastIndex(of: ":"), UInt16(text[text.index(after: colon)...]) != nil else { return false }
    let host = text[..<colon]
    var (four, six) = (in_addr(), in6_addr())
    guard host.hasPrefix("["), host.hasSuffix("]") else { return inet_pton(AF_INET, String(host), &four) == 1 }
    return inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &six) == 1
  }
}
