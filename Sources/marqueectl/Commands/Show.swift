import ArgumentParser
import ControlProtocol
import DisplayTypes

/// The command `marqueectl show SCREEN banner TEXT | color '#rrggbb' | pattern NAME`.
struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Set what a screen shows.",
    discussion: """
      marqueectl show HDMI-A-1 banner 'Back in five minutes' --for 5m
      marqueectl show HDMI-A-1 banner - < text      (from standard input)
      marqueectl show HDMI-A-1 color '#204060'
      marqueectl show HDMI-A-1 pattern moving-bar   (bars, grid, ramps, moving-bar, frame-counter)
      marqueectl show HDMI-A-1 --configured         (what the configuration says)
      marqueectl show HDMI-A-1,DP-1 color '#204060' (several screens, which change together)
      The content is kept, through replug and restart; what is shown with --for ends with the daemon.
      """)

  @OptionGroup var options: PictureOptions
  @Argument(help: "The screen, as HDMI-A-1, or several: HDMI-A-1,DP-1.") var screen: String
  @Argument(help: "banner, color or pattern.") var kind: String?
  @Argument(help: "The text, the colour or the pattern's name.") var value: [String] = []
  @Flag(help: "Go back to the configured content.") var configured = false
  @Option(name: .customLong("for"), help: "How long, as 30s, 5m or 2h; then the earlier content returns.")
  var time: Duration?
  @Option(help: ArgumentHelp("banner: the text's colour.", valueName: "#rrggbb")) var foreground: String?
  @Option(help: ArgumentHelp("banner: the colour behind it.", valueName: "#rrggbb")) var background: String?
  @Option(help: ArgumentHelp("banner: the font family.", valueName: "name")) var font: String?
  @Option(help: "banner: start, center or end.") var align: Word<BannerDescription.Alignment>?
  @Flag(help: "banner: the text is Pango markup.") var markup = false

  func validate() throws {
    if screens.count > 1, configured || time != nil {
      throw ValidationError("Several screens go with no --configured and no --for.")
    }
    if configured {
      guard kind == nil, time == nil else {
        throw ValidationError("--configured goes with no content and no --for.")
      }
    } else {
      _ = try check()
    }
    guard kind != "banner" else { return }
    let given = [foreground, background, font].contains { $0 != nil } || align != nil || markup
    guard !given else {
      throw ValidationError("--foreground, --background, --font, --align and --markup go with a banner only.")
    }
  }

  func run() throws {
    let noWait = options.noWaitParameter
    if configured { return try options.run(ShowCall(configuredOn: screen, noWait: noWait)) }
    var content = try check()
    if kind == "banner", value == ["-"] {
      content = .banner(try banner(InputFile.text(from: "-", limit: ControlLimits.textBytes)))
    }
    if screens.count > 1 {
      let contents = screens.map { ScreenContent(screen: $0, content: content) }
      return try options.run(ShowTogetherCall(contents: contents, noWait: noWait))
    }
    try options.run(ShowCall(screen: screen, content: content, forSeconds: time?.seconds, noWait: noWait))
  }

  private var screens: [String] { screen.split(separator: ",").map(String.init) }

  private func check() throws -> ContentInfo {
    let text = value.joined(separator: " ")
    switch kind {
    case nil:
      throw ValidationError("What is to be shown? Give banner TEXT, color '#rrggbb', pattern NAME or --configured.")
    case "banner": return .banner(try banner(text))
    case "color":
      guard Color(text) != nil else {
        throw ValidationError("\"\(text)\" is no colour: expected #rgb, #rrggbb or #rrggbbaa (in quotes).")
      }
      return .color(text)
    case "pattern":
      guard PatternName(rawValue: text) != nil else {
        let all = PatternName.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("\"\(text)\" is no pattern: expected one of \(all).")
      }
      return .pattern(text)
    case let other?:
      throw ValidationError("\"\(other)\" cannot be shown: expected banner, color or pattern.")
    }
  }

  private func banner(_ text: String) throws -> BannerInfo {
    guard !text.isEmpty else { throw ValidationError("The banner has no text.") }
    for color in [foreground, background].compactMap(\.self) where Color(color) == nil {
      throw ValidationError("\"\(color)\" is no colour: expected #rgb, #rrggbb or #rrggbbaa (in quotes).")
    }
    return BannerInfo(
      text: text, foreground: foreground, background: background, font: font, alignment: align?.value.rawValue,
      markup: markup ? true : nil)
  }
}
