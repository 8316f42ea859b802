import ArgumentParser
import ControlProtocol
import DisplayTypes

/// The command `marqueectl overscan SCREEN INSET [INSET INSET INSET]`.
struct Overscan: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Move the edges of a screen's picture inwards, for a display that cuts them off.",
    discussion: "One inset is for all edges; four are for top, right, bottom and left.")

  @OptionGroup var options: PictureOptions
  @Argument(help: "The screen, as HDMI-A-1.") var screen: String
  @Argument(help: "2%, 2.5% or 24px; at most a quarter of the side.") var insets: [String]

  func validate() throws {
    for inset in insets where OverscanInset(inset) == nil {
      throw ValidationError("\"\(inset)\" is no inset: expected 2%, 2.5% (at most 25%) or 24px.")
    }
    guard insets.count == 1 || insets.count == 4 else {
      throw ValidationError("\(insets.count) insets were given: expected 1, or 4 for top, right, bottom and left.")
    }
  }

  func run() throws {
    let all = insets.count == 4 ? insets : Array(repeating: insets.first ?? "0px", count: 4)
    let overscan = OverscanInfo(top: all[0], right: all[1], bottom: all[2], left: all[3])
    try options.run(SetOverscanCall(screen: screen, overscan: overscan, noWait: options.noWaitParameter))
  }
}
