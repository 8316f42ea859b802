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
    case ended(String)
  }

  private let program: ChildProgram
  private var line: [UInt8] = []
  private var isOver = false
  /// The end of what it complained of.
  private var said: [UInt8] = []

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
    let path = try Self.path()
    let place = address.map { ["--listen", $0] } ?? ["--phone"]
    do throws(TerminalError) {
      program = try ChildProgram(path, place + ["--print-address"])
    } catch {
      throw ToolFailure(message: error.description, status: .failed)
    }
  }

  /// For poll(2); nil once it has ended.
  var descriptor: Int32? { isOver ? nil : program.output }

  /// Its complaints, for poll(2): they are read as they come, since a pipe that is full would hold it up; nil once it has ended.
  var complaints: Int32? { isOver || areOver ? nil : program.errors }
  private var areOver = false

  func readComplaints() {
    while let bytes = ChildProgram.read(program.errors) {
      guard !bytes.isEmpty else { return }
      said = Array((said + bytes).suffix(4096))
    }
    areOver = true
  }

  /// Another code, for another phone.
  func askForCode(observes: Bool) { program.say(observes ? "code observe" : "code") }

  /// What it has said in whole lines, in order.
  func read() -> [News] {
    guard let bytes = ChildProgram.read(program.output) else {
      isOver = true
      readComplaints()
      let reason =
        String(decoding: said, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? "it does not say why"
      return [.ended("No phone can take part any more, marquee-remote has ended: \(reason)")]
    }
    line += bytes
    var news: [News] = []
    while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
      let words = String(decoding: line[..<end], as: UTF8.self).split(separator: " ").map(String.init)
      line.removeSubrange(...end)
      if let one = Self.news(words) { news.append(one) }
    }
    if line.count > 4096 { line = [] }
    return news
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
