import ArgumentParser
import ContentModel
import ControlProtocol

struct AlarmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alarm", abstract: "Raise, clear or list alarms, which cover everything on their screens.",
    subcommands: [Raise.self, Clear.self, List.self])

  struct Raise: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Cover everything on all screens, or on some, until the alarm is cleared.",
      discussion: """
        marqueectl alarm raise color '#aa0000'
        marqueectl alarm raise --name fire --screen HDMI-A-1 --screen DP-1 banner 'Leave the building'
        marqueectl alarm raise --until 18:00 image way-out.png
        The contents are those of `marqueectl show`. Screens that are off are lit. The alarm is kept, through replug and
        restart. Of several alarms the newest is shown. This needs the access alarm.
        """)

    @OptionGroup var options: PictureOptions
    @Option(help: "The alarm's name; alarm if not given. An alarm of this name is replaced.") var name: String?
    @Option(help: "A screen that it covers, as HDMI-A-1; all screens if not given.") var screen: [String] = []
    @Option(help: ArgumentHelp("When it ends by itself: \(MomentArgument.expected).", valueName: "time"))
    var until: String?
    @OptionGroup var words: ContentWords

    func validate() throws {
      try words.check()
      guard let until, MomentArgument.moment(until) == nil else { return }
      throw ValidationError("\"\(until)\" is no time: expected \(MomentArgument.expected).")
    }

    func run() throws {
      try options.run(
        RaiseAlarmCall(
          name: name, content: words.content(), screens: screen.isEmpty ? nil : screen,
          until: until.flatMap { MomentArgument.moment($0) }?.description, noWait: options.noWait
        ).fitting("The content", remedy: "Put it into a file."))
    }
  }

  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "End an alarm, or all alarms; the screens show what is due then. This needs the access alarm.")

    @OptionGroup var options: PictureOptions
    @Argument(help: "The alarm's name; all alarms if not given.") var name: String?

    func run() throws {
      try options.daemon.run(ClearAlarmCall(name: name, noWait: options.noWait)) { reply in
        let lines = PresentedText.lines(reply.presented, note: reply.note)
        return lines.isEmpty && !options.returnsAtOnce ? "Cleared. No picture has changed." : lines
      }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the alarms that are raised, the newest last.")

    @OptionGroup var options: ClientOptions

    func run() throws {
      try options.run(AlarmsCall()) { reply in
        guard !reply.alarms.isEmpty else { return "No alarm is raised." }
        let rows = reply.alarms.map {
          [$0.name, $0.kind, $0.screens?.joined(separator: ", ") ?? "all", $0.until ?? "-"]
        }
        return TextTable(["ALARM", "CONTENT", "SCREENS", "UNTIL"], rows: rows).text
      }
    }
  }
}
