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
  private var program: ChildProgram?
  private var line: [UInt8] = []
  /// The end of what it complained of.
  private var said: [UInt8] = []
  private var hasComplained = false
  private var hasServed = false
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

  init(address: String?) throws {
    path = try Self.path()
    arguments = (address.map { ["--listen", $0] } ?? ["--phone"]) + ["--print-address"]
    try start()
  }

  /// Starts it, where it does not run.
  func start() throws {
    guard program == nil else { return }
    (line, said, hasComplained, hasServed, startsAt) = ([], [], false, false, nil)
    do throws(TerminalError) {
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

  /// For poll(2); nil where it does not run.
  var descriptor: Int32? { program?.output }

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
    guard let program else { return [] }
    guard let bytes = ChildProgram.read(program.output) else { return [.ended(takeEnd(of: program))] }
    line += bytes
    var news: [News] = []
    while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
      let words = String(decoding: line[..<end], as: UTF8.self).split(separator: " ").map(String.init)
      line.removeSubrange(...end)
      if let one = Self.news(words) { news.append(one) }
    }
    if !news.isEmpty { hasServed = true }
    if line.count > 4096 { line = [] }
    return news
  }

  /// It has ended: a sentence for the speaker.
  private func takeEnd(of program: ChildProgram) -> String {
    readComplaints()
    let status = program.end()
    self.program = nil
    startsAt = restarts.next(hasServed: hasServed, now: PresenterClock.monotonic)
    let reason = Self.reason(status: status, said: String(decoding: said, as: UTF8.self))
    return startsAt == nil
      ? "No phone can take part: \(reason). Press a, then c, to start it again."
      : "No phone can take part for a moment: \(reason). It is started again, and phones pair anew (a)."
  }

  /// Why it has ended: the signal that did it, else what it said of it.
  static func reason(status: Int32, said: String) -> String {
    guard status <= 128 else {
      return "marquee-remote was ended by a signal (\(String(cString: strsignal(status - 128))))"
    }
    let lines = said.split(separator: "\n")
    // After an error in its options it explains these.
    let line = lines.last { $0.hasPrefix("Error: ") }?.dropFirst(7) ?? lines.last
    guard var text = line.map(String.init) else {
      return "marquee-remote has ended (status \(status)), and does not say why"
    }
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
