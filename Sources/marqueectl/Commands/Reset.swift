import ArgumentParser
import ControlProtocol

/// The command `marqueectl reset SCREEN`.
struct Reset: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Forget what was chosen for a screen: mode, geometry, foreground app, support and mirror.",
    discussion: "The configuration file decides again.")

  @OptionGroup var options: PictureOptions
  @Argument(help: "The screen, as HDMI-A-1.") var screen: String

  func run() throws {
    try options.run(ResetCall(screen: screen, noWait: options.noWaitParameter))
  }
}
