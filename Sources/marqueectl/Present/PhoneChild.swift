import Glibc
import SpeakerView

/// The program `marquee-remote` for the time of this presenter: it serves pages to phones on the local network.
///
/// It prints a line as soon as it listens, another where its address changes and for each line `code` or `code observe` that it reads: its
/// address, a code, the address with the code in it, and what that lets do. It ends when its standard input does, however this program ends.
final class PhoneChild {
  /// What it said.
  enum News {
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
  /// The end of what it complained of.
  private var said: [UInt8] = []
  private var hasComplained = false
  /// Since when it serves, on the monotonic clock; nil until its first line.
  private var servesSince: UInt64?
  /// Whether it says nothing any more, and its status is waited for.
  private(set) var isEnding = false
  private var restarts = PhoneRestarts()
  /// When it is started again, on the monotonic clock; nil where it runs, or waits for the speaker.
  private(set) var startsAt: UInt64?

  /// Where the program is; throws a message where it is nowhere.
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

  /// Starts it, where it does not run.
  func start() throws {
    guard program == nil else { return }
    (line, said, hasComplained, servesSince, isEnding, startsAt) = ([], [], false, nil, false, nil)
    do throws(SystemCallError) {
      program = try ChildProgram(path, arguments)
    } catch {
      throw ToolFailure(message: error.description, status: .failed)
    }
  }

  /// Starts it for a speaker who asks for it.
  func startByHand() throws {
    restarts = PhoneRestarts()
    try start()
  }

  /// Whether it runs.
  var runs: Bool { program != nil }

  /// For poll(2); nil where nothing more comes.
  var descriptor: Int32? { isEnding ? nil : program?.output }

  /// Its complaints, for poll(2): they are read as they come, since a pipe that is full would hold it up; nil where none can come.
  var complaints: Int32? { hasComplained ? nil : program?.errors }

  func readComplaints() {
    guard let program else { return }
    while let bytes = ChildProgram.read(program.errors) {
      guard !bytes.isEmpty else { return }
      said = Array((said + bytes).suffix(4096))
    }
    hasComplained = true
  }

  /// Another code, for another phone.
  func askForCode(observes: Bool) { program?.say(observes ? "code observe" : "code") }

  /// What it has said in whole lines, in order.
  func read() -> [News] {
    guard let program, !isEnding else { return [] }
    guard let bytes = ChildProgram.read(program.output) else {
      isEnding = true
      // One that lives on without a word is of no use; the status of one that is going stays as it is.
      program.kill(by: SIGKILL)
      return takeEnd().map { [$0] } ?? []
    }
    line += bytes
    var news: [News] = []
    while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
      let words = String(decoding: line[..<end], as: UTF8.self).split(separator: " ").map(String.init)
      line.removeSubrange(...end)
      if let one = Self.news(words) { news.append(one) }
    }
    if !news.isEmpty, servesSince == nil { servesSince = PresenterClock.monotonic }
    if line.count > 4096 { line = [] }
    return news
  }

  /// That it has ended, as a sentence for the speaker; nil before, and once that is taken.
  ///
  /// It waits for nothing.
  func takeEnd() -> News? {
    guard isEnding, let status = program?.exitStatus() else { return nil }
    readComplaints()
    (program, isEnding) = (nil, false)
    let now = PresenterClock.monotonic
    startsAt = restarts.next(afterServing: servesSince.map { now - min($0, now) }, now: now)
    let reason = Self.reason(status: status, said: String(decoding: said, as: UTF8.self))
    return .ended(
      startsAt == nil
        ? "No phone can take part: \(reason). Press a, then c, to start it again."
        : "No phone can take part for a moment: \(reason). It is started again, and phones pair anew (a).")
  }

  /// Why it has ended: the signal that did it, else the error that it said, else its status.
  static func reason(status: Int32, said: String) -> String {
    guard status <= 128 else {
      return "marquee-remote was ended by a signal (\(String(cString: strsignal(status - 128))))"
    }
    // Other lines are its log, and after an error in its options it explains these.
    let errors = said.split(separator: "\n").compactMap { line in
      let own = line.hasPrefix("marquee-remote: ") ? line.dropFirst(16) : line
      return own.hasPrefix("Error: ") ? String(own.dropFirst(7)) : nil
    }
    guard var text = errors.last else { return "marquee-remote has ended (status \(status)), and does not say why" }
    while text.hasSuffix(".") { text.removeLast() }
    return "marquee-remote has ended: \(text)"
  }

  /// A line's words; nil where they are none that are known.
  static func news(_ words: [String]) -> News? {
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
  static let most = 3
  /// Nanoseconds before each.
  static let pause: UInt64 = 1_000_000_000
  /// Nanoseconds of service after which an end begins another row.
  static let steady: UInt64 = 300_000_000_000

  private var count = 0

  /// When it is started again by itself; nil where that would help as little as the last time.
  ///
  /// `service` is how long it has served, in nanoseconds; nil where it never has.
  mutating func next(afterServing service: UInt64?, now: UInt64) -> UInt64? {
    guard let service else { return nil }
    if service >= Self.steady { count = 0 }
    guard count < Self.most else { return nil }
    count += 1
    return now + Self.pause
  }
}

/// What `--phone-address` may say, which marquee-remote takes for `--listen`.
enum PhoneAddress {
  /// Whether it is a port, or an address as a number and a port: `192.168.1.5:8484`, `[fd00::5]:8484`.
  static func isOne(_ text: String) -> Bool {
    if UInt16(text) != nil { return true }
    guard let colon = text.lastIndex(of: ":"), UInt16(text[text.index(after: colon)...]) != nil else { return false }
    let host = text[..<colon]
    var (four, six) = (in_addr(), in6_addr())
    guard host.hasPrefix("["), host.hasSuffix("]") else { return inet_pton(AF_INET, String(host), &four) == 1 }
    return inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &six) == 1
  }
}
