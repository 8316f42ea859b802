import ArgumentParser
import ControlProtocol

/// The command `marqueectl foreground APP [--screen SCREEN]`.
struct Foreground: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Make an app the foreground app of all screens, or of one.")

  @OptionGroup var options: PictureOptions
  @Argument(help: "The app's name.") var app: String
  @Option(help: "Only on this screen.") var screen: String?

  func run() throws {
    try options.run(SetForegroundCall(app: app, screen: screen, noWait: options.noWaitParameter))
  }
}
