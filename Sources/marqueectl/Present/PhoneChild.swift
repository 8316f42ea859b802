import Glibc
import SpeakerView

/// The program `marquee-remote` for the time of this presenter: it serves pages to phones on the local network.
///
/// It prints a line with its address and a code as soon as it listens, another for each line `code` that it reads, and ends when its
/// standard input does, however this program ends.
final class PhoneChild {
  /// What it said.
  enum News {
    case ready(PhoneInfo)
    case ended(String)
  }

  private let program: ChildProgram
  private var line: [UInt8] = []
  private var isOver = false

  init(address: String?) throws {
    guard let path = ChildProgram.find("marquee-remote", besideThisOne: true) else {
      throw ToolFailure(
        message: "--phone needs the program marquee-remote, which is neither beside marqueectl nor on the search path. "
          + "Install it, or present without --phone.", status: .failed)
    }
    let place = address.map { ["--listen", $0] } ?? ["--phone"]
    do throws(TerminalError) {
      program = try ChildProgram(path, place + ["--print-address"])
    } catch {
      throw ToolFailure(message: error.description, status: .failed)
    }
  }

  /// For poll(2); nil once it has ended.
  var descriptor: Int32? { isOver ? nil : program.output }

  /// Another code, for another phone.
  func askForCode() { program.say("code") }

  /// What it has said; nil where that is no whole line.
  func read() -> News? {
    guard let bytes = ChildProgram.read(program.output) else {
      isOver = true
      let said = ChildProgram.read(program.errors).map { String(decoding: $0, as: UTF8.self) } ?? ""
      let reason = said.split(separator: "\n").last.map(String.init) ?? "it does not say why"
      return .ended("No phone can take part any more, marquee-remote has ended: \(reason)")
    }
    line += bytes
    // The newest line counts.
    var news: News?
    while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
      let words = String(decoding: line[..<end], as: UTF8.self).split(separator: " ").map(String.init)
      line.removeFirst(end + 1)
      guard let address = words.first else { continue }
      let code = words.count > 1 ? words[1] : ""
      let link = code.isEmpty ? address : "\(address)/p/\(code.filter { $0 != "-" })"
      news = .ready(PhoneInfo(address: address, code: code, link: link))
    }
    if line.count > 4096 { line = [] }
    return news
  }
}
