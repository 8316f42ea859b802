import ArgumentParser
import ControlProtocol

/// The command `marqueectl plays`.
struct Plays: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List what was played on the screens, from the flips.",
    discussion: "Times are days, as 2026-11-21, or moments, as 2026-11-21T18:00+01:00.")

  @OptionGroup var options: DaemonOptions
  @Option(help: "Only what began then or later.") var since: String?
  @Option(help: "Only what began then or before.") var until: String?
  @Option(help: "Only on this screen.") var screen: String?
  @Flag(help: "Print a table for other programs.") var csv = false

  func run() throws {
    try options.run(PlaysCall(since: since, until: until, screen: screen)) { reply in
      let warning = reply.warning.map { "Warning: \($0)" }
      if csv {
        // A table for other programs has no line for it.
        if let warning { Console.complain(warning) }
        return ([PlayInfo.csvHeader] + reply.plays.map(\.csvLine)).joined(separator: "\n")
      }
      guard !reply.plays.isEmpty else {
        return ([reply.warning == nil ? "Nothing was played." : "No play is kept."] + [warning].compactMap(\.self))
          .joined(separator: "\n")
      }
      var table = Table(["SCREEN", "ITEM", "FIRST FLIP", "END", "FLIPS", "ENDING"])
      for play in reply.plays {
        table.add([
          play.screen.isEmpty ? "-" : play.screen, play.item.isEmpty ? play.reason : play.item, play.firstFlip,
          play.end,
          "\(play.flips)", play.ending,
        ])
      }
      let more = reply.isCut ? "There are more; narrow it down with --since and --until." : nil
      return ([table.text] + [more, warning].compactMap(\.self)).joined(separator: "\n")
    }
  }
}
