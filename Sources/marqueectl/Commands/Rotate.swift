import ArgumentParser
import ControlProtocol
import DisplayTypes

/// The command `marqueectl rotate SCREEN TRANSFORM`.
struct Rotate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Turn the picture of a screen.",
    discussion: "90 is for a display that was turned clockwise by 90 degrees: its content is turned back.")

  @OptionGroup var options: PictureOptions
  @Argument(help: "The screen, as HDMI-A-1.") var screen: String
  @Argument(
    help: "0, 90, 180, 270, flipped, flipped-90, flipped-180 or flipped-270.",
    completion: .list(Transform.allCases.map(\.rawValue))) var rotation: String

  func validate() throws {
    guard Transform(name: rotation) == nil else { return }
    let all = Transform.allCases.map(\.rawValue).joined(separator: ", ")
    throw ValidationError("\"\(rotation)\" is no rotation: expected one of \(all).")
  }

  func run() throws {
    let transform = Transform(name: rotation)?.rawValue ?? rotation
    try options.run(RotateCall(screen: screen, rotation: transform, noWait: options.noWaitParameter))
  }
}
