import ArgumentParser
import ControlProtocol
import DisplayTypes

/// The command `marqueectl scale SCREEN auto|NUMBER`.
struct Scale: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Set the pixels a point of a screen.")

  @OptionGroup var options: PictureOptions
  @Argument(help: "The screen, as HDMI-A-1.") var screen: String
  @Argument(help: "auto, or a number from 0.25 to 16.") var scale: String

  func validate() throws {
    guard ScreenScale(scale) == nil else { return }
    throw ValidationError("\"\(scale)\" is no scale: expected auto, or a number from 0.25 to 16.")
  }

  func run() throws {
    var number: Double?
    if case .fixed(let value) = ScreenScale(scale) { number = value }
    try options.run(SetScaleCall(screen: screen, scale: number, noWait: options.noWaitParameter))
  }
}
