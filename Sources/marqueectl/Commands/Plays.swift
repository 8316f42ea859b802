import ArgumentParser
import ContentModel
import ControlClient
import ControlProtocol

struct Plays: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the items that the screens showed, with the times of their flips.",
    discussion: """
      Times are \(MomentArgument.expectedPast). The list is in the order in which the items ended. \
      It has times of the configuration's zone with their offset from UTC. JSON and comma-separated values have times in UTC.
      """)

  @OptionGroup var options: ClientOptions
  @Option(help: "Only items that began at this time or later.") var since: String?
  @Option(help: "Only items that began at this time or earlier.") var until: String?
  @Option(help: "Only on this screen.", completion: Completions.screens) var screen: String?
  @Flag(help: "Print comma-separated values.") var csv = false

  func run() throws {
    let client = try options.connect()
    var printer = Printer(format: options.output.json ? .json : csv ? .csv : .table)
    let clock = Self.needsClock(since) || Self.needsClock(until) ? DaemonClock(of: options) : .local
    let call = PlaysCall(
      since: since.map { MomentArgument.moment(inThePast: $0, on: clock) },
      until: until.map { MomentArgument.moment(inThePast: $0, on: clock) }, screen: screen)
    let plays = try client.plays(call)
    while let piece = try plays.next(timeoutSeconds: 60) { try printer.print(piece) }
    try printer.end()
  }

  /// Whether a time is local. The daemon itself knows the zone of a day.
  private static func needsClock(_ text: String?) -> Bool {
    text.map { CalendarDate($0) == nil && MomentArgument.isLocal($0) } == true
  }

  /// Prints each piece when it arrives, and stores none.
  private struct Printer {
    enum Format {
      case json, csv, table
    }

    let format: Format
    /// The clock of the daemon's zone, from the first piece.
    private var clock: DaemonClock?
    var table = TextTable(["SCREEN", "NAME", "ITEM", "FIRST FLIP", "END", "FLIPS", "ENDING"])
    var hasHeader = false
    var isEmpty = true
    var warning: String?

    init(format: Format) { self.format = format }

    mutating func print(_ piece: PlaysReply) throws {
      let clock = clock ?? DaemonClock(zone: piece.zone)
      self.clock = clock
      warning = piece.warning ?? warning
      switch format {
      case .json: try addObjects(piece.plays)
      case .csv:
        let lines = (hasHeader ? [] : [PlayInfo.csvHeader]) + piece.plays.map(\.csvLine)
        hasHeader = true
        if !lines.isEmpty { Console.print(lines.joined(separator: "\n")) }
      case .table: add(piece.plays, clock)
      }
    }

    func end() throws {
      let warning = warning.map { "Warning: \($0)" }
      switch format {
      case .json:
        let (head, tail) = try frame()
        Console.print((isEmpty ? head : "") + tail)
      // CSV has no place for this line, so it goes to standard error.
      case .csv: if let warning { Console.complain(warning) }
      case .table:
        let nothing = isEmpty ? warning == nil ? "Nothing was played." : "No play is kept." : nil
        for line in [nothing, warning].compactMap(\.self) { Console.print(line) }
      }
    }

    private mutating func add(_ plays: [PlayInfo], _ clock: DaemonClock) {
      guard !plays.isEmpty else { return }
      isEmpty = false
      for play in plays {
        table.add([
          play.screen.isEmpty ? "-" : play.screen, play.label.isEmpty ? "-" : play.label,
          play.item.isEmpty ? play.reason : play.item, clock.text(ofReply: play.firstFlip),
          clock.text(ofReply: play.end), "\(play.flips)", play.ending,
        ])
      }
      Console.print(table.takeText())
    }

    /// Prints plays, one a line, within one object.
    private mutating func addObjects(_ plays: [PlayInfo]) throws {
      for play in plays {
        Console.print((isEmpty ? try frame().head : ",") + (try JSONText.of(play)))
        isEmpty = false
      }
    }

    /// Encodes a reply without plays, in two parts: the text before the plays and the text after them.
    private func frame() throws -> (head: String, tail: String) {
      let empty = try JSONText.of(PlaysReply(plays: [], isCut: false, warning: warning, zone: clock?.zone))
      guard let place = empty.firstRange(of: "[]") else { return (empty, "") }
      return (String(empty[..<place.lowerBound]) + "[", "]" + String(empty[place.upperBound...]))
    }
  }
}
