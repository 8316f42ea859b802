import Glibc
import SpeakerView

/// The child program `marquee-remote`, which serves pages to phones on the local network while this presenter runs. It prints a line when
/// it listens, after its address changes, and for each `code` or `code observe` on its standard input. A line has the address, a code, a
/// link with both, and the role. The child ends when its standard input closes, so it also ends if this program is killed.
final class PhoneChild {
  enum Event {
    /// A code for a phone that controls the talk.
    case ready(PhoneInfo)
    /// The link for an observing phone.
    case observer(String)
    /// The child has ended. The text has the reason and the next step.
    case ended(String)
  }

  private let path: String
  private let arguments: [String]
  private(set) var program: ChildProgram?
  private var line: [UInt8] = []
  /// The last part of its standard error.
  private var errorOutput: [UInt8] = []
  private var hasErrors = true
  /// The time of its first line, on the monotonic clock.
  private var servesSince: UInt64?
  /// Whether its output has ended but its status is still missing.
  private(set) var isEnding = false
  private var restarts = PhoneRestarts()
  /// The time of the next start, on the monotonic clock; nil if it runs, or waits for the speaker.
  private(set) var startsAt: UInt64?

  static func path() throws -> String {
    if let path = ChildProgram.find("marquee-remote", besideThisOne: true) { return path }
    throw ToolFailure(
      message: "--phone needs the program marquee-remote, which is neither beside marqueectl nor on the search path. "
        + "Install it, or present without --phone.")
  }

  convenience init(address: String?) throws {
    try self.init(Self.path(), (address.map { ["--listen", $0] } ?? ["--phone"]) + ["--print-address"])
  }

  init(_ path: String, _ arguments: [String]) throws {
    (self.path, self.arguments) = (path, arguments)
    try start()
  }

  func start() throws {
    guard program == nil else { return }
    (line, errorOutput, hasErrors, servesSince, isEnding, startsAt) = ([], [], true, nil, false, nil)
    program = try ChildProgram(path, arguments)
  }

  func startByHand() throws {
    restarts = PhoneRestarts()
    try start()
  }

  var runs: Bool { program != nil }

  /// The descriptor of its output for poll(2); nil after its end.
  var descriptor: Int32? { isEnding ? nil : program?.output }

  /// The descriptor of its errors for poll(2); nil after their end. The presenter reads them at once, because a full pipe would block the
  /// child.
  var errors: Int32? { hasErrors ? program?.errors : nil }

  func readErrors() {
    if let program { hasErrors = DescriptorIO.readTail(program.errors, into: &errorOutput) }
  }

  /// Requests another code, for another phone.
  func requestCode(observes: Bool) { program?.send(observes ? "code observe" : "code") }

  /// Reads the output, and returns the events of complete lines in order.
  func read() -> [Event] {
    guard let program, !isEnding else { return [] }
    guard let bytes = DescriptorIO.read(program.output) else {
      isEnding = true
      // End a child that has closed its output. A child that has ended by itself keeps its status.
      program.kill(by: SIGKILL)
      return takeEnd().map { [$0] } ?? []
    }
    line += bytes
    var events: [Event] = []
    while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
      let words = String(decoding: line[..<end], as: UTF8.self).split(separator: " ").map(String.init)
      line.removeSubrange(...end)
      if let event = Self.event(words) { events.append(event) }
    }
    if !events.isEmpty, servesSince == nil { servesSince = PresenterClock.monotonic }
    if line.count > 4096 { line = [] }
    return events
  }

  /// Returns the end of the child once, without waiting; nil before that.
  func takeEnd() -> Event? {
    guard isEnding, let status = program?.exitStatus() else { return nil }
    readErrors()
    (program, isEnding) = (nil, false)
    let now = PresenterClock.monotonic
    startsAt = restarts.next(afterServing: servesSince.map { now - min($0, now) }, now: now)
    let reason = Self.reason(status: status, errorOutput: String(decoding: errorOutput, as: UTF8.self))
    return .ended(
      startsAt == nil
        ? "No phone can take part: \(reason). Press a, then c, to start it again."
        : "No phone can take part for a moment: \(reason). It restarts now, and phones must pair again (a).")
  }

  /// The reason for the end of the child: the signal, otherwise its error message, otherwise its status.
  static func reason(status: Int32, errorOutput: String) -> String {
    guard status <= 128 else {
      return "marquee-remote was ended by a signal (\(String(cString: strsignal(status - 128))))"
    }
    // The last line of the program is the reason. Lines without its name explain its options.
    let prefix = "marquee-remote: "
    let last = errorOutput.split(separator: "\n").last { $0.hasPrefix(prefix) }
    guard status != 0, var text = last.map({ String($0.dropFirst(prefix.count)) }) else {
      return "marquee-remote has ended (status \(status)) without a message"
    }
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

/// The automatic restarts of the program for phones.
struct PhoneRestarts {
  /// The maximum number of successive restarts. After them the speaker can start the program with a key.
  static let maxRestarts = 3
  /// Nanoseconds before each restart.
  static let pause: UInt64 = 1_000_000_000
  /// Nanoseconds of service after which the count begins again.
  static let steady: UInt64 = 300_000_000_000

  private var count = 0

  /// Returns the time of the next automatic start; nil if the speaker has to start it. `service` is the time for which the program has
  /// served, in nanoseconds; nil if it has never served.
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
  /// Accepts a port, or a numeric address and a port: `192.168.1.5:8484`, `[fd00::5]:8484`.
  static func isValid(_ text: String) -> Bool {
    if UInt16(text) != nil { return true }
    guard let colon = text.lastIndex(of: ":"), UInt16(text[text.index(after: colon)...]) != nil else { return false }
    let host = text[..<colon]
    var (four, six) = (in_addr(), in6_addr())
    guard host.hasPrefix("["), host.hasSuffix("]") else { return inet_pton(AF_INET, String(host), &four) == 1 }
    return inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &six) == 1
  }
}
