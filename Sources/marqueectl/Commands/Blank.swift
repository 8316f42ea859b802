import ArgumentParser
import ControlProtocol

/// The command `marqueectl blank SCREEN on|off`.
struct Blank: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show black on a screen, or its picture again.",
    discussion: "The mode stays, and the content is kept.")

  @OptionGroup var options: PictureOptions
  @Argument(help: "The screen, as HDMI-A-1.") var screen: String
  @Argument(help: "on or off.") var state: Switch

  func run() throws {
    try options.run(BlankCall(screen: screen, on: state.isOn, noWait: options.noWaitParameter))
  }
}
