import ArgumentParser
import ControlClient
import ControlProtocol
import Glibc
import SpeakerView

struct Present: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Present a PDF file: slides on the display, notes and timer here.",
    discussion: """
      marqueectl present talk.pdf --minutes 20
      marqueectl present                      (open the view of the current talk)
      marqueectl present --end                (end the talk; displays return to their own pictures)

      The daemon runs the talk. The talk continues if this view is closed, killed or loses its connection. Several views can be open at \
      once. Press ? for the keys. The key q asks whether to end the talk.

      Without a daemon, on a text console (Ctrl+Alt+F3), the command starts a daemon for this talk. The daemon has the displays while this \
      console is active. The panel shows this view, and the other displays show the slides.

      The notes come from --notes FILE, otherwise from talk.notes.md, talk.md, talk.pdfpc or talk.pdf.pdfpc beside the deck. If there is no \
      such file, they come from the annotations of the pages. In Markdown a heading "# 3" starts the notes for slide 3. Without such \
      headings, a line "---" separates the notes of two slides.

      If LibreOffice is installed, it converts presentations of other programs (.odp, .pptx). If the daemon's user cannot read the deck, \
      the command copies it into the media folder. If NO_COLOR is set, the view has no colours and no pictures. After `kill -9` of this view, `reset` \
      repairs the terminal.
      """)

  @OptionGroup var daemon: ClientOptions
  @Argument(
    help: ArgumentHelp("The PDF file, or a presentation that LibreOffice can read.", valueName: "deck"),
    completion: .file())
  var deck: String?
  @Flag(help: "Continue the current talk.") var resume = false
  @Flag(help: "End the current talk and start a new one.") var replace = false
  @Flag(help: "End the talk.") var end = false
  @Flag(help: "Start the talk, print its state and return, without a view. --json has the same effect.") var once =
    false
  @Option(
    help: ArgumentHelp("The speaker's notes: a Markdown file, or a file of pdfpc.", valueName: "file"),
    completion: .file())
  var notes: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The time for the talk; 0 for no limit.", valueName: "number"))
  var minutes: Double?
  @Option(
    help: ArgumentHelp(
      "The time of day at which the talk ends, as 15:30; a time of the last 12 hours is over.", valueName: "time"))
  var until: String?
  @Option(parsing: .unconditional, help: ArgumentHelp("The slide to begin with.", valueName: "number")) var page: Int?
  @Option(
    help: ArgumentHelp("The only display for the talk (default: all external displays).", valueName: "name"),
    completion: Completions.screens)
  var screen: String?
  @Option(help: "The content of displays that are connected for the first time.") var newScreens:
    EnumArgument<NewScreens>?
  @Option(help: "The half of each page that has the notes, as beamer lays them out.")
  var notesHalf: EnumArgument<TalkHalf>?
  @Flag(help: "Serve phones on the local network by plain HTTP, while this view is open.") var phone = false
  @Option(
    help: ArgumentHelp(
      "The address for phones, as 192.168.1.5:8484 (default: found automatically).", valueName: "address:port"))
  var phoneAddress: String?

  func validate() throws {
    if end, deck != nil || resume || replace || once || phone || notes != nil {
      throw ValidationError("--end cannot be used with other options.")
    }
    if resume, deck != nil || replace { throw ValidationError("--resume cannot be used with a deck or --replace.") }
    if replace, deck == nil { throw ValidationError("--replace needs a deck.") }
    if once || daemon.output.json, phone {
      throw ValidationError("--phone needs a view and cannot be used with --once or --json.")
    }
    if phoneAddress != nil, !phone { throw ValidationError("--phone-address can be used only with --phone.") }
    if let phoneAddress, !PhoneAddress.isValid(phoneAddress) {
      throw ValidationError(
        "--phone-address needs an address and a port, as 192.168.1.5:8484: \(phoneAddress) is not one.")
    }
    if let minutes, !(0...1440).contains(minutes) {
      throw ValidationError("--minutes needs a number from 0 to 1440: \(minutes) is out of range.")
    }
    if let until {
      if minutes != nil { throw ValidationError("--until and --minutes both set the time: give one.") }
      guard let end = TalkEnd(until) else {
        throw ValidationError("--until needs a time of day from 0:00 to 23:59, as 15:30: \(until) is not one.")
      }
      if end.secondsLeft == nil { throw ValidationError("--until \(until) is over: give a later time.") }
    }
    if let page, !(1...100_000).contains(page) {
      throw ValidationError("--page needs a number from 1 to the number of slides: \(page) is out of range.")
    }
    if deck == nil, screen != nil || newScreens != nil || notesHalf != nil {
      throw ValidationError("--screen, --new-screens and --notes-half apply to a new talk: give the deck.")
    }
  }

  /// The time for the talk from now, in seconds; nil without an option for it.
  var secondsOfTalk: Double? {
    minutes.map { $0 * 60 } ?? until.flatMap(TalkEnd.init)?.secondsLeft.map(Double.init)
  }

  mutating func run() throws {
    // Without a view, the talk would end with this command.
    let own = deck == nil || once || daemon.output.json ? nil : try ConsoleDaemon.startIfNeeded(daemon, screen: screen)
    daemon.socket = own?.socket ?? daemon.socket
    defer { own?.end() }
    try present(endsWithView: own != nil)
  }

  private func present(endsWithView: Bool) throws {
    guard !end else {
      return try daemon.run(EndTalkCall()) { PresentedText.lines($0.presented, note: $0.note) }
    }
    // Report a missing program before the talk starts.
    if phone { _ = try PhoneChild.path() }
    let present = try daemon.call(GetTalkCall()).talk
    let beginning = TalkStart(options: self, present: present)
    let (talk, notes) = try beginning.talk()
    let hasTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    let kind = String(environment: "TERM") ?? ""
    let hasView = !once && !daemon.output.json
    guard hasView, hasTerminal, !kind.isEmpty, kind != "dumb" else {
      if hasView {
        let reason = hasTerminal ? "this terminal (TERM=\(kind)) cannot place its cursor" : "this is no terminal"
        Console.complain("marqueectl: The talk continues without a view here: \(reason).")
      }
      if let problem = try beginning.setNotes(notes, for: talk) { Console.complain("marqueectl: \(problem)") }
      return try daemon.output.print(GetTalkReply(talk: talk)) { _ in TalkText.text(talk) }
    }
    try open(talk, notes, endsWithView: endsWithView)
  }

  private func open(_ talk: TalkInfo, _ notes: NotesToSet?, endsWithView: Bool) throws {
    var environment: [String: String] = [:]
    for key in ["TERM", "COLORTERM", "NO_COLOR"] { environment[key] = String(environment: key) }
    let child = phone ? try PhoneChild(address: phoneAddress) : nil
    let presenter = try TalkPresenter(
      talk: talk, notes: notes, phone: child, environment: environment, end: until.flatMap(TalkEnd.init),
      connect: daemon.connect)
    let ending = try presenter.run()
    let continueHint =
      endsWithView
      ? "The talk has ended with this view, because no marqueed ran before it."
      : "The talk continues at slide \(presenter.state.talk.page). `marqueectl present --resume` returns to it, "
        + "`marqueectl present --end` ends it."
    switch ending {
    case .left: Console.print(continueHint)
    case .ended: Console.print("The talk has ended.")
    case .talkIsOver: Console.print("The talk was ended elsewhere.")
    case .terminalIsGone: Glibc.exit(128 + SIGHUP)
    case .signal(let number):
      Console.complain("marqueectl: \(continueHint)")
      SignalReader.end(by: number)
    }
  }
}

enum TalkText {
  static func text(_ talk: TalkInfo) -> String {
    var lines = ["\(talk.title): slide \(talk.page) of \(talk.pages)"]
    if talk.frozen { lines.append("frozen: the audience sees slide \(talk.shownPage)") }
    if talk.cover != .none { lines.append("covered: \(talk.cover.rawValue)") }
    lines += talk.screens.map { screen in
      let mode = screen.mode.map { " \($0.name)" } ?? ""
      return switch screen.state {
      case .shown: "\(screen.screen)\(mode): shows it"
      case .hidden: "\(screen.screen)\(mode): shows something else"
      case .alarm: "\(screen.screen)\(mode): shows an alarm"
      case .waiting: "\(screen.screen)\(mode): waits for permission to show it"
      }
    }
    if talk.screens.isEmpty { lines.append("no display is connected; the talk continues") }
    return (lines + [talk.remark, talk.trouble].compactMap(\.self)).joined(separator: "\n")
  }
}
