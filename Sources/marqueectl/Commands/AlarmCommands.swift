import ArgumentParser
import ContentModel
import ControlProtocol

struct AlarmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alarm", abstract: "Raise, clear or list alarms, which cover everything on their screens.",
    subcommands: [Raise.self, Clear.self, List.self])

  struct Raise: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Raise an alarm. It covers all screens, or the given screens, until it is cleared.",
      discussion: """
        marqueectl alarm raise color '#aa0000'
        marqueectl alarm raise --name fire --screen HDMI-A-1 --screen DP-1 banner 'Leave the building'
        marqueectl alarm raise --until 18:00 image way-out.png
        The content is the same as for `marqueectl show`. The alarm lights screens that are off. The daemon keeps it when a \
        display is plugged in again, and over a restart. A screen shows its newest alarm. This command needs the access alarm.
        """)

    @OptionGroup var options: PictureOptions
    @Option(help: "The alarm's name (default: alarm). It replaces an alarm of the same name.") var name: String?
    @Option(
      help: "A screen for the alarm, as HDMI-A-1; may be repeated (default: all screens).",
      completion: Completions.screens) var screen: [String] =
        []
    @Option(help: ArgumentHelp("The end of the alarm: \(MomentArgument.expected).", valueName: "time"))
    var until: String?
    @OptionGroup var words: ContentWords

    func validate() throws {
      try words.check()
      guard let until, MomentArgument.moment(until) == nil else { return }
      throw ValidationError(MomentArgument.refusal(of: until))
    }

    func run() throws {
      try options.run(
        RaiseAlarmCall(
          name: name, content: words.content(on: { DaemonClock(of: options.daemon) }),
          screens: screen.isEmpty ? nil : screen,
          until: until.flatMap { end($0) }, noWait: options.noWait
        ).fitting("The content", remedy: "Put it into a file."))
    }

    private func end(_ text: String) -> String? {
      let clock = MomentArgument.isLocal(text) ? DaemonClock(of: options.daemon) : .local
      return MomentArgument.moment(text, on: clock).map { clock.text($0) }
    }
  }

  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "End an alarm, or all alarms. The screens then show their due content. This command needs the access alarm.")

    @OptionGroup var options: PictureOptions
    @Argument(help: "The alarm's name (default: all alarms).", completion: Completions.alarms) var name: String?

    func run() throws {
      try options.daemon.run(ClearAlarmCall(name: name, noWait: options.noWait)) { reply in
        let lines = PresentedText.lines(reply.presented, note: reply.note)
        return lines.isEmpty && !options.returnsAtOnce ? "Cleared." : lines
      }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the raised alarms, the newest last.")

    @OptionGroup var options: ClientOptions

    func run() throws {
      try options.run(AlarmsCall()) { reply in
        guard !reply.alarms.isEmpty else { return "No alarm is raised." }
        let clock = reply.alarms.contains { $0.until != nil } ? DaemonClock(of: options) : .local
        let rows = reply.alarms.map {
          let until = $0.until.map { clock.text(ofReply: $0) }
          return [$0.name, $0.kind, $0.screens?.joined(separator: ", ") ?? "all", until ?? "-"]
        }
        return TextTable(["ALARM", "CONTENT", "SCREENS", "UNTIL"], rows: rows).text
      }
    }
  }
}
