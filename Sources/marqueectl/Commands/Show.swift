import ArgumentParser
import ControlProtocol
import DisplayTypes

/// The command `marqueectl show SCREEN KIND …`.
struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Set what a screen shows.",
    discussion: """
      marqueectl show HDMI-A-1 banner 'Back in five minutes' --for 5m
      marqueectl show HDMI-A-1 banner - < text      (from standard input)
      marqueectl show HDMI-A-1 color '#204060'
      marqueectl show HDMI-A-1 pattern moving-bar   (bars, grid, ramps, moving-bar, frame-counter)
      marqueectl show HDMI-A-1 image menu.png --fit fill
      marqueectl show HDMI-A-1 slideshow photos --duration 8s --shuffle --transition crossfade
      marqueectl show HDMI-A-1 playlist a.png b.webp talk.pdf --duration 10s --transition 'slide 800ms left'
      marqueectl show HDMI-A-1 deck talk.pdf --page 3          (then: marqueectl deck HDMI-A-1 next)
      marqueectl show HDMI-A-1 ticker 'Trains leave from platform 3'
      marqueectl show HDMI-A-1 clock '%A%n%H:%M' --zone Europe/Berlin
      marqueectl show HDMI-A-1 countdown 18:00 --title 'Doors open'
      marqueectl show HDMI-A-1 qr https://example.org --caption Menu
      marqueectl show HDMI-A-1 schedule week.yaml   (or layout FILE; content FILE for a file with any kind)
      marqueectl show HDMI-A-1 --configured         (what the configuration says)
      marqueectl show HDMI-A-1,DP-1 color '#204060' (several screens, which change together)
      The content is kept, through replug and restart; what is shown with --for ends with the daemon.
      Files are read by the daemon, whose user must be able to: the service's are best in /var/lib/marquee/media.
      """)

  @OptionGroup var options: PictureOptions
  @Argument(help: "The screen, as HDMI-A-1, or several: HDMI-A-1,DP-1.") var screen: String
  @Argument(
    help: ArgumentHelp("What is shown: \(Show.kinds.joined(separator: ", ")).", valueName: "kind"),
    completion: .list(Show.kinds))
  var kind: String?
  @Argument(help: "The text, colour, name, file, folder or time.", completion: .file()) var value: [String] = []
  @Flag(help: "Go back to the configured content.") var configured = false
  @Option(
    name: .customLong("for"), parsing: .unconditional,
    help: "How long, as 30s, 5m or 2h, 100ms to 7d; then the earlier content returns.")
  var time: Duration?
  @OptionGroup(title: "Options of contents") var said: ContentOptions

  private static let kinds = ContentKind.allCases.map(\.rawValue) + [ContentArguments.file]

  func validate() throws {
    try time?.check("--for", within: ShowCall.times)
    if screens.count > 1, configured || time != nil {
      throw ValidationError("Several screens go with no --configured and no --for.")
    }
    guard configured else {
      if !readsInput { _ = try content(value) }
      return
    }
    guard kind == nil, time == nil, said.given.isEmpty else {
      throw ValidationError("--configured goes with no content, no option of one and no --for.")
    }
  }

  func run() throws {
    let noWait = options.noWaitParameter
    if configured { return try options.run(ShowCall(configuredOn: screen, noWait: noWait)) }
    let value = readsInput ? [try InputFile.text(from: "-", limit: ControlLimits.textBytes)] : value
    let content = try content(value)
    if screens.count > 1 {
      let contents = screens.map { ScreenContent(screen: $0, content: content) }
      let call = ShowTogetherCall(contents: contents, noWait: noWait)
      try check(call)
      return try options.run(call)
    }
    let call = ShowCall(screen: screen, content: content, forSeconds: time?.seconds, noWait: noWait)
    try check(call)
    try options.run(call)
  }

  private var screens: [String] { screen.split(separator: ",").map(String.init) }

  /// Whether the text is on standard input, which can be read only once.
  private var readsInput: Bool { kind == "banner" && value == ["-"] }

  private func content(_ value: [String]) throws -> ContentInfo {
    guard let kind else {
      throw ValidationError("What is to be shown? Give one of \(Self.kinds.joined(separator: ", ")), or --configured.")
    }
    if kind == ContentArguments.file {
      guard value.count == 1, let file = value.first, said.given.isEmpty else {
        throw ValidationError("Give one file after content, and say the rest in it.")
      }
      return try ContentArguments.content(ofFile: file)
    }
    guard let known = ContentKind(rawValue: kind) else {
      throw ValidationError("\"\(kind)\" cannot be shown: expected one of \(Self.kinds.joined(separator: ", ")).")
    }
    return try ContentArguments(kind: known, values: value, options: said).content()
  }

  /// Says what to do where a list is longer than a message may be.
  private func check(_ call: some ControlParameters) throws {
    let length = try ControlJSON.encode(ControlCallMessage(call)).count
    guard length > ControlLimits.requestBytes else { return }
    throw ToolFailure(
      message: """
        The content has \(length) bytes as a message, more than the \(ControlLimits.requestBytes) that one may have. \
        Show a folder as a slideshow, or put the playlist into the configuration.
        """, status: .usage)
  }
}
