import ArgumentParser
import ControlProtocol
import DisplayTypes

/// The command `marqueectl mirror SCREEN [--of NAME] [--fit WORD]`, or `mirror SCREEN default`.
struct Mirror: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say whose picture a screen shows where it mirrors, and how that lies on it.",
    usage: """
      marqueectl mirror SCREEN [--of main|application|NAME] [--fit letterbox|fill|stretch]
      marqueectl mirror SCREEN default
      """,
    discussion: """
      Whether it mirrors is said by `marqueectl support`. main: the main screen's picture. application: that of the screen
      which shows the application scenes of its foreground app. letterbox: as large as fits. fill: cut off on two sides.
      stretch: its shape changes. What is not said stays as it is. It is kept, through replug and restart; default: what
      the configuration says counts again.
      """)

  @OptionGroup var options: PictureOptions
  @Argument(help: "The screen, as HDMI-A-1.") var screen: String
  @Argument(help: "default takes back what was said.") var word: String?
  @Option(help: "main, application, or a screen's name.") var of: String?
  @Option(help: "letterbox, fill or stretch.") var fit: String?

  func validate() throws {
    if let word, word != "default" || of != nil || fit != nil {
      throw ValidationError("Say --of, --fit or both, or default alone.")
    }
    if word == nil, of == nil, fit == nil { throw ValidationError("Say --of, --fit or both, or default.") }
    if let fit, MirrorFit(rawValue: fit) == nil {
      throw ValidationError("\"\(fit)\" is no way to fit: expected letterbox, fill or stretch.")
    }
  }

  func run() throws {
    try options.run(SetMirrorCall(screen: screen, of: of, fit: fit, noWait: options.noWaitParameter))
  }
}
