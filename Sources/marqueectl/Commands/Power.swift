import ArgumentParser
import ControlProtocol

/// The command `marqueectl power SCREEN on|off`.
struct Power: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Turn a screen's signal on or off.",
    discussion: """
      A screen that is off stays off, through replug and restart, until it is turned on. A screen that its schedule has off is on until \
      the next entry of the schedule counts, through replug and restart, or until it is turned off or shows something else by hand.
      """)

  @OptionGroup var options: PictureOptions
  @Argument(help: "The screen, as HDMI-A-1.") var screen: String
  @Argument(help: "on or off.") var state: Switch

  func run() throws {
    try options.run(PowerCall(screen: screen, on: state.isOn, noWait: options.noWaitParameter))
  }
}
