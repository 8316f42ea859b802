import ArgumentParser
import ControlProtocol
import Glibc

/// The command `marqueectl report [FILE]`.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write a file with all facts and decisions about the displays, to find the cause of a fault.",
    discussion: """
      It holds versions, EDIDs, what looks at the connectors found, what the card answered to each commit, what was asked of the daemon, \
      its decisions with their reasons, and the configuration; nothing of what is shown, and nothing of a talk. `marqueed --replay FILE` \
      decides the same again on simulated displays, and says where it does not. Needs the access admin.
      """)

  @OptionGroup var options: ClientOptions
  @Argument(
    help: "A new file; - is standard output (default: marquee-report-HOST-TIME.json).",
    completion: .file())
  var file: String?

  func run() throws {
    let reply = try options.call(ReportCall(), timeoutSeconds: 60)
    let path = file ?? Self.name(box: Self.box, at: Self.time)
    try OutputFile.create(Array(reply.report.utf8), at: path)
    guard path != "-" else { return }
    try options.output.print(["file": path]) { _ in path }
  }

  /// The name of a report's file, without characters that are special in a shell or on another system.
  static func name(box: String, at time: String) -> String {
    let plain = box.unicodeScalars.prefix(64).map { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-": Character(scalar)
      default: Character("_")
      }
    }
    return "marquee-report-\(plain.isEmpty ? "box" : String(plain))-\(time).json"
  }

  private static var box: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// As `20261122T081500Z`.
  private static var time: String {
    var now = time_t()
    Glibc.time(&now)
    var parts = tm()
    gmtime_r(&now, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)\(two(parts.tm_mon + 1))\(two(parts.tm_mday))T"
      + "\(two(parts.tm_hour))\(two(parts.tm_min))\(two(parts.tm_sec))Z"
  }
}
