import ArgumentParser
import ControlProtocol

/// The command `marqueectl support external|mirror|off|default [--screen SCREEN] [--app APP]`, or `support SCREEN on|mirror|off|default`.
struct Support: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what external displays are for: all, one, or those on which an app is in the foreground.",
    usage: """
      marqueectl support external|mirror|off|default [--screen SCREEN | --app APP]
      marqueectl support SCREEN on|mirror|off|default
      """,
    discussion: """
      external (or on): they show scenes. mirror: they show the main screen's picture. off: they are dark and released.
      default: what was said otherwise counts again. Of what is said, the most specific counts: of a screen, of its
      foreground app, of all. It is kept, through replug and restart.
      """)

  @OptionGroup var options: PictureOptions
  @Argument(help: "external, mirror, off or default; a screen's name before it is short for --screen.")
  var words: [String]
  @Option(help: "Only this screen.") var screen: String?
  @Option(help: "Only the screens on which this app is in the foreground.") var app: String?

  func validate() throws {
    guard let word = words.last, words.count <= 2, Self.values.keys.contains(word) else {
      throw ValidationError("Say external, mirror, off or default, with a screen's name before it or with --screen.")
    }
    guard [words.count == 2, screen != nil, app != nil].count(where: \.self) <= 1 else {
      throw ValidationError("Name one screen or one app, not both.")
    }
  }

  func run() throws {
    let named = words.count == 2 ? words.first : screen
    let support = words.last.flatMap { Self.values[$0] } ?? nil
    try options.run(SetSupportCall(support: support, screen: named, app: app, noWait: options.noWaitParameter))
  }

  /// What the words say to the daemon.
  private static let values: [String: String?] = [
    "external": "external", "on": "external", "mirror": "mirror", "off": "off", "default": nil,
  ]
}
