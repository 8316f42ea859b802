import ArgumentParser
import ControlProtocol

/// The command `marqueectl freeze SCREEN on|off`.
struct Freeze: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Hold a screen's picture as it is, or let it go on.",
    discussion: """
      What changes meanwhile is shown when it goes on. It ends when the display is unplugged, and is not kept over a restart of \
      the daemon.
      """)

  @OptionGroup var options: PictureOptions
  @Argument(help: "The screen, as HDMI-A-1.") var screen: String
  @Argument(help: "on or off.") var state: Switch

  func run() throws {
    try options.run(FreezeCall(screen: screen, on: state.isOn, noWait: options.noWaitParameter))
  }
}
