import ArgumentParser
import Configuration
import ContentModel
import ControlProtocol
import DisplayTypes
import Glibc

struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Set the content of a screen.",
    discussion: """
      \(ContentKind.allCases.map { "marqueectl show HDMI-A-1 \($0.rawValue) \($0.type.form.example)" }.joined(separator: "\n"))
      marqueectl show HDMI-A-1 content week.yaml    (a file with a content of any kind)
      marqueectl show HDMI-A-1 banner - < text      (from standard input)
      marqueectl show HDMI-A-1 --configured         (the content of the configuration)
      marqueectl show HDMI-A-1,DP-1 color '#204060' (several screens, which change together)
      The daemon keeps the content when the display is plugged in again, and over a restart. A content with --for ends with the daemon.
      The daemon reads the files, so its user must be able to read them. For the service, put them into /var/lib/marquee/media.
      """)

  @OptionGroup var options: PictureOptions
  @Argument(help: "The screen, as HDMI-A-1, or several: HDMI-A-1,DP-1.", completion: Completions.screenList) var screen:
    String
  @OptionGroup var words: ContentWords
  @Flag(help: "Go back to the configured content.") var configured = false
  @Option(
    name: .customLong("for"), parsing: .unconditional,
    help: "The duration, as 30s, 5m or 2h, from 100ms to 7d. The previous content then returns.")
  var time: DurationArgument?

  func validate() throws {
    try time?.check("--for", within: ShowCall.times)
    if screens.count > 1, configured || time != nil {
      throw ValidationError("Several screens cannot be used with --configured or --for.")
    }
    guard configured else { return try words.check(otherwise: ", or --configured") }
    guard words.kind == nil, time == nil, words.options.given.isEmpty else {
      throw ValidationError("--configured cannot be used with a content, its options or --for.")
    }
  }

  func run() throws {
    let noWait = options.noWait
    if configured { return try options.run(ShowCall(configuredOn: screen, noWait: noWait)) }
    let content = try words.content(on: { DaemonClock(of: options.daemon) })
    let remedy = "Show a folder as a slideshow, or put the playlist into the configuration."
    if screens.count > 1 {
      let contents = screens.map { ScreenContent(screen: $0, content: content) }
      return try options.run(
        try ShowTogetherCall(contents: contents, noWait: noWait).fitting("The content", remedy: remedy))
    }
    let call = ShowCall(screen: screen, content: content, forSeconds: time?.seconds, noWait: noWait)
    try options.run(try call.fitting("The content", remedy: remedy))
  }

  private var screens: [String] { screen.split(separator: ",").map(String.init) }
}

extension ControlParameters {
  /// Returns the call, or throws an error with `remedy` if the call is too long for a message.
  func fitting(_ subject: String, remedy: String) throws -> Self {
    let length = try ControlJSON.encode(ControlCallMessage(self)).count
    guard length > ControlLimits.requestBytes else { return self }
    throw ToolFailure(
      message:
        "\(subject) has \(length) bytes as a message: at most \(ControlLimits.requestBytes) bytes are allowed. "
        + remedy, status: .usage)
  }
}

struct DeckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deck", abstract: "Turn to another page of the deck on a screen.",
    usage: "marqueectl deck [<options>] <screen> <turn> [<page>]",
    discussion: """
      marqueectl show HDMI-A-1 deck talk.pdf
      marqueectl deck HDMI-A-1 next                 (previous, first, last)
      marqueectl deck HDMI-A-1 goto 12
      The daemon keeps the page when the display is plugged in again, and over a restart.
      """)

  @OptionGroup var options: PictureOptions
  @Argument(help: "The screen: its connector, as HDMI-A-1, or its name.", completion: Completions.screens) var screen:
    String
  @Argument(help: "next, previous, first, last or goto.") var turn: EnumArgument<PageTurn>
  // Parsed as words: -1 is then no unknown option, and a number too large for an integer gets an error with the bounds.
  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The page's number, with goto.", valueName: "page"))
  var words: [String] = []

  private var unparsed: UnparsedArguments { UnparsedArguments(words) }

  func validate() throws {
    try unparsed.check()
    let words = unparsed.values
    if turn.value == .goto, let word = words.first, words.count > 1 || page.map(TurnPageCall.pages.contains) != true {
      let (first, last) = (TurnPageCall.pages.lowerBound, TurnPageCall.pages.upperBound)
      throw ValidationError("\"\(word)\" is not a page: expected one number, \(first) to \(last).")
    }
    if turn.value != .goto, let word = words.first {
      throw ValidationError("\"\(word)\" is not expected: \(turn.value.rawValue) takes no page.")
    }
    try ValidationError.wrapping { try call.validate() }
  }

  func run() throws {
    try options.daemon.run(call) { reply in
      let shown = PresentedText.lines(reply.presented, note: reply.note, hint: reply.hint)
      return ["page \(reply.page) of \(reply.pages)", shown].filter { !$0.isEmpty }.joined(separator: "\n")
    }
  }

  private var page: Int? { unparsed.values.first.flatMap { Int($0) } }

  private var call: TurnPageCall {
    TurnPageCall(screen: screen, turn: turn.value, page: page, noWait: options.noWait)
  }
}

struct ContentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "content", abstract: "Print the content that a screen, or a file, has at a time.",
    discussion: """
      marqueectl content HDMI-A-1 --at '2026-12-24 18:00'
      marqueectl content week.yaml --at 18:00
      A file needs no daemon. But only the daemon reads pictures, folders and decks. If the file has a slideshow, or a deck that turns \
      its pages by itself, show the file on a screen, and give the screen to this command.
      """)

  @OptionGroup var options: ClientOptions
  @Argument(
    help: "The screen, as HDMI-A-1, or a file that ends with .yaml or .yml.", completion: Completions.screensOrFiles)
  var subject: String
  @Option(help: ArgumentHelp("The time: \(MomentArgument.expected) (default: now).", valueName: "time"))
  var at: String?

  func validate() throws {
    guard let at, MomentArgument.moment(at) == nil else { return }
    throw ValidationError(MomentArgument.refusal(of: at))
  }

  func run() throws {
    let isFile = ContentArguments.isContentFile(subject)
    // A file needs no daemon, but if there is one, its zone counts.
    let clock = isFile || at.map(MomentArgument.isLocal) ?? false ? DaemonClock(of: options) : .local
    let moment = at.flatMap { MomentArgument.moment($0, on: clock) }
    guard isFile else {
      return try options.run(ContentAtCall(screen: subject, time: moment?.description)) { ContentText.text($0) }
    }
    let time = moment ?? WallTime(seconds: Int64(Glibc.time(nil)))
    let content = try ContentArguments.content(ofFile: subject, startingAt: time, on: clock)
    let needs = ContentNeeds(of: content)
    guard needs.folders.isEmpty, needs.decks.isEmpty else {
      throw ToolFailure(
        message: """
          \(subject) has a slideshow, or a deck that turns its pages by itself. Only the daemon reads these files. Show \(subject) on a \
          screen, and give the screen to this command.
          """)
    }
    var context = TimelineContext.unknown
    context.names = clock.names
    for zone in needs.zones { context.zones[zone] = try ZoneDatabase.rules(of: zone ?? clock.zone) }
    let moments = ContentMomentInfo.list(of: content, at: time, in: context)
    try options.output.print(ContentAtReply(time: "\(time)", moments: moments, zone: clock.zone)) {
      ContentText.text($0)
    }
  }
}

enum ContentText {
  static func text(_ reply: ContentAtReply) -> String {
    let skipped = Set(reply.moments.flatMap(\.skipped))
    let troubles = reply.troubles.filter { !skipped.contains($0) }.map { "  cannot be shown: \($0)" }
    let clock = DaemonClock(zone: reply.zone)
    return (lines(reply.moments, clock) + troubles + reply.notes.map { "Note: \($0)" }).joined(separator: "\n")
  }

  /// A line for each moment, followed by lines for its skipped items.
  static func lines(_ moments: [ContentMomentInfo], _ clock: DaemonClock) -> [String] {
    moments.flatMap { moment in
      let place = moment.region.map { "\($0): " } ?? ""
      let item = moment.item.isEmpty ? "" : " (\(moment.item))"
      let times = [
        moment.since.map { "since \(clock.text(ofReply: $0))" },
        moment.until.map { "until \(clock.text(ofReply: $0))" },
      ].compactMap(\.self)
      let time = times.isEmpty ? "" : ", \(times.joined(separator: " "))"
      return ["\(place)\(moment.shows)\(item)\(time)"] + moment.skipped.map { "  skipped: \($0)" }
    }
  }
}
